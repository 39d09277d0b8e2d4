#include <algorithm>

#include "host/code.h"

namespace clmm::runtime::host {
namespace {

/// Behind a comment that begins at `at`; `at` where none does.
std::size_t skip_comment(std::string_view text, std::size_t at) {
    const auto behind = [&](std::string_view end) {
        const std::size_t found = text.find(end, at + 2);
        return found == std::string_view::npos ? text.size() : found + end.size();
    };
    if (text.substr(at).starts_with("//")) return behind("\n");
    if (text.substr(at).starts_with("/*")) return behind("*/");
    if (text.substr(at).starts_with("(*")) return behind("*)");
    return at;
}

/// Behind the next `wanted` that no comment or quoted text has.
std::size_t behind(std::string_view text, std::size_t at, char wanted) {
    while (at < text.size()) {
        if (const std::size_t end = skip_comment(text, at); end != at) {
            at = end;
        } else if (text[at] == '"') {
            at = std::min(text.find('"', at + 1), text.size() - 1) + 1;
        } else if (text[at++] == wanted) {
            return at;
        }
    }
    return at;
}

/// Where the initial state ends.
std::size_t end_of_state(const syntax::LitmusTree& tree, std::string_view text) {
    std::size_t at = 0;
    for (const syntax::Metadata& line : tree.metadata)
        at = std::max<std::size_t>(at, line.span.end);
    at = behind(text, at, '{');
    for (const syntax::InitEntry& entry : tree.initial_state)
        at = std::max<std::size_t>(at, entry.span.end);
    return behind(text, at, '}');
}

/// Where the last definition ends: what asks about the final state stands behind it.
std::size_t end_of_definitions(const syntax::LitmusTree& tree, std::string_view text) {
    std::size_t end = 0;
    const auto reach = [&](Span span) { end = std::max<std::size_t>(end, span.end); };
    const auto reach_semicolon = [&](Span span) {
        end = std::max(end, behind(text, span.end, ';'));
    };
    for (const auto& each : tree.functions) reach(each.span);
    for (const auto& each : tree.threads) reach(each.span);
    for (const auto& each : tree.launches) reach(each.span);
    for (const auto& each : tree.structs) reach_semicolon(each.span);
    for (const auto& each : tree.type_definitions) reach_semicolon(each.declarator.span);
    for (const auto& each : tree.variables) reach_semicolon(each.span);
    return end;
}

void blank(std::string& text, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < std::min(end, text.size()); ++i)
        if (text[i] != '\n') text[i] = ' ';
}

/// Herd's comments between definitions are none in OpenCL C.
void blank_comments(std::string& text, const syntax::LitmusTree& tree, std::size_t begin,
                    std::size_t end) {
    for (std::size_t at = begin; at < end;) {
        const auto inside = std::ranges::find_if(tree.functions, [&](const auto& function) {
            return function.span.begin <= at && at < function.span.end;
        });
        if (inside != tree.functions.end()) {
            at = inside->span.end;
        } else if (const std::size_t behind = skip_comment(text, at); behind != at) {
            blank(text, at, behind);
            at = behind;
        } else {
            ++at;
        }
    }
}

}  // namespace

SourcePtr kernel_text(const syntax::LitmusTree& tree) {
    std::string text(tree.source->text());
    const std::size_t begin = end_of_state(tree, tree.source->text());
    const std::size_t end = end_of_definitions(tree, tree.source->text());
    blank(text, 0, begin);
    blank(text, std::max(begin, end), text.size());
    for (const auto& thread : tree.threads) blank(text, thread.span.begin, thread.span.end);
    // The semicolon behind a launch may stay: none is left, since the span may lack it.
    for (const auto& launch : tree.launches)
        blank(text, launch.span.begin, behind(tree.source->text(), launch.span.end - 1, ';'));
    blank_comments(text, tree, begin, end);
    return std::make_shared<const Source>(tree.source->name(), std::move(text));
}

}  // namespace clmm::runtime::host
