#include "litmus/nesting.h"

#include <algorithm>
#include <array>
#include <string>

#include "LitmusParser.h"
#include "litmus/explain.h"
#include "litmus/marks.h"

namespace clmm::syntax {
namespace {

using Tokens = clmm_antlr::LitmusParser;

std::size_t closing_of(std::size_t opening) {
    if (opening == Tokens::LPAREN || opening == Tokens::ARRAY_POINTER) return Tokens::RPAREN;
    return opening == Tokens::LBRACKET ? Tokens::RBRACKET : Tokens::RBRACE;
}

std::string spelling(std::size_t bracket) {
    switch (bracket) {
        case Tokens::LPAREN:
        case Tokens::ARRAY_POINTER:
            return "'('";
        case Tokens::RPAREN:
            return "')'";
        case Tokens::LBRACKET:
            return "'['";
        case Tokens::RBRACKET:
            return "']'";
        case Tokens::LBRACE:
            return "'{'";
        default:
            return "'}'";
    }
}

bool begins_type(std::size_t type) {
    return type == Tokens::TYPE || type == Tokens::QUALIFIER || type == Tokens::STRUCT ||
           type == Tokens::ATOMIC || type == Tokens::ENUM;
}

class BracketMatcher {
public:
    BracketMatcher(Reporter& reporter, const std::vector<LitmusToken>& tokens)
        : reporter_(reporter), tokens_(tokens) {}

    bool run() {
        for (std::size_t i = 0; i < tokens_.size(); ++i) {
            const std::size_t type = tokens_[i].type;
            if (!open_.empty() && begins_section(i)) close_all(i, "before " + quoted(i));
            if (is_opening(type)) {
                if (!open(i)) return false;
            } else if (is_closing(type)) {
                close(i);
            } else if (type == Tokens::SEMICOLON && !allows_semicolon()) {
                close_parentheses(i);
            }
        }
        if (!open_.empty()) close_all(tokens_.size() - 1, end_of_text());
        return matched_;
    }

private:
    [[nodiscard]] std::string quoted(std::size_t i) const {
        return quote(reporter_.text(tokens_[i].span));
    }
    [[nodiscard]] std::string end_of_text() const {
        return tokens_.front().type == Tokens::KERNELS ? "at the end of the file"
                                                       : "at the end of the test";
    }
    [[nodiscard]] std::size_t top() const { return tokens_[open_.back()].type; }
    [[nodiscard]] bool top_is_brace() const { return !open_.empty() && top() == Tokens::LBRACE; }

    bool open(std::size_t i) {
        if (tokens_[i].type == Tokens::LBRACE && !begins_literal(i)) close_parentheses(i);
        open_.push_back(i);
        if (open_.size() <= kDeepest) return true;
        reporter_.error(tokens_[i].span, too_many_brackets());
        return false;
    }

    /// `^{`, the brace of a block in an expression, and `(type){`, which the grammar refuses.
    [[nodiscard]] bool begins_literal(std::size_t i) const {
        if (begins_block_literal(tokens_, i)) return true;
        const std::size_t before = i > 0 ? tokens_[i - 1].type : 0;
        if (before != Tokens::RPAREN || open_.empty() || top_is_brace()) return false;
        const std::size_t opening = opening_of(i - 1);
        const std::size_t word = opening > 0 ? tokens_[opening - 1].type : 0;
        return begins_type(tokens_[opening + 1].type) && word != Tokens::NAME &&
               word != Tokens::SIZEOF;
    }

    /// Of a matched ')'.
    [[nodiscard]] std::size_t opening_of(std::size_t i) const {
        int depth = 0;
        for (;; --i) {
            depth += tokens_[i].type == Tokens::RPAREN ? 1 : 0;
            depth -= tokens_[i].type == Tokens::LPAREN ? 1 : 0;
            if (depth == 0 || i == 0) return i;
        }
    }

    void close(std::size_t i) {
        const std::size_t type = tokens_[i].type;
        if (type == Tokens::RBRACE)
            close_parentheses(i);
        else if (!open_.empty() && !top_is_brace() && closing_of(top()) != type &&
                 opened_below(type))
            expect_closing(i, "before " + quoted(i));
        if (!open_.empty() && closing_of(top()) == type) {
            open_.pop_back();
            return;
        }
        matched_ = false;
        reporter_.error(tokens_[i].span, "this " + spelling(type) + " closes nothing");
    }

