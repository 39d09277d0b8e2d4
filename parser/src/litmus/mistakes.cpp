#include "litmus/mistakes.h"

#include "litmus/explain.h"

namespace clmm::syntax {
namespace {

using Grammar = clmm_antlr::LitmusParser;

bool within(antlr4::Parser* parser, std::size_t rule) {
    return enclosing_rule(parser->getContext(), rule) != nullptr;
}

/// Between the parts of a test, or between the parts of a thread or function.
bool is_definition(antlr4::Parser* parser) {
    const std::size_t rule = parser->getContext()->getRuleIndex();
    return rule == Grammar::RuleTest || rule == Grammar::RuleDefinition ||
           rule == Grammar::RuleThread || rule == Grammar::RulePlacement ||
           rule == Grammar::RulePlacements || rule == Grammar::RuleLaunch ||
           rule == Grammar::RuleFileScope || rule == Grammar::RuleFunctionRest ||
           rule == Grammar::RuleVariableRest || rule == Grammar::RuleTypeDefinition ||
           rule == Grammar::RuleNewTypes;
}

bool is_structure(std::size_t token) {
    return (token >= Grammar::LBRACE && token <= Grammar::COLON) || token == kEndOfFile;
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

void MistakeStrategy::reportError(antlr4::Parser* parser,
                                  const antlr4::RecognitionException& error) {
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
    if (is_definition(parser) || (current() == 0 && within(parser, Grammar::RuleInitialState)))
        skip_to_definition(parser);
    else
        DefaultErrorStrategy::recover(parser, error);
}

/// A token that starts no statement does not end the body, nor one that starts no definition
/// the test: it is skipped.
void MistakeStrategy::sync(antlr4::Parser* parser) {
    const std::size_t rule = parser->getContext()->getRuleIndex();
    if (rule == Grammar::RuleBlock || rule == Grammar::RuleTest) {
        const antlr4::misc::IntervalSet expected = parser->getExpectedTokens();
        while (parser->getCurrentToken()->getType() != kEndOfFile &&
               !expected.contains(parser->getCurrentToken()->getType())) {
            report(parser, parser->getCurrentToken());
            parser->consume();
            if (rule == Grammar::RuleTest) skip_to_definition(parser);
        }
    }
    // Of a list of declarators, a missing ',' or ';' is found where the ';' is matched.
    if (rule == Grammar::RuleDeclaration || rule == Grammar::RuleVariableRest ||
        rule == Grammar::RuleTypeDefinition || rule == Grammar::RuleNewTypes ||
        rule == Grammar::RuleField)
        return;
    DefaultErrorStrategy::sync(parser);
}

/// Brackets match, so only separators can be missing.
bool MistakeStrategy::singleTokenInsertion(antlr4::Parser* parser) {
    const antlr4::misc::IntervalSet expected = parser->getExpectedTokens();
    const bool separator = expected.contains(static_cast<std::size_t>(Grammar::SEMICOLON)) ||
                           expected.contains(static_cast<std::size_t>(Grammar::COLON));
    return separator && DefaultErrorStrategy::singleTokenInsertion(parser);
}

/// A missing ';' is inserted, whatever comes next; brackets and separators give the rest of
/// the test its structure.
antlr4::Token* MistakeStrategy::singleTokenDeletion(antlr4::Parser* parser) {
    if (between_bodies(parser) || is_structure(parser->getCurrentToken()->getType()))
        return nullptr;
    if (parser->getExpectedTokens().contains(static_cast<std::size_t>(Grammar::SEMICOLON)))
        return nullptr;
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
    for (const std::size_t token :
         {Grammar::SEMICOLON, Grammar::COMMA, Grammar::LBRACE, Grammar::RBRACE, Grammar::RPAREN,
          Grammar::RBRACKET, Grammar::COLON})
        if (usual.contains(token)) stops.add(static_cast<ssize_t>(token));
    if (within(parser, Grammar::RuleForInit)) stops.add(static_cast<ssize_t>(Grammar::RPAREN));
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
        case Grammar::SCOPE_TREE:
        case Grammar::TYPEDEF:
        case Grammar::LAUNCH:
            return true;
        case Grammar::STORAGE:
        case Grammar::QUALIFIER:
        case Grammar::TYPE:
        case Grammar::STRUCT:
        case Grammar::STRUCT_DEFINITION:
        case Grammar::ENUM:
        case Grammar::ENUM_DEFINITION:
        case Grammar::ATTRIBUTE:
            return begins_line(at);
        case Grammar::NAME:
            if (tokens_.front().type == Grammar::KERNELS) return begins_line(at);
            break;
        default:
            return false;
    }
    return is_thread_name(reporter_.text(tokens_[at].span));
}

bool MistakeStrategy::begins_line(std::size_t at) const {
    const std::uint32_t begin = tokens_[at].span.begin;
    return begin == 0 || reporter_.text()[begin - 1] == '\n';
}

}  // namespace clmm::syntax
