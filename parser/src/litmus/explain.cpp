#include "litmus/explain.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string>

namespace clmm::syntax {
namespace {

using Grammar = clmm_antlr::LitmusParser;
using Context = antlr4::RuleContext;

/// The place of one mistake: the token that does not fit, the one before, and what would fit.
class Mistake {
public:
    Mistake(Reporter& reporter, const std::vector<LitmusToken>& tokens, antlr4::Parser& parser,
            std::size_t at)
        : reporter_(reporter),
          tokens_(tokens),
          context_(parser.getContext()),
          expected_(parser.getExpectedTokens()),
          vocabulary_(parser.getVocabulary()),
          at_(at),
          kernels_(tokens.front().type == Grammar::KERNELS) {}

    /// The first explanation that applies.
    void explain() {
        for (const auto rule :
             {&Mistake::not_a_thread, &Mistake::no_initial_state, &Mistake::not_supported,
              &Mistake::unknown_type, &Mistake::in_file_scope, &Mistake::missing_semicolon,
              &Mistake::in_condition, &Mistake::missing_expression, &Mistake::in_header,
              &Mistake::between_definitions})
            if ((this->*rule)()) return;
        reporter_.error(span(), few_expected().empty()
                                    ? "unexpected " + found()
                                    : "expected " + few_expected() + ", found " + found());
    }

private:
    [[nodiscard]] std::size_t type() const { return tokens_[at_].type; }
    [[nodiscard]] Span span() const { return type() == kEndOfFile ? gap() : tokens_[at_].span; }
    [[nodiscard]] bool expects(std::size_t token) const {
        return expected_.contains(static_cast<size_t>(token));
    }
    [[nodiscard]] std::size_t previous_type() const { return at_ > 0 ? tokens_[at_ - 1].type : 0; }
    [[nodiscard]] std::string quoted(std::size_t i) const {
        return quote(reporter_.text(tokens_[i].span));
    }
    [[nodiscard]] std::string found() const {
        return type() == kEndOfFile ? end_of_text() : quoted(at_);
    }
    [[nodiscard]] const char* end_of_text() const {
        return kernels_ ? "the end of the file" : "the end of the test";
    }
    /// Just past the token before.
    [[nodiscard]] Span gap() const {
        const std::uint32_t end = at_ > 0 ? tokens_[at_ - 1].span.end : tokens_[at_].span.begin;
        return {end, end};
    }
    [[nodiscard]] bool within(std::size_t rule) const { return enclosing(rule) != nullptr; }
    [[nodiscard]] const antlr4::ParserRuleContext* enclosing(std::size_t rule) const {
        return enclosing_rule(context_, rule);
    }
    [[nodiscard]] bool follows(std::initializer_list<std::size_t> types) const {
        return ends_with(at_, types);
    }
    /// Whether the tokens before `end` are of these types.
    [[nodiscard]] bool ends_with(std::size_t end, std::initializer_list<std::size_t> types) const {
        const auto same = [](std::size_t type, const LitmusToken& token) {
            return type == token.type;
        };
        return end >= types.size() &&
               std::equal(types.begin(), types.end(),
                          tokens_.begin() + static_cast<std::ptrdiff_t>(end - types.size()), same);
    }

    bool say(Span where, std::string message, std::string hint = {}) {
        reporter_.error(where, std::move(message), std::move(hint));
        return true;
    }

    /// `exist (x=1)` looks like a thread to the grammar.
    bool not_a_thread() {
        const auto* thread = enclosing(Grammar::RuleThread);
        if (!thread || within(Grammar::RuleBlock)) return false;
        const Span name{static_cast<std::uint32_t>(thread->start->getStartIndex()),
                        static_cast<std::uint32_t>(thread->start->getStopIndex() + 1)};
        const std::string_view word = reporter_.text(name);
        if (is_thread_name(word) && !kernels_) return false;
        const std::size_t next = tokens_[thread->start->getTokenIndex() + 1].type;
        if (next == Grammar::NAME || next == Grammar::STAR)
            return say(name, "unknown type " + quote(word));
        return say_not_a_definition(name, word);
    }

    bool say_not_a_definition(Span where, std::string_view word) {
        if (kernels_)
            return say(where, "expected a function, a variable or a type, found " + quote(word));
        static constexpr std::array<std::string_view, 4> kSections = {"exists", "forall",
                                                                      "scopeTree", "locations"};
        std::string hint = "threads are called P0, P1, P2 and so on";
        for (const std::string_view section : kSections)
            if (section.substr(0, 4) == word.substr(0, 4))
                hint = "did you mean " + quote(section) + "?";
        return say(where, "expected a thread, a function or a condition, found " + quote(word),
                   hint);
    }

    bool no_initial_state() {
        if (context_->getRuleIndex() != Grammar::RuleInitialState || at_ > 0) return false;
        return say(span(), "expected the initial state '{ ... }', found " + found(),
                   "write '{}' where nothing is initialised; header lines have the form key=value");
    }