    /// Whether the bracket under the innermost one is what `closing` closes.
    [[nodiscard]] bool opened_below(std::size_t closing) const {
        return open_.size() > 1 && closing_of(tokens_[open_[open_.size() - 2]].type) == closing;
    }

    [[nodiscard]] bool allows_semicolon() const {
        if (open_.empty() || top_is_brace()) return true;
        const std::size_t before = open_.back() > 0 ? tokens_[open_.back() - 1].type : 0;
        return before == Tokens::FOR || before == Tokens::LOCATIONS;
    }

    void close_parentheses(std::size_t i) {
        while (!open_.empty() && !top_is_brace()) expect_closing(i, "before " + quoted(i));
    }

    void close_all(std::size_t i, const std::string& where) {
        expect_closing(i, where);
        open_.clear();
    }

    void expect_closing(std::size_t i, const std::string& where) {
        const LitmusToken& opening = tokens_[open_.back()];
        const std::uint32_t end = i > 0 ? tokens_[i - 1].span.end : 0;
        const Source::Position at = reporter_.source()->written(opening.span).position();
        reporter_.error({end, end}, "expected " + spelling(closing_of(opening.type)) + " " + where,
                        "to match the " + spelling(opening.type) + " at line " +
                            std::to_string(at.line) + ", column " + std::to_string(at.column));
        open_.pop_back();
        matched_ = false;
    }

    /// A thread or a condition at the start of a line while a body is open: the body's brace
    /// was forgotten, for nothing of the kind stands in a body.
    [[nodiscard]] bool begins_section(std::size_t i) const {
        const Span span = tokens_[i].span;
        if (tokens_.front().type == Tokens::KERNELS) return false;
        const bool line_start = span.begin > 0 && reporter_.text()[span.begin - 1] == '\n';
        if (!line_start || tokens_[i].type != Tokens::NAME) return false;
        static constexpr std::array<std::string_view, 4> kSections = {"exists", "forall",
                                                                      "scopeTree", "locations"};
        const std::string_view word = reporter_.text(span);
        if (std::find(kSections.begin(), kSections.end(), word) != kSections.end()) return true;
        const std::size_t next = tokens_[i + 1].type;
        return is_thread_name(word) && (next == Tokens::AT || next == Tokens::LPAREN);
    }

    Reporter& reporter_;
    const std::vector<LitmusToken>& tokens_;
    std::vector<std::size_t> open_;
    bool matched_ = true;
};

/// Words that nest a statement in another without a bracket.
bool nests_statement(std::size_t type) {
    return type == Tokens::IF || type == Tokens::IF_ELSE || type == Tokens::ELSE ||
           type == Tokens::WHILE || type == Tokens::DO || type == Tokens::FOR ||
           type == Tokens::SWITCH || type == Tokens::LABEL;
}

bool may_be_prefix(std::size_t type) {
    switch (type) {
        case Tokens::PLUS:
        case Tokens::MINUS:
        case Tokens::BANG:
        case Tokens::TILDE:
        case Tokens::STAR:
        case Tokens::AMPERSAND:
        case Tokens::INCREMENT:
        case Tokens::DECREMENT:
        case Tokens::SIZEOF:
        case Tokens::NOT:
            return true;
        default:
            return false;
    }
}

/// Postfix operators and commas too: all of them deepen the tree.
bool counts_as_operator(std::size_t type) {
    return type > Tokens::AT || type == Tokens::QUESTION || type == Tokens::COMMA ||
           type == Tokens::LBRACKET;
}

/// Bounds the recursion of all later stages: brackets, statements in statements, and runs of
/// prefix operators add up.
class DepthGuard {
public:
    DepthGuard(Reporter& reporter, const std::vector<LitmusToken>& tokens)
        : reporter_(reporter), tokens_(tokens) {}

