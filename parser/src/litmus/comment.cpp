#include <cstddef>

#include "clmm/parser/litmus_comment.h"

namespace clmm::syntax {
namespace {

Comment ending_at(std::string_view text, std::size_t end, std::size_t length) {
    if (end == std::string_view::npos)
        return {true, false, static_cast<std::uint32_t>(text.size())};
    return {true, true, static_cast<std::uint32_t>(end + length)};
}

Comment nested_comment(std::string_view text, std::size_t begin) {
    int depth = 0;
    for (std::size_t i = begin; i + 1 < text.size(); ++i) {
        if (text[i] == '(' && text[i + 1] == '*') {
            ++depth;
            ++i;
        } else if (text[i] == '*' && text[i + 1] == ')') {
            ++i;
            if (--depth == 0) return {true, true, static_cast<std::uint32_t>(i + 1)};
        }
    }
    // `exists (*p=1)` has no `*)`; an opened remark starts with a space or a star.
    const bool remark =
        begin + 2 >= text.size() || text[begin + 2] <= ' ' || text[begin + 2] == '*';
    return {remark, false, static_cast<std::uint32_t>(text.size())};
}

Comment body_comment(std::string_view text, std::size_t begin) {
    int depth = 0;
    for (std::size_t i = begin; i < text.size(); ++i) {
        if (text[i] == '(') ++depth;
        if (text[i] == ')' && --depth == 0) {
            const bool star = text[i - 1] == '*' && i - 1 > begin + 1;
            return {star, true, static_cast<std::uint32_t>(i + 1)};
        }
    }
    return {};
}

}  // namespace

Comment comment_at(std::string_view text, std::uint32_t begin, bool inside_body) {
    const std::string_view opening = text.substr(begin, 2);
    if (opening == "//") {
        Comment line = ending_at(text, text.find('\n', begin), 0);
        line.closed = true;
        return line;
    }
    if (opening == "/*") return ending_at(text, text.find("*/", begin + 2), 2);
    if (opening != "(*") return {};
    return inside_body ? body_comment(text, begin) : nested_comment(text, begin);
}

}  // namespace clmm::syntax