    /// What C has and the grammar has not.
    bool not_supported() {
        if (type() == Grammar::TYPEDEF && within(Grammar::RuleBlock))
            return refuse("type definitions inside functions are not supported",
                          "write it before the function");
        if (type() == Grammar::LPAREN && expects(Grammar::NAME) && expects(Grammar::STAR) &&
            !expects(Grammar::INTEGER))
            return refuse("function pointers and block variables are not supported",
                          "write functions and blocks where they are used");
        if ((type() == Grammar::LABEL || type() == Grammar::COLON) && within(Grammar::RuleField))
            return refuse("bit-fields are not supported");
        return false;
    }

    bool refuse(std::string message, std::string hint = {}) {
        reporter_.unsupported(span(), std::move(message), std::move(hint));
        return true;
    }

    /// A name where only a type can stand, or was meant to stand.
    bool unknown_type() {
        if (type() == Grammar::NAME && !within(Grammar::RuleBlock) && expects(Grammar::TYPE) &&
            !expects(Grammar::NAME) &&
            (tokens_[at_ + 1].type == Grammar::NAME || tokens_[at_ + 1].type == Grammar::STAR))
            return say(span(), "unknown type " + quoted(at_));
        if (within(Grammar::RuleInitialState) && type() == Grammar::NAME && !on_new_line())
            for (const std::size_t start :
                 {Grammar::SEMICOLON, Grammar::LBRACE, Grammar::QUALIFIER})
                if (follows({start, Grammar::NAME}))
                    return say(tokens_[at_ - 1].span, "unknown type " + quoted(at_ - 1));
        if (!within(Grammar::RuleBlock) || on_new_line()) return false;
        if (follows({Grammar::LPAREN, Grammar::NAME, Grammar::RPAREN}) &&
            (type() == Grammar::INTEGER || type() == Grammar::NAME))
            return say(tokens_[at_ - 2].span, "unknown type " + quoted(at_ - 2));
        if (type() != Grammar::NAME || !follows({Grammar::NAME})) return false;
        for (const std::size_t start : {Grammar::SEMICOLON, Grammar::LBRACE, Grammar::RBRACE})
            if (ends_with(at_ - 1, {start}))
                return say(tokens_[at_ - 1].span, "unknown type " + quoted(at_ - 1));
        return false;
    }

    /// Between the declarations outside bodies.
    bool in_file_scope() {
        if (context_->getRuleIndex() == Grammar::RuleFunctionRest && expects(Grammar::LBRACE))
            return say(gap(), "expected the body '{ ... }' after the parameters");
        if (context_->getRuleIndex() != Grammar::RuleFileScope || !follows({Grammar::NAME}))
            return false;
        const bool typed =
            !ends_with(at_ - 1, {Grammar::QUALIFIER}) && !ends_with(at_ - 1, {Grammar::STORAGE});
        if (typed || on_new_line() || (type() != Grammar::NAME && type() != Grammar::STAR))
            return false;
        return say(tokens_[at_ - 1].span, "unknown type " + quoted(at_ - 1));
    }

    [[nodiscard]] bool on_new_line() const {
        const std::uint32_t from = gap().begin;
        return reporter_.text().substr(from, span().begin - from).find('\n') !=
               std::string_view::npos;
    }

    bool missing_semicolon() {
        if (context_->getRuleIndex() == Grammar::RuleTest) return false;
        if (!expects(Grammar::SEMICOLON) || !ends_something(previous_type())) return false;
        return say(gap(), "expected ';' after " + before_semicolon());
    }

    static bool ends_something(std::size_t token) {
        switch (token) {
            case Grammar::NAME:
            case Grammar::INTEGER:
            case Grammar::TRUE:
            case Grammar::FALSE:
            case Grammar::RPAREN:
            case Grammar::RBRACKET:
            case Grammar::RBRACE:
            case Grammar::INCREMENT:
            case Grammar::DECREMENT:
            case Grammar::BREAK:
            case Grammar::CONTINUE:
            case Grammar::RETURN:
                return true;
            default:
                return false;
        }
    }

    [[nodiscard]] std::string before_semicolon() const {
        if (within(Grammar::RuleInitialState)) return "this entry of the initial state";
        if (within(Grammar::RuleLocations)) return "this location";
        if (within(Grammar::RuleLaunch)) return "this launch";
        if (within(Grammar::RuleField)) return "this field";
        if (within(Grammar::RuleTypeDefinition)) return "this type definition";
        if (within(Grammar::RuleFileScope) && !within(Grammar::RuleBlock))
            return "this declaration";
        if (within(Grammar::RuleDeclaration)) return "this declaration";
        if (within(Grammar::RuleReturnStatement)) return "'return'";
        if (within(Grammar::RuleBreakStatement)) return "'break'";
        if (within(Grammar::RuleContinueStatement)) return "'continue'";
        if (within(Grammar::RuleDoStatement) && previous_type() == Grammar::RPAREN &&
            !within(Grammar::RuleExpressionStatement))
            return "the loop's condition";
        return "this expression";
    }

