#include "litmus_mistakes.h"

#include <algorithm>
#include <array>
#include <optional>

namespace clmm::syntax {
namespace {

using Grammar = clmm_antlr::LitmusParser;
using Context = antlr4::RuleContext;

/// The place of one mistake: the token that does not fit, the one before, and what would fit.
class Mistake {
public:
    Mistake(Reporter& reporter, const std::vector<LitmusToken>& tokens, antlr4::Parser& parser,
            std::size_t at)
        : reporter_(reporter), tokens_(tokens), context_(parser.getContext()),
          expected_(parser.getExpectedTokens()), vocabulary_(parser.getVocabulary()), at_(at) {}

    /// The first explanation that applies.
    void explain() {
        for (const auto rule : {&Mistake::not_a_thread, &Mistake::no_initial_state,
                                &Mistake::unknown_type, &Mistake::struct_definition,
                                &Mistake::missing_semicolon, &Mistake::in_condition,
                                &Mistake::missing_expression, &Mistake::in_parameters,
                                &Mistake::after_everything})
            if ((this->*rule)()) return;
        reporter_.error(span(), few_expected().empty() ? "unexpected " + found()
                                                       : "expected " + few_expected() + ", found " + found());
    }

private:
    [[nodiscard]] std::size_t type() const { return tokens_[at_].type; }
    [[nodiscard]] Span span() const { return tokens_[at_].span; }
    [[nodiscard]] bool expects(std::size_t token) const {
        return expected_.contains(static_cast<size_t>(token));
    }
    [[nodiscard]] std::size_t previous_type() const { return at_ > 0 ? tokens_[at_ - 1].type : 0; }
    [[nodiscard]] std::string quoted(std::size_t i) const {
        return "'" + std::string(reporter_.text(tokens_[i].span)) + "'";
    }
    [[nodiscard]] std::string found() const {
        return type() == kEndOfFile ? "the end of the test" : quoted(at_);
    }
    /// Just past the token before.
    [[nodiscard]] Span gap() const {
        const std::uint32_t end = at_ > 0 ? tokens_[at_ - 1].span.end : span().begin;
        return {end, end};
    }
    [[nodiscard]] bool within(std::size_t rule) const { return enclosing(rule) != nullptr; }
    [[nodiscard]] const antlr4::ParserRuleContext* enclosing(std::size_t rule) const {
        for (const Context* up = context_; up; up = static_cast<const Context*>(up->parent))
            if (up->getRuleIndex() == rule) return static_cast<const antlr4::ParserRuleContext*>(up);
        return nullptr;
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
        if (word.size() > 1 && word.front() == 'P' && word[1] >= '0' && word[1] <= '9') return false;
        static constexpr std::array<std::string_view, 4> kSections = {"exists", "forall", "scopeTree",
                                                                      "locations"};
        std::string hint = "threads are called P0, P1, P2 and so on";
        for (const std::string_view section : kSections)
            if (section.substr(0, 4) == word.substr(0, 4))
                hint = "did you mean '" + std::string(section) + "'?";
        return say(name, "expected a thread, a function or a condition, found '" + std::string(word) + "'",
                   hint);
    }

    bool no_initial_state() {
        if (context_->getRuleIndex() != Grammar::RuleInitialState || at_ > 0) return false;
        return say(span(), "expected the initial state '{ ... }', found " + found(),
                   "write '{}' where nothing is initialised; header lines have the form key=value");
    }

    /// Two names in a row at the start of a statement, or a name where a parameter starts.
    bool unknown_type() {
        const bool parameter = type() == Grammar::NAME && !expects(Grammar::NAME) &&
                               expects(Grammar::TYPE) && within(Grammar::RuleParameters) &&
                               (tokens_[at_ + 1].type == Grammar::NAME || tokens_[at_ + 1].type == Grammar::STAR);
        if (parameter) return say(span(), "unknown type " + quoted(at_));
        if (type() != Grammar::NAME || previous_type() != Grammar::NAME || at_ < 2) return false;
        const std::size_t before = tokens_[at_ - 2].type;
        const bool starts = before == Grammar::SEMICOLON || before == Grammar::LBRACE ||
                            before == Grammar::RBRACE;
        if (!starts || !within(Grammar::RuleBlock) || on_new_line()) return false;
        return say(tokens_[at_ - 1].span, "unknown type " + quoted(at_ - 1));
    }

    bool struct_definition() {
        if (type() != Grammar::LBRACE || at_ < 2 || tokens_[at_ - 2].type != Grammar::STRUCT) return false;
        return say({tokens_[at_ - 2].span.begin, tokens_[at_ - 1].span.end},
                   "struct definitions are not supported");
    }

