#include "cat/dialect.h"

#include <algorithm>
#include <array>
#include <string>

#include "cat/token_types.h"

namespace clmm::syntax {
namespace {

struct DialectWord {
    std::string_view text;
    std::string_view instead;
    bool anywhere = false;  ///< otherwise where it begins a line, and could be a name elsewhere
};

constexpr std::string_view kProcedures = "procedures are not supported; write the checks out";

constexpr std::array kDialectWords{
    DialectWord{"procedure", kProcedures},
    DialectWord{"call", kProcedures},
    DialectWord{"fun", "functions without a name are not supported; name it: let f(x) = …", true},
    DialectWord{
        "match",
        "sets are not taken apart; write a relation that holds of all elements at once, a closure "
        "r+, "
        "or with S from total_order(SET)",
        true},
    DialectWord{"try",
                "'try a with b' is not supported; write a if the tests' language has it, else b",
                true},
    DialectWord{
        "forall",
        "checks are not repeated over sets; write one check of a relation between all elements"},
    DialectWord{"enum",
                "enumerations are not supported; annotations are base sets, such as ACQ and WG"},
    DialectWord{"instructions",
                "leave it out: what each instruction is, the language of the tests says"},
    DialectWord{"default",
                "leave it out: what each instruction is, the language of the tests says"},
    DialectWord{"begin", "leave out 'begin' and its 'end', or use parentheses"},
    DialectWord{"assert", "write the check alone, an axiom, or 'flag ~… as NAME' to be told of it"},
    DialectWord{"debug", "leave it out; 'show e as NAME' draws a relation"},
    DialectWord{"catdep", "leave it out: addr, data and ctrl are the dependencies"},
};

const DialectWord* find_word(std::string_view word) {
    const auto* found = std::ranges::find(kDialectWords, word, &DialectWord::text);
    return found == kDialectWords.end() ? nullptr : found;
}

class DialectSearch {
public:
    DialectSearch(const SourcePtr& source, const std::vector<CatToken>& tokens)
        : source_(source), tokens_(tokens) {}

    Diagnostics run() {
        for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) look_at(i);
        return std::move(found_);
    }

private:
    void look_at(std::size_t i) {
        const CatToken& token = tokens_[i];
        if (token.type == kName) return word(token);
        if (token.type == kLeftParenthesis && binds(i))
            add(token.span, "names are bound one by one: let a = … and b = …");
        if (token.type == kLeftBrace && tokens_[i + 1].type != kRightBrace)
            add(token.span, "sets are not listed; write a union: A | B, and {} for none");
        if (is_cons(i))
            add({token.span.begin, tokens_[i + 1].span.end},
                "elements are not added to sets; write a union: A | B");
    }

    void word(const CatToken& token) {
        const DialectWord* known = find_word(text(token));
        if (!known || is_bound(text(token))) return;
        if (known->anywhere || begins_line(token.span.begin)) add(token.span, known->instead);
    }

    void add(Span span, std::string_view instead) {
        const std::string what(source_->text().substr(span.begin, span.end - span.begin));
        found_.push_back(
            cat_error(source_, span, "unexpected '" + what + "'", std::string(instead)));
    }

    [[nodiscard]] std::string_view text(const CatToken& token) const {
        return source_->text().substr(token.span.begin, token.span.end - token.span.begin);
    }

    /// What stands behind it is bound: a name, or herd's pattern of several.
    [[nodiscard]] bool binds(std::size_t i) const {
        const std::size_t before = i == 0 ? kCatEndOfFile : tokens_[i - 1].type;
        return before == kLet || before == kRec || before == kAnd;
    }

    /// The model has a name of its own that is spelt so.
    [[nodiscard]] bool is_bound(std::string_view word) const {
        for (std::size_t i = 1; i < tokens_.size(); ++i)
            if (tokens_[i].type == kName && binds(i) && text(tokens_[i]) == word) return true;
        return false;
    }

    /// `a ++ b`. What no operand follows is a closure of a closure.
    [[nodiscard]] bool is_cons(std::size_t i) const {
        return tokens_[i].type == kPlus && tokens_[i + 1].type == kPlus &&
               tokens_[i].span.end == tokens_[i + 1].span.begin &&
               starts_operand(tokens_[i + 2].type);
    }

    [[nodiscard]] bool begins_line(std::uint32_t at) const {
        const std::string_view before = source_->text().substr(0, at);
        const std::size_t last = before.find_last_not_of(" \t");
        return last == std::string_view::npos || before[last] == '\n';
    }

    SourcePtr source_;
    const std::vector<CatToken>& tokens_;
    Diagnostics found_;
};

}  // namespace

std::string_view instead_of(std::string_view word) {
    const DialectWord* known = find_word(word);
    return known ? known->instead : std::string_view();
}

Diagnostics find_dialect(const SourcePtr& source, const std::vector<CatToken>& tokens) {
    return DialectSearch(source, tokens).run();
}

}  // namespace clmm::syntax