    bool run() {
        for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
            literal_ = tokens_[i].type == Tokens::LBRACE && begins_block_literal(tokens_, i);
            list_ = tokens_[i].type == Tokens::LBRACE && begins_list(i);
            step(tokens_[i].type, tokens_[i + 1].type);
            if (depth_ > kDeepest)
                return report(i, "this is nested more than " + std::to_string(kDeepest) + " deep");
            if (operators_ > kLongest)
                return report(
                    i, "more than " + std::to_string(kLongest) + " operators in one expression");
        }
        return true;
    }

private:
    struct Level {
        bool parenthesis = false;
        bool cast = false;
        bool literal = false;      ///< the brace of a block literal
        bool list = false;         ///< the brace of initial values or of an enumeration
        int operators_around = 0;  ///< in the expression that the brackets are an operand of
        int statements = 0;
        int prefixes = 0;
    };

    void step(std::size_t type, std::size_t next) {
        Level left;
        if (is_opening(type)) {
            levels_.push_back({type != Tokens::LBRACE, type == Tokens::LPAREN && begins_type(next),
                               literal_, list_, operators_});
            ++depth_;
        } else if (is_closing(type)) {
            left = leave();
        } else {
            set(levels_.back().prefixes, may_be_prefix(type) ? levels_.back().prefixes + 1 : 0);
        }
        if (nests_statement(type)) set(levels_.back().statements, levels_.back().statements + 1);
        if (counts_as_operator(type)) ++operators_;
        // The elements of a list are side by side in the tree.
        if (type == Tokens::COMMA && levels_.back().list) operators_ = 0;
        if (left.literal || (type == Tokens::RBRACE && goes_on(next))) {
            operators_ = left.operators_around + 1;
            return;
        }
        const bool in_for = levels_.back().parenthesis;
        if ((type == Tokens::SEMICOLON && !in_for) || type == Tokens::RBRACE ||
            type == Tokens::LBRACE) {
            operators_ = 0;
            if (type != Tokens::LBRACE && next != Tokens::ELSE) set(levels_.back().statements, 0);
        }
    }

    /// Whether an expression goes on behind a '}': that of a compound literal, or of its list. A
    /// statement behind a block may look so; it ends with a ';'.
    static bool goes_on(std::size_t next) {
        return counts_as_operator(next) || next == Tokens::RPAREN || next == Tokens::RBRACKET ||
               next == Tokens::COLON;
    }

    /// `= {`, `enum name {`, and a list in a list.
    [[nodiscard]] bool begins_list(std::size_t i) const {
        const std::size_t before = i > 0 ? tokens_[i - 1].type : 0;
        const std::size_t word = i > 1 ? tokens_[i - 2].type : 0;
        if (before == Tokens::ASSIGN || before == Tokens::ENUM_DEFINITION) return true;
        if (before == Tokens::NAME && word == Tokens::ENUM_DEFINITION) return true;
        return levels_.back().list && (before == Tokens::LBRACE || before == Tokens::COMMA);
    }

    Level leave() {
        set(levels_.back().statements, 0);
        set(levels_.back().prefixes, 0);
        const Level left = levels_.back();
        levels_.pop_back();
        --depth_;
        set(levels_.back().prefixes, left.cast ? levels_.back().prefixes + 1 : 0);
        return left;
    }

    void set(int& counted, int value) {
        depth_ += value - counted;
        counted = value;
    }

    bool report(std::size_t i, std::string message) {
        reporter_.error(tokens_[i].span, std::move(message));
        return false;
    }

    Reporter& reporter_;
    const std::vector<LitmusToken>& tokens_;
    std::vector<Level> levels_{Level{}};
    int depth_ = 0;
    int operators_ = 0;
    bool literal_ = false;  ///< whether a '{' here is one of a block literal
    bool list_ = false;     ///< … of a list
};

}  // namespace

bool is_opening(std::size_t type) {
    return type == Tokens::LPAREN || type == Tokens::ARRAY_POINTER || type == Tokens::LBRACKET ||
           type == Tokens::LBRACE;
}

bool is_closing(std::size_t type) {
    return type == Tokens::RPAREN || type == Tokens::RBRACKET || type == Tokens::RBRACE;
}

std::string too_many_brackets() {
    return "brackets are nested more than " + std::to_string(kDeepest) + " deep";
}

bool check_nesting(Reporter& reporter, const std::vector<LitmusToken>& tokens) {
    const bool matched = BracketMatcher(reporter, tokens).run();
    return matched && DepthGuard(reporter, tokens).run();
}

}  // namespace clmm::syntax
