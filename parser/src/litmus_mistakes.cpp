#include "litmus_mistakes.h"

#include "litmus_explain.h"

namespace clmm::syntax {
namespace {

using Grammar = clmm_antlr::LitmusParser;

bool within(antlr4::Parser* parser, std::size_t rule) {
    return enclosing_rule(parser->getContext(), rule) != nullptr;
}

/// Outside bodies, the initial state and the sections after the threads.
bool between_bodies(antlr4::Parser* parser) {
    return !within(parser, Grammar::RuleBlock) && !within(parser, Grammar::RuleInitialState) &&
           !within(parser, Grammar::RuleSection);
}

}  // namespace

void MistakeStrategy::report(antlr4::Parser* parser, const antlr4::Token* offending) {
    if (inErrorRecoveryMode(parser)) return;
    beginErrorCondition(parser);
    explain_mistake(reporter_, tokens_, *parser, offending->getTokenIndex());
}

void MistakeStrategy::reportError(antlr4::Parser* parser, const antlr4::RecognitionException& error) {
    report(parser, error.getOffendingToken());
}

void MistakeStrategy::reportUnwantedToken(antlr4::Parser* parser) {
    report(parser, parser->getCurrentToken());
}

void MistakeStrategy::reportMissingToken(antlr4::Parser* parser) {
    report(parser, parser->getCurrentToken());
}

void MistakeStrategy::recover(antlr4::Parser* parser, std::exception_ptr error) {
    const auto current = [&] { return parser->getCurrentToken()->getTokenIndex(); };
    if (between_bodies(parser) || (current() == 0 && within(parser, Grammar::RuleInitialState)))
        skip_to_definition(parser);
    else
        DefaultErrorStrategy::recover(parser, error);
}

/// A token that starts no statement does not end the body: it is skipped.
void MistakeStrategy::sync(antlr4::Parser* parser) {
    if (parser->getContext()->getRuleIndex() == Grammar::RuleBlock) {
        const antlr4::misc::IntervalSet expected = parser->getExpectedTokens();
        while (parser->getCurrentToken()->getType() != kEndOfFile &&
               !expected.contains(parser->getCurrentToken()->getType())) {
            report(parser, parser->getCurrentToken());
            parser->consume();
        }
    }
    // Of a list of declarators, a missing ',' or ';' is found where the ';' is matched.
    if (parser->getContext()->getRuleIndex() == Grammar::RuleDeclaration) return;
    DefaultErrorStrategy::sync(parser);
}

/// Without an initial state nothing before the first thread makes sense.
bool MistakeStrategy::singleTokenInsertion(antlr4::Parser* parser) {
    return parser->getCurrentToken()->getTokenIndex() > 0 &&
           DefaultErrorStrategy::singleTokenInsertion(parser);
}

/// A missing ';' is inserted, whatever comes next.
antlr4::Token* MistakeStrategy::singleTokenDeletion(antlr4::Parser* parser) {
    if (between_bodies(parser)) return nullptr;
    if (parser->getExpectedTokens().contains(static_cast<std::size_t>(Grammar::SEMICOLON))) return nullptr;
    return DefaultErrorStrategy::singleTokenDeletion(parser);
}

antlr4::Token* MistakeStrategy::getMissingSymbol(antlr4::Parser* parser) {
    return parser->getCurrentToken();
}

/// Skipping stops at punctuation only: the rest of a broken statement holds names and types,
/// which would be taken for new statements.
antlr4::misc::IntervalSet MistakeStrategy::getErrorRecoverySet(antlr4::Parser* parser) {
    antlr4::misc::IntervalSet stops;
    const antlr4::misc::IntervalSet usual = DefaultErrorStrategy::getErrorRecoverySet(parser);
    for (const std::size_t token : {Grammar::SEMICOLON, Grammar::COMMA, Grammar::LBRACE, Grammar::RBRACE,
                                    Grammar::RPAREN, Grammar::RBRACKET, Grammar::COLON})
        if (usual.contains(token)) stops.add(static_cast<ssize_t>(token));
    return stops;
}

void MistakeStrategy::skip_to_definition(antlr4::Parser* parser) {
    int open = 0;
    for (;; parser->consume()) {
        const antlr4::Token* token = parser->getCurrentToken();
        if (token->getType() == kEndOfFile) return;
        if (open == 0 && begins_definition(token->getTokenIndex())) return;
        if (token->getType() == Grammar::LBRACE) ++open;
        if (token->getType() == Grammar::RBRACE && open > 0) --open;
    }
}

bool MistakeStrategy::begins_definition(std::size_t at) const {
    switch (tokens_[at].type) {
        case Grammar::EXISTS:
        case Grammar::FORALL:
        case Grammar::FILTER:
        case Grammar::LOCATIONS:
        case Grammar::SCOPE_TREE: return true;
        case Grammar::NAME: break;
        default: return false;
    }
    // A thread on which the mistake was made does not begin again.
    const std::size_t next = tokens_[at + 1].type;
    return (next == Grammar::AT || next == Grammar::LPAREN) &&
           is_thread_name(reporter_.text(tokens_[at].span));
}

}  // namespace clmm::syntax
