#pragma once

#include <cstdint>
#include <string_view>

namespace clmm::syntax {

/// A comment that starts at some byte, if one does.
struct Comment {
    bool found = false;
    bool closed = false;    ///< false: it runs to the end of the text
    std::uint32_t end = 0;  ///< just past the comment
};

/// `// …`, `/* … */` or herd's `(* … *)` at `begin`.
///
/// Outside bodies `(*` opens a comment, and comments nest. Inside, `(*p)` is a dereference:
/// there `(*` opens a comment only if the parenthesis that closes it follows a `*`, which no
/// parenthesised C expression can end in.
///
/// Units    bytes of the text.
/// Errors   none: a comment that is not closed says so, and whoever reads the test tells it.
[[nodiscard]] Comment comment_at(std::string_view text, std::uint32_t begin, bool inside_body);

}  // namespace clmm::syntax
