#include "litmus/punctuation.h"

#include <array>
#include <bit>
#include <cstdint>

#include "LitmusParser.h"

namespace clmm::syntax {
namespace {

using Tokens = clmm_antlr::LitmusParser;

/// Longer spellings first.
constexpr std::array<Punctuation, 52> kPunctuation = {{
    {"...", Tokens::ELLIPSIS},
    {"<<=", Tokens::SHIFT_LEFT_ASSIGN},
    {">>=", Tokens::SHIFT_RIGHT_ASSIGN},
    {"<=>", Tokens::EQUIVALENT},
    {"->", Tokens::ARROW},
    {"++", Tokens::INCREMENT},
    {"--", Tokens::DECREMENT},
    {"<<", Tokens::SHIFT_LEFT},
    {">>", Tokens::SHIFT_RIGHT},
    {"<=", Tokens::LESS_EQUAL},
    {">=", Tokens::GREATER_EQUAL},
    {"==", Tokens::EQUAL},
    {"!=", Tokens::NOT_EQUAL},
    {"<>", Tokens::NOT_EQUAL_ML},
    {"&&", Tokens::AND_AND},
    {"||", Tokens::OR_OR},
    {"*=", Tokens::STAR_ASSIGN},
    {"/=", Tokens::SLASH_ASSIGN},
    {"%=", Tokens::PERCENT_ASSIGN},
    {"+=", Tokens::PLUS_ASSIGN},
    {"-=", Tokens::MINUS_ASSIGN},
    {"&=", Tokens::AND_ASSIGN},
    {"^=", Tokens::XOR_ASSIGN},
    {"|=", Tokens::OR_ASSIGN},
    {"/\\", Tokens::CONJUNCTION},
    {"\\/", Tokens::DISJUNCTION},
    {"=>", Tokens::IMPLIES},
    {"{", Tokens::LBRACE},
    {"}", Tokens::RBRACE},
    {"(", Tokens::LPAREN},
    {")", Tokens::RPAREN},
    {"[", Tokens::LBRACKET},
    {"]", Tokens::RBRACKET},
    {";", Tokens::SEMICOLON},
    {",", Tokens::COMMA},
    {":", Tokens::COLON},
    {"?", Tokens::QUESTION},
    {"@", Tokens::AT},
    {".", Tokens::DOT},
    {"*", Tokens::STAR},
    {"/", Tokens::SLASH},
    {"%", Tokens::PERCENT},
    {"+", Tokens::PLUS},
    {"-", Tokens::MINUS},
    {"<", Tokens::LESS},
    {">", Tokens::GREATER},
    {"&", Tokens::AMPERSAND},
    {"^", Tokens::CARET},
    {"|", Tokens::BAR},
    {"~", Tokens::TILDE},
    {"=", Tokens::ASSIGN},
    {"!", Tokens::BANG},
}};

constexpr std::size_t kAscii = 128;

/// By first character, the rows of the table as bits.
constexpr std::array<std::uint64_t, kAscii> kBeginningWith = [] {
    static_assert(kPunctuation.size() <= 64);
    std::array<std::uint64_t, kAscii> rows{};
    for (std::size_t i = 0; i < kPunctuation.size(); ++i)
        rows[static_cast<unsigned char>(kPunctuation[i].text.front())] |= std::uint64_t{1} << i;
    return rows;
}();

constexpr std::array<Lookalike, 8> kLookalikes = {{
    {"\u2227", {"/\\", Tokens::CONJUNCTION}},
    {"\u2228", {"\\/", Tokens::DISJUNCTION}},
    {"\u00ac", {"~", Tokens::TILDE}},
    {"\u2200", {"forall", Tokens::FORALL}},
    {"\u2203", {"exists", Tokens::EXISTS}},
    {"\u2260", {"!=", Tokens::NOT_EQUAL}},
    {"\u2264", {"<=", Tokens::LESS_EQUAL}},
    {"\u2265", {">=", Tokens::GREATER_EQUAL}},
}};

}  // namespace

const Punctuation* punctuation_at(std::string_view text) {
    const auto first = static_cast<unsigned char>(text.empty() ? '\0' : text.front());
    if (first >= kAscii) return nullptr;
    for (std::uint64_t left = kBeginningWith[first]; left != 0; left &= left - 1) {
        const Punctuation& candidate =
            kPunctuation[static_cast<std::size_t>(std::countr_zero(left))];
        if (text.starts_with(candidate.text)) return &candidate;
    }
    return nullptr;
}

const Lookalike* lookalike_of(std::string_view character) {
    for (const Lookalike& lookalike : kLookalikes)
        if (lookalike.text == character) return &lookalike;
    return nullptr;
}

}  // namespace clmm::syntax
