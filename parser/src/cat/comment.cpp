#include "cat/comment.h"

#include <algorithm>

namespace clmm::syntax {
namespace {

constexpr std::string_view kBlanks = " \t\r\f";

bool starts(std::string_view text, std::size_t at, std::string_view what) {
    return text.substr(std::min(at, text.size())).starts_with(what);
}

std::string_view trimmed(std::string_view line) {
    const std::size_t begin = line.find_first_not_of(" \t\r\f\n");
    if (begin == std::string_view::npos) return {};
    return line.substr(begin, line.find_last_not_of(" \t\r\f\n") - begin + 1);
}

/// Without the `*` that people draw down the left margin.
std::string_view undecorated(std::string_view line) {
    line = trimmed(line);
    if (line == "*") return {};
    return line.starts_with("* ") ? trimmed(line.substr(2)) : line;
}

std::string body_of(std::string_view comment) {
    comment.remove_prefix(2);
    if (comment.ends_with("*)")) comment.remove_suffix(2);
    std::string out;
    for (std::size_t at = 0; at <= comment.size();) {
        const std::size_t end = std::min(comment.find('\n', at), comment.size());
        const std::string_view line = undecorated(comment.substr(at, end - at));
        if (!out.empty()) out += '\n';
        out += line;
        at = end + 1;
    }
    return std::string(trimmed(out));
}

/// Nothing but blanks and at most one line break.
bool adjacent(std::string_view gap) {
    return gap.find_first_not_of(" \t\r\f\n") == std::string_view::npos &&
           std::count(gap.begin(), gap.end(), '\n') <= 1;
}

bool alone_on_line(std::string_view text, std::uint32_t begin) {
    const std::size_t before = text.substr(0, begin).find_last_not_of(kBlanks);
    return before == std::string_view::npos || text[before] == '\n';
}

}  // namespace

bool opens_cat_comment(std::string_view text, std::size_t at) {
    return starts(text, at, "(*") || starts(text, at, "//");
}

CatCommentEnd end_of_cat_comment(std::string_view text, std::size_t at) {
    if (starts(text, at, "//"))
        return {static_cast<std::uint32_t>(std::min(text.find('\n', at), text.size())), true};
    std::size_t open = 0;
    while (at < text.size()) {
        if (starts(text, at, "(*")) {
            ++open;
            at += 2;
        } else if (starts(text, at, "*)")) {
            at += 2;
            if (--open == 0) return {static_cast<std::uint32_t>(at), true};
        } else {
            ++at;
        }
    }
    return {static_cast<std::uint32_t>(text.size()), false};
}

void add_cat_comment(std::string_view text, Span span, std::vector<CatComment>& comments) {
    const std::string_view comment = text.substr(span.begin, span.end - span.begin);
    if (!comments.empty() && comment.starts_with("//")) {
        CatComment& last = comments.back();
        if (starts(text, last.span.begin, "//") && alone_on_line(text, last.span.begin) &&
            adjacent(text.substr(last.span.end, span.begin - last.span.end))) {
            last.text += '\n' + body_of(comment);
            last.span.end = span.end;
            return;
        }
    }
    comments.push_back({span, body_of(comment)});
}

std::string_view citation_above(std::string_view text, const std::vector<CatComment>& comments,
                                std::uint32_t begin) {
    const auto after =
        std::partition_point(comments.begin(), comments.end(),
                             [&](const CatComment& c) { return c.span.begin < begin; });
    if (after == comments.begin()) return {};
    const CatComment& comment = *(after - 1);
    if (comment.span.end > begin || !alone_on_line(text, comment.span.begin)) return {};
    return adjacent(text.substr(comment.span.end, begin - comment.span.end)) ? comment.text
                                                                             : std::string_view();
}

}  // namespace clmm::syntax
