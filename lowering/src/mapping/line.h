#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "clmm/base/diagnostic.h"
#include "clmm/lowering/mapping.h"

namespace clmm::lowering {

struct Word {
    std::string text;
    Span span;
};

/// The name of the placeholder at a `$`: one capital, or small letters; empty where there is none.
[[nodiscard]] std::string placeholder(std::string_view text, std::size_t at);

/// One line of a mapping, without its comment (`#`, not inside quotes). All members that take
/// something throw Rejected where it is not there.
class Line {
public:
    Line(SourcePtr file, std::size_t begin, std::size_t end);

    [[nodiscard]] bool at_end();
    [[nodiscard]] bool has(std::string_view symbol) const;
    [[nodiscard]] bool at(std::string_view symbol);
    [[nodiscard]] bool at_word(std::string_view word);
    bool accept(std::string_view symbol);
    bool accept_word(std::string_view word);
    void symbol(std::string_view symbol);
    void keyword(std::string_view word);
    [[nodiscard]] Word word(std::string_view what);
    [[nodiscard]] std::string quoted(std::string_view what);
    [[nodiscard]] std::vector<std::string> list(std::string_view what);
    /// The rest of the line, parted by `;`.
    [[nodiscard]] std::vector<Template> instructions();
    /// Up to the next blank.
    [[nodiscard]] Span next() const;
    /// Nothing may be left.
    void finish();
    /// The whole line, without blanks around it.
    [[nodiscard]] Span span() const;

private:
    void skip_blanks();
    [[noreturn]] void fail(std::string_view what) const;

    SourcePtr file_;
    std::string_view text_;
    std::size_t at_, end_, begin_;
};

}  // namespace clmm::lowering
