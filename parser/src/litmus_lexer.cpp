#include "litmus_lexer.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "LitmusParser.h"
#include "litmus_comment.h"
#include "litmus_marks.h"
#include "litmus_utf8.h"
#include "litmus_words.h"

namespace clmm::syntax {
namespace {

using Tokens = clmm_antlr::LitmusParser;

struct Punctuation {
    std::string_view text;
    std::size_t type;
};

/// Longer spellings first.
constexpr std::array<Punctuation, 51> kPunctuation = {{
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

/// What people paste from papers and word processors, and what they mean by it.
struct Lookalike {
    std::string_view text;
    Punctuation meant;
};
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

bool is_word_start(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word(char c) { return is_word_start(c) || is_digit(c); }

class Lexer {
public:
    Lexer(Reporter& reporter, std::uint32_t begin)
        : reporter_(reporter), text_(reporter.text()), at_(begin) {}

    std::vector<LitmusToken> run() {
        tokens_.reserve((text_.size() - at_) / 3 + 8);
        while (skip_blank()) read_token();
        if (open_comment_) return {};
        const auto end = static_cast<std::uint32_t>(text_.size());
        tokens_.push_back({kEndOfFile, {end, end}});
        return std::move(tokens_);
    }

private:
    /// The first brace opens the initial state, where comments and labels are as outside.
    [[nodiscard]] bool in_body() const { return braces_ > 0 && initial_state_seen_; }

    bool skip_blank() {
        while (at_ < text_.size()) {
            if (std::isspace(static_cast<unsigned char>(text_[at_])) != 0) {
                ++at_;
                continue;
            }
            const char c = text_[at_];
            if (c != '/' && c != '(') return true;
            const Comment comment = comment_at(text_, at_, in_body());
            if (!comment.found) return true;
            if (!comment.closed) reporter_.error({at_, at_ + 2}, "this comment is never closed");
            open_comment_ = open_comment_ || !comment.closed;
            at_ = comment.end;
        }
        return false;
    }

    void read_token() {
        const char c = text_[at_];
        if (is_word_start(c)) return read_word();
        if (is_digit(c)) return read_number();
        if (c == '#') return read_directive();
        if (c == '"' || c == '\'') return read_quoted();
        for (const Punctuation& candidate : kPunctuation)
            if (text_.substr(at_, candidate.text.size()) == candidate.text)
                return add_punctuation(candidate);
        report_character();
    }

    void read_word() {
        std::uint32_t end = at_;
        while (end < text_.size() && is_word(text_[end])) ++end;
        const std::string_view word = text_.substr(at_, end - at_);
        const bool names_only = condition_ && locations_ == 0;
        const WordPlace place = braces_ > 0  ? WordPlace::body
                                : names_only ? WordPlace::condition
                                             : WordPlace::top_level;
        const std::size_t type = classify_word(word, place);
        if (type == Tokens::EXISTS || type == Tokens::FORALL || type == Tokens::FILTER ||
            type == Tokens::SCOPE_TREE)
            condition_ = true;
        add(type, end - at_);
    }

    void read_number() {
        std::uint32_t end = at_;
        while (end < text_.size() && is_word(text_[end])) ++end;
        const Span span{at_, end};
        if (end + 1 < text_.size() && text_[end] == '.' && is_digit(text_[end + 1])) {
            while (end < text_.size() && (is_word(text_[end]) || text_[end] == '.')) ++end;
            reporter_.error({at_, end}, "floating-point constants are not supported");
        } else if (const IntegerText number = read_integer(reporter_.text(span));
                   !number.well_formed) {
            reporter_.error(span, quote(reporter_.text(span)) + " is not an integer");
        } else if (number.overflows) {
            reporter_.error(span, "the integer " + std::string(reporter_.text(span)) +
                                      " does not fit in 64 bits");
        }
        add(Tokens::INTEGER, end - at_);
    }

    void read_quoted() {
        const std::size_t close = text_.find_first_of(text_[at_] == '"' ? "\"\n" : "'\n", at_ + 1);
        const bool closed = close != std::string_view::npos && text_[close] != '\n';
        const std::uint32_t length = closed ? static_cast<std::uint32_t>(close) + 1 - at_ : 1;
        reporter_.error({at_, at_ + length}, "strings and character constants are not supported");
        add(Tokens::INTEGER, length);
    }

    /// `#pragma` lines say nothing that a litmus test needs; other directives would.
    void read_directive() {
        const auto end = static_cast<std::uint32_t>(std::min(text_.find('\n', at_), text_.size()));
        if (!text_.substr(at_, end - at_).starts_with("#pragma"))
            reporter_.error({at_, end}, "preprocessor lines are not supported",
                            "write out what the line would bring in");
        at_ = end;
    }

    void add_punctuation(const Punctuation& found) {
        switch (found.type) {
            case Tokens::LBRACE:
                ++braces_;
                break;
            case Tokens::RBRACE:
                if (!tokens_.empty() && tokens_.back().type == Tokens::COMMA) tokens_.pop_back();
                if (braces_ == 1 && !initial_state_seen_) {
                    // The last ';' may be left out there.
                    tokens_.push_back({Tokens::SEMICOLON, {at_, at_ + 1}});
                    initial_state_seen_ = true;
                }
                if (braces_ > 0) --braces_;
                break;
            case Tokens::LBRACKET:
                if (locations_ > 0 ||
                    (!tokens_.empty() && tokens_.back().type == Tokens::LOCATIONS))
                    ++locations_;
                break;
            case Tokens::RBRACKET:
                if (locations_ == 1) tokens_.push_back({Tokens::SEMICOLON, {at_, at_ + 1}});
                if (locations_ > 0) --locations_;
                break;
            default:
                break;
        }
        add(found.type, static_cast<std::uint32_t>(found.text.size()));
    }

    void report_character() {
        const std::uint32_t length = std::max(utf8_length(text_, at_), 1U);
        const std::string_view character = text_.substr(at_, length);
        const Span span{at_, at_ + length};
        for (const Lookalike& lookalike : kLookalikes) {
            if (lookalike.text != character) continue;
            reporter_.error(span, "unexpected character " + quote(character),
                            "write " + quote(lookalike.meant.text));
            return add(lookalike.meant.type, length);
        }
        const auto byte = static_cast<unsigned char>(character.front());
        reporter_.error(span, byte < 0x20 || byte == 0x7f
                                  ? "unexpected control character"
                                  : "unexpected character " + quote(character));
        at_ += length;
    }

    void add(std::size_t type, std::uint32_t length) {
        tokens_.push_back({type, {at_, at_ + length}});
        at_ += length;
    }

    Reporter& reporter_;
    std::string_view text_;
    std::uint32_t at_;
    std::vector<LitmusToken> tokens_;
    int braces_ = 0;
    bool initial_state_seen_ = false;
    int locations_ = 0;  ///< brackets open since `locations`
    bool condition_ = false;
    bool open_comment_ = false;
};

}  // namespace

std::vector<LitmusToken> tokenize(Reporter& reporter, std::uint32_t begin) {
    std::vector<LitmusToken> tokens = Lexer(reporter, begin).run();
    if (tokens.empty()) return tokens;
    mark_labels(tokens);
    mark_if_else(tokens);
    return tokens;
}

}  // namespace clmm::syntax