    [[nodiscard]] bool on_new_line() const {
        const std::uint32_t from = gap().begin;
        return reporter_.text().substr(from, span().begin - from).find('\n') != std::string_view::npos;
    }

    bool missing_semicolon() {
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
            case Grammar::RETURN: return true;
            default: return false;
        }
    }

    [[nodiscard]] std::string before_semicolon() const {
        if (within(Grammar::RuleInitialState)) return "this entry of the initial state";
        if (within(Grammar::RuleLocations)) return "this location";
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
        const bool asked = within(Grammar::RuleProposition);
        if (!asked) return false;
        if (expects(Grammar::ASSIGN) && !expects(Grammar::CONJUNCTION))
            return say(gap(), "expected a comparison such as '=1' after " + quoted(at_ - 1));
        if (expects(Grammar::NAME) && expects(Grammar::INTEGER))
            return say(span(), "expected a location, a register such as 0:r0 or a constant, found " + found());
        if (expects(Grammar::CONJUNCTION)) return unjoined();
        return false;
    }

    /// What follows a complete comparison.
    bool unjoined() {
        const std::string_view word = reporter_.text(span());
        std::string hint;
        if (word == "and" || word == "&") hint = "write '/\\'";
        if (word == "or" || word == "|") hint = "write '\\/'";
        if (word == ":" ) hint = "a register is written with its thread's number: 0:r0";
        return say(span(), "unexpected " + found() + " in the condition", hint);
    }

    bool missing_expression() {
        if (!expects(Grammar::INTEGER) || !expects(Grammar::SIZEOF)) return false;
        const bool statement = expects(Grammar::IF);
        if (statement && type() == Grammar::ELSE)
            return say(span(), "this 'else' belongs to no 'if'");
        const char* wanted = statement ? "expected a statement, found " : "expected an expression, found ";
        return say(span(), wanted + found());
    }

    bool in_parameters() {
        if (!within(Grammar::RuleParameters) && context_->getRuleIndex() != Grammar::RuleThread) return false;
        if (expects(Grammar::TYPE) && !expects(Grammar::NAME))
            return say(span(), "expected a parameter with its type, found " + found());
        return false;
    }

    /// Between and after threads.
    bool after_everything() {
        if (context_->getRuleIndex() != Grammar::RuleTest) return false;
        if (!expects(Grammar::TYPE) && previous_type() != 0 && reporter_.text(span()) != "") return trailing();
        return say(span(), "expected a thread, a function or a condition, found " + found(),
                   type() == Grammar::RBRACE ? "" : "a '}' before this may close the thread too early");
    }

    bool trailing() {
        const std::string_view word = reporter_.text(span());
        std::string hint;
        if (word == "and" || word == "&") hint = "write '/\\'";
        if (word == "or" || word == "|") hint = "write '\\/'";
        return say(span(), "unexpected " + found() + " at the end of the test", hint);
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
            case Grammar::NAME: return "a name";
            case Grammar::INTEGER: return "an integer";
            case Grammar::TYPE: return "a type";
            case Grammar::QUALIFIER: return "a qualifier";
            case kEndOfFile: return "the end of the test";
            default: return vocabulary_.getDisplayName(token);
        }
    }

    Reporter& reporter_;
    const std::vector<LitmusToken>& tokens_;
    const Context* context_;
    antlr4::misc::IntervalSet expected_;
    const antlr4::dfa::Vocabulary& vocabulary_;
    std::size_t at_;
};

}  // namespace

void MistakeStrategy::explain(antlr4::Parser* parser, const antlr4::Token* offending) {
    Mistake(reporter_, tokens_, *parser, offending->getTokenIndex()).explain();
}

void MistakeStrategy::reportError(antlr4::Parser* parser, const antlr4::RecognitionException& error) {
    if (inErrorRecoveryMode(parser)) return;
    beginErrorCondition(parser);
    explain(parser, error.getOffendingToken());
}

void MistakeStrategy::reportUnwantedToken(antlr4::Parser* parser) {
    if (inErrorRecoveryMode(parser)) return;
    beginErrorCondition(parser);
    explain(parser, parser->getCurrentToken());
}

void MistakeStrategy::reportMissingToken(antlr4::Parser* parser) { reportUnwantedToken(parser); }

/// A token on a new line is not what stands in for a missing ';'.
antlr4::Token* MistakeStrategy::singleTokenDeletion(antlr4::Parser* parser) {
    if (parser->getExpectedTokens().contains(static_cast<size_t>(Grammar::SEMICOLON))) return nullptr;
    return DefaultErrorStrategy::singleTokenDeletion(parser);
}

antlr4::Token* MistakeStrategy::getMissingSymbol(antlr4::Parser* parser) {
    return parser->getCurrentToken();
}

}  // namespace clmm::syntax
