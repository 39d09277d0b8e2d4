#include "cat/lexer.h"

#include <algorithm>
#include <array>
#include <utility>

#include "cat/comment.h"
#include "cat/token_types.h"
#include "clmm/base/utf8.h"

namespace clmm::syntax {
namespace {

struct Word {
    std::string_view text;
    CatTokenType type;
};

constexpr std::array kKeywords{Word{"let", kLet},
                               Word{"rec", kRec},
                               Word{"and", kAnd},
                               Word{"in", kIn},
                               Word{"if", kIf},
                               Word{"then", kThen},
                               Word{"else", kElse},
                               Word{"end", kEnd},
                               Word{"as", kAs},
                               Word{"flag", kFlag},
                               Word{"undefined_unless", kUndefinedUnless},
                               Word{"acyclic", kAcyclic},
                               Word{"irreflexive", kIrreflexive},
                               Word{"empty", kEmpty},
                               Word{"show", kShow},
                               Word{"unshow", kUnshow},
                               Word{"include", kInclude},
                               Word{"with", kWith},
                               Word{"from", kFrom},
                               Word{"variant", kVariant},
                               Word{"not", kNot}};

/// Longer ones before their prefixes.
constexpr std::array kSymbols{Word{"^-1", kInverse},
                              Word{"||", kOrElse},
                              Word{"&&", kAndAlso},
                              Word{"|", kPipe},
                              Word{";", kSemicolon},
                              Word{"\\", kBackslash},
                              Word{"&", kAmpersand},
                              Word{"+", kPlus},
                              Word{"*", kClosure},
                              Word{"?", kQuestion},
                              Word{"~", kTilde},
                              Word{"=", kEquals},
                              Word{",", kComma},
                              Word{"(", kLeftParenthesis},
                              Word{")", kRightParenthesis},
                              Word{"[", kLeftBracket},
                              Word{"]", kRightBracket},
                              Word{"{", kLeftBrace},
                              Word{"}", kRightBrace}};

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }
bool is_decimal(char c) { return c >= '0' && c <= '9'; }
bool starts_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool continues_name(char c) {
    return starts_name(c) || is_decimal(c) || c == '.' || c == '-' || c == '\'';
}

class CatLexer {
public:
    CatLexer(const SourcePtr& source, Diagnostics& diagnostics)
        : source_(source), text_(source->text()), diagnostics_(diagnostics) {}

    CatTokens run() {
        while (at_ < text_.size()) step();
        const auto end = static_cast<std::uint32_t>(text_.size());
        out_.tokens.push_back({kCatEndOfFile, {end, end}});
        return std::move(out_);
    }

private:
    void step() {
        if (is_blank(text_[at_])) {
            ++at_;
        } else if (opens_cat_comment(text_, at_)) {
            comment();
        } else if (starts_name(text_[at_])) {
            name();
        } else if (text_[at_] == '"') {
            string();
        } else if (!number() && !symbol()) {
            unknown();
        }
    }

    void add(std::size_t type, std::size_t end) {
        out_.tokens.push_back({type, {at_, static_cast<std::uint32_t>(end)}});
        at_ = static_cast<std::uint32_t>(end);
    }

    void error(Span span, std::string message, std::string hint = {}) {
        diagnostics_.push_back(cat_error(source_, span, std::move(message), std::move(hint)));
    }

    void comment() {
        const CatCommentEnd end = end_of_cat_comment(text_, at_);
        if (!end.closed)
            error({at_, at_ + 2}, "this comment is not closed",
                  "comments nest: each (* needs its *)");
        add_cat_comment(text_, {at_, end.end}, out_.comments);
        at_ = end.end;
    }

    void name() {
        std::size_t end = at_;
        while (end < text_.size() && continues_name(text_[end])) ++end;
        const std::string_view word = text_.substr(at_, end - at_);
        const auto* keyword = std::find_if(kKeywords.begin(), kKeywords.end(),
                                           [&](const Word& k) { return k.text == word; });
        add(keyword == kKeywords.end() ? kName : keyword->type, end);
    }

    /// Keeps its quotes; a string ends on its line.
    void string() {
        const std::size_t end = text_.find_first_of("\"\n", at_ + 1);
        if (end != std::string_view::npos && text_[end] == '"') return add(kString, end + 1);
        error({at_, at_ + 1}, "this string is not closed on its line");
        add(kString, end == std::string_view::npos ? text_.size() : end);
    }

    bool number() {
        if (!is_decimal(text_[at_])) return false;
        std::size_t end = at_;
        while (end < text_.size() && is_decimal(text_[end])) ++end;
        if (end - at_ != 1 || text_[at_] != '0')
            error({at_, static_cast<std::uint32_t>(end)},
                  "cat has no numbers but 0, the empty relation");
        add(kZero, end);
        return true;
    }

    bool symbol() {
        const std::string_view rest = text_.substr(at_);
        const auto* found = std::find_if(kSymbols.begin(), kSymbols.end(),
                                         [&](const Word& s) { return rest.starts_with(s.text); });
        if (found == kSymbols.end()) return false;
        add(found->type, at_ + found->text.size());
        return true;
    }

    void unknown() {
        const std::uint32_t length = std::max(1U, utf8_at(text_, at_).length);
        error({at_, at_ + length}, "this character means nothing in cat", hint_for(text_[at_]));
        at_ += length;
    }

    /// Of characters that herd's cat has.
    static const char* hint_for(char c) {
        if (c == '\'')
            return "tags are not supported; annotations are base sets, such as ACQ and WG";
        if (c == '#') return "a comment is (* … *)";
        return "";
    }

    SourcePtr source_;
    std::string_view text_;
    Diagnostics& diagnostics_;
    std::uint32_t at_ = 0;
    CatTokens out_;
};

/// Whether the tokens from `at` on begin an operand rather than the next statement, which may
/// itself begin with `~`.
bool operand_follows(const std::vector<CatToken>& tokens, std::size_t at) {
    while (tokens[at].type == kTilde) ++at;
    return starts_operand(tokens[at].type);
}

/// A `*` with an operand to its right is the product, another one the closure.
void tell_products(std::vector<CatToken>& tokens) {
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i)
        if (tokens[i].type == kClosure && operand_follows(tokens, i + 1)) tokens[i].type = kProduct;
}

}  // namespace

bool starts_operand(std::size_t type) {
    return type == kName || type == kZero || type == kLeftParenthesis || type == kLeftBracket ||
           type == kLeftBrace;
}

CatTokens tokenize_cat(const SourcePtr& source, Diagnostics& diagnostics) {
    CatTokens out = CatLexer(source, diagnostics).run();
    tell_products(out.tokens);
    return out;
}

Diagnostic cat_error(const SourcePtr& source, Span span, std::string message, std::string hint) {
    return {Severity::error, "E-CAT-SYNTAX", std::move(message), std::move(hint), source, span};
}

}  // namespace clmm::syntax
