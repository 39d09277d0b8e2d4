#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "clmm/base/source.h"

/// What assembly tests in herd's format have in common: the words, and what stands around the
/// instructions. An instruction's own syntax is its language's.
namespace clmm::targets {

[[nodiscard]] std::string capitals(std::string_view name);

struct Token {
    enum class Kind : std::uint8_t { word, number, text, symbol, end };
    Kind kind = Kind::end;
    std::string_view text;  ///< as written; of a quoted text without the quotes
    Span span;

    [[nodiscard]] bool is(std::string_view symbol) const {
        return kind == Kind::symbol && text == symbol;
    }
};

/// Words (`EAX`, `x`, `.L1`), numbers (`1`, `0x10`), quoted texts, and symbols; the symbols of
/// propositions (`/\`, `\/`, `=>`, `!=`) are one each. Comments `(* … *)` and `// …` are skipped.
class Lexer {
public:
    explicit Lexer(std::string_view text, std::size_t begin = 0,
                   std::size_t end = std::string_view::npos);

    [[nodiscard]] const Token& peek() const { return next_; }
    Token take();
    /// Takes the symbol if it comes next.
    bool accept(std::string_view symbol);
    /// Whether the word comes next; case matters.
    [[nodiscard]] bool at_word(std::string_view word) const;
    /// E-SYNTAX: expected `what`, found the next token.
    [[noreturn]] void fail(std::string_view what, std::string hint = {}) const;
    void expect(std::string_view symbol);
    [[nodiscard]] Token expect_word(std::string_view what);
    /// A number with its sign, of at most 64 bits.
    [[nodiscard]] std::int64_t expect_number();
    /// Where the next token begins, or the text ends.
    [[nodiscard]] std::uint32_t position() const { return next_.span.begin; }
    [[nodiscard]] bool at_end() const { return next_.kind == Token::Kind::end; }

    /// A level of nesting while it lives. E-SYNTAX beyond the deepest.
    class Level {
    public:
        explicit Level(Lexer& lexer);
        ~Level() { --lexer_.depth_; }
        Level(const Level&) = delete;
        Level& operator=(const Level&) = delete;

    private:
        Lexer& lexer_;
    };

private:
    void skip_blanks();
    void scan();

    std::string_view text_;
    std::size_t at_;
    Token next_;
    int depth_ = 0;
};

}  // namespace clmm::targets
