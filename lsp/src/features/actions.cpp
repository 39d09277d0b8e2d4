#include <algorithm>
#include <string_view>
#include <utility>

#include "features/features.h"

namespace clmm::lsp {
namespace {

bool before(Position a, Position b) {
    return std::pair(a.line, a.character) < std::pair(b.line, b.character);
}

/// What a hint proposes in place of what it is about: x of `did you mean 'x'?`.
std::optional<std::string> proposal(std::string_view hint) {
    constexpr std::string_view kBegin = "did you mean '";
    if (!hint.starts_with(kBegin)) return std::nullopt;
    hint.remove_prefix(kBegin.size());
    const std::size_t end = hint.find("'?");
    if (end == std::string_view::npos) return std::nullopt;
    return std::string(hint.substr(0, end));
}

Json edit_of(const Document& document, Json range, const std::string& text) {
    Json edit = {{"range", std::move(range)}, {"newText", text}};
    return {{"changes", {{document.uri, Json::array({std::move(edit)})}}}};
}

Json quick_fix(const Document& document, const Json& message, const std::string& text) {
    return {{"title", "Replace by '" + text + "'"},
            {"kind", "quickfix"},
            {"isPreferred", true},
            {"diagnostics", Json::array({message})},
            {"edit", edit_of(document, message.at("range"), text)}};
}

}  // namespace

Json lenses(const Document& document, Encoding encoding) {
    Json all = Json::array();
    if (!document.judgement || document.judgement->titles.empty()) return all;
    std::string title;
    for (const std::string& each : document.judgement->titles)
        title += (title.empty() ? "" : " · ") + each;
    const Position start =
        position_of(document.source(), document.judgement->place.begin, encoding);
    all.push_back({{"range", to_json(Range{start, start})},
                   {"command", {{"title", title}, {"command", ""}}}});
    return all;
}

Json actions(const Document& document, Range range, Encoding encoding) {
    Json all = Json::array();
    for (const Json& message : diagnostics_of(document, encoding)) {
        const Range place{position_in(message.at("range").at("start")),
                          position_in(message.at("range").at("end"))};
        if (before(place.end, range.start) || before(range.end, place.start)) continue;
        if (!message.contains("data")) continue;
        const auto text = proposal(message.at("data").at("hint").get<std::string>());
        if (text && place.start != place.end) all.push_back(quick_fix(document, message, *text));
    }
    if (document.judgement && document.judgement->repairable)
        all.push_back({{"title", "Repair: the weakest changes that are enough"},
                       {"kind", "refactor.rewrite"},
                       {"command",
                        {{"title", "Repair"},
                         {"command", kRepairCommand},
                         {"arguments", Json::array({document.uri})}}}});
    return all;
}

Json edit_to(const Document& document, const std::string& text, Encoding encoding) {
    const std::string_view old = document.source().text();
    const std::size_t most = std::min(old.size(), text.size());
    std::size_t front = 0;
    while (front < most && old[front] == text[front]) ++front;
    std::size_t back = 0;
    while (back < most - front && old[old.size() - 1 - back] == text[text.size() - 1 - back])
        ++back;
    // Whole lines, so that no character is cut in two.
    while (front > 0 && old[front - 1] != '\n') --front;
    while (back > 0 && old[old.size() - back] != '\n') --back;
    const Span span{static_cast<std::uint32_t>(front),
                    static_cast<std::uint32_t>(old.size() - back)};
    return edit_of(document, to_json(range_of(document.source(), span, encoding)),
                   text.substr(front, text.size() - back - front));
}

}  // namespace clmm::lsp
