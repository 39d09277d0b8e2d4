#include "herd/lexer.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

#include "clmm/base/reject.h"

namespace clmm::targets {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
}

constexpr std::array<std::string_view, 7> kLong{"/\\", "\\/", "=>", "==", "!=", "<<", ">>"};

Span span_of(std::size_t begin, std::size_t end) {
    return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

}  // namespace

std::string capitals(std::string_view name) {
    std::string out(name);
    std::ranges::transform(out, out.begin(),
                           [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return out;
}

Lexer::Lexer(std::string_view text, std::size_t begin, std::size_t end)
    : text_(text.substr(0, std::min(end, text.size()))), at_(begin) {
    scan();
}

Lexer::Level::Level(Lexer& lexer) : lexer_(lexer) {
    constexpr int kDeepest = 400;
    if (lexer_.depth_ >= kDeepest) reject("E-SYNTAX", "this is nested too deep", lexer_.next_.span);
    ++lexer_.depth_;
}

Token Lexer::take() {
    const Token taken = next_;
    scan();
    return taken;
}

bool Lexer::accept(std::string_view symbol) {
    if (!next_.is(symbol)) return false;
    scan();
    return true;
}

bool Lexer::at_word(std::string_view word) const {
    return next_.kind == Token::Kind::word && next_.text == word;
}

void Lexer::fail(std::string_view what, std::string hint) const {
    const std::string found = at_end() ? "the end" : "'" + std::string(next_.text) + "'";
    reject("E-SYNTAX", "expected " + std::string(what) + ", found " + found, next_.span,
           std::move(hint));
}

void Lexer::expect(std::string_view symbol) {
    if (!accept(symbol)) fail("'" + std::string(symbol) + "'");
}

Token Lexer::expect_word(std::string_view what) {
    if (next_.kind != Token::Kind::word) fail(what);
    return take();
}

std::int64_t Lexer::expect_number() {
    const bool is_negative = accept("-");
    if (next_.kind != Token::Kind::number) fail("a number");
    std::string_view digits = next_.text;
    const bool is_hex = digits.starts_with("0x") || digits.starts_with("0X");
    if (is_hex) digits.remove_prefix(2);
    std::uint64_t value = 0;
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), value, is_hex ? 16 : 10);
    if (error != std::errc() || end != digits.data() + digits.size())
        fail("a number of at most 64 bits");
    scan();
    return static_cast<std::int64_t>(is_negative ? 0 - value : value);
}

void Lexer::skip_blanks() {
    const auto skip_to = [&](std::string_view close, std::size_t begin) {
        const std::size_t end = text_.find(close, at_ + 2);
        if (end == std::string_view::npos && close != "\n")
            reject("E-SYNTAX", "this comment does not end", span_of(begin, begin + 2));
        at_ = std::min(text_.size(), end == std::string_view::npos ? end : end + close.size());
    };
    while (at_ < text_.size()) {
        if (std::isspace(static_cast<unsigned char>(text_[at_])) != 0)
            ++at_;
        else if (text_.substr(at_).starts_with("(*"))
            skip_to("*)", at_);
        else if (text_.substr(at_).starts_with("//"))
            skip_to("\n", at_);
        else
            return;
    }
}

void Lexer::scan() {
    skip_blanks();
    const std::size_t begin = at_;
    const auto finish = [&](Token::Kind kind, std::size_t end) {
        at_ = end;
        next_ = {kind, text_.substr(begin, end - begin), span_of(begin, end)};
    };
    if (begin >= text_.size()) return finish(Token::Kind::end, text_.size());
    const std::string_view rest = text_.substr(begin);
    if (is_letter(rest[0]) || is_digit(rest[0])) {
        std::size_t length = 1;
        while (length < rest.size() && (is_letter(rest[length]) || is_digit(rest[length])))
            ++length;
        return finish(is_digit(rest[0]) ? Token::Kind::number : Token::Kind::word, begin + length);
    }
    if (rest[0] == '"') {
        const std::size_t close = text_.find('"', begin + 1);
        if (close == std::string_view::npos)
            reject("E-SYNTAX", "this text does not end", span_of(begin, begin + 1));
        finish(Token::Kind::text, close + 1);
        next_.text = next_.text.substr(1, next_.text.size() - 2);
        return;
    }
    const auto found = std::ranges::find_if(
        kLong, [&](std::string_view symbol) { return rest.starts_with(symbol); });
    finish(Token::Kind::symbol, begin + (found == kLong.end() ? 1 : 2));
}

}  // namespace clmm::targets