    bool in_condition() {
        if (!within(Grammar::RuleProposition)) return false;
        if (expects(Grammar::ASSIGN))
            return say(gap(), "expected a comparison such as '=1' after " + quoted(at_ - 1));
        if (expects(Grammar::NAME) && expects(Grammar::INTEGER))
            return say(
                span(),
                "expected a location, a register such as 0:r0 or a constant, found " + found());
        if (!expects(Grammar::RPAREN)) return false;
        return say(span(), "expected '/\\', '\\/' or ')', found " + found(), connective_hint());
    }

    [[nodiscard]] std::string connective_hint() const {
        const std::string_view word = reporter_.text(span());
        if (word == "and" || word == "&") return "write '/\\'";
        if (word == "or" || word == "|") return "write '\\/'";
        return {};
    }

    bool missing_expression() {
        if (!expects(Grammar::INTEGER) || !expects(Grammar::SIZEOF)) return false;
        const bool statement = expects(Grammar::IF);
        if (statement && type() == Grammar::ELSE)
            return say(span(), "this 'else' belongs to no 'if'");
        const char* wanted =
            statement ? "expected a statement, found " : "expected an expression, found ";
        return say(span(), wanted + found());
    }

    /// Before the body of a thread or function.
    bool in_header() {
        if (context_->getRuleIndex() == Grammar::RuleBlock && expects(Grammar::LBRACE) &&
            !expects(Grammar::RBRACE))
            return say(gap(), "expected the body '{ ... }' after the parameters");
        if (within(Grammar::RuleBlock)) return false;
        if (expects(Grammar::TYPE) && !expects(Grammar::NAME) && !expects(Grammar::STAR))
            return say(span(), "expected a parameter with its type, found " + found());
        if (context_->getRuleIndex() == Grammar::RuleThread && type() == Grammar::LBRACE)
            return say(gap(), "expected the parameters '( ... )' after " + quoted(at_ - 1));
        if (type() == Grammar::INTEGER && follows({Grammar::HOST}))
            return say(span(), "'host' has no number");
        if (within(Grammar::RulePlacements) && expects(Grammar::INTEGER))
            return say(gap(), "expected a number after " + quoted(at_ - 1));
        if (context_->getRuleIndex() == Grammar::RuleThread && type() == Grammar::NAME &&
            (follows({Grammar::INTEGER}) || follows({Grammar::HOST})))
            return say(gap(), "expected ',' between the thread's scopes");
        return false;
    }

    bool between_definitions() {
        if (context_->getRuleIndex() != Grammar::RuleTest) return false;
        if (!expects(Grammar::TYPE))
            return say(span(), "unexpected " + found() + " at " + end_of_text(), connective_hint());
        if (type() == Grammar::NAME) return say_not_a_definition(span(), reporter_.text(span()));
        return say(span(), (kernels_ ? "expected a function, a variable or a type, found "
                                     : "expected a thread, a function or a condition, found ") +
                               found());
    }

    /// What would fit, where that is at most three things.
    [[nodiscard]] std::string few_expected() const {
        constexpr std::size_t kFew = 3;
        const auto types = expected_.toList();
        if (types.empty() || types.size() > kFew) return {};
        std::string out;
        for (std::size_t i = 0; i < types.size(); ++i) {
            if (i > 0) out += i + 1 == types.size() ? " or " : ", ";
            out += in_words(static_cast<std::size_t>(types[i]));
        }
        return out;
    }

    [[nodiscard]] std::string in_words(std::size_t token) const {
        switch (token) {
            case Grammar::NAME:
                return "a name";
            case Grammar::INTEGER:
                return "an integer";
            case Grammar::TYPE:
                return "a type";
            case Grammar::QUALIFIER:
                return "a qualifier";
            case Grammar::HOST:
                return "'host'";
            case kEndOfFile:
                return end_of_text();
            default:
                return vocabulary_.getDisplayName(token);
        }
    }

    Reporter& reporter_;
    const std::vector<LitmusToken>& tokens_;
    const Context* context_;
    antlr4::misc::IntervalSet expected_;
    const antlr4::dfa::Vocabulary& vocabulary_;
    std::size_t at_;
    bool kernels_;  ///< plain OpenCL C, without threads and conditions
};

}  // namespace

void explain_mistake(Reporter& reporter, const std::vector<LitmusToken>& tokens,
                     antlr4::Parser& parser, std::size_t at) {
    Mistake(reporter, tokens, parser, at).explain();
}

const antlr4::ParserRuleContext* enclosing_rule(const Context* from, std::size_t rule) {
    for (; from; from = static_cast<const Context*>(from->parent))
        if (from->getRuleIndex() == rule)
            return static_cast<const antlr4::ParserRuleContext*>(from);
    return nullptr;
}

bool is_thread_name(std::string_view word) {
    return word.size() > 1 && word.front() == 'P' &&
           std::all_of(word.begin() + 1, word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace clmm::syntax
