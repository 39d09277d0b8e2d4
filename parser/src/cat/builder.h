#pragma once

#include <vector>

#include "CatParser.h"
#include "cat/lexer.h"
#include "clmm/parser/cat_tree.h"

namespace clmm::syntax {

/// Makes the tree of a text that parsed without errors: operators by precedence, citations
/// from comments. Says what the grammar leaves open: a `flag` without a name.
class CatBuilder {
public:
    CatBuilder(SourcePtr source, const CatTokens& tokens, Diagnostics& diagnostics)
        : source_(std::move(source)), tokens_(tokens), diagnostics_(diagnostics) {}

    [[nodiscard]] CatTree build(clmm_antlr::CatParser::ModelContext& model);

private:
    using Parser = clmm_antlr::CatParser;
    using Operands = std::vector<CatExpressionPtr>;

    std::vector<CatStatement> statements(const std::vector<Parser::StatementContext*>& contexts);
    CatStatement statement(Parser::StatementContext& context);
    CatCheck check(Parser::CheckContext& context);
    CatConditional conditional(Parser::ConditionalContext& context);
    void add_shows(Parser::ShowContext& context, std::vector<CatStatement>& out);

    CatBindings bindings(Parser::BindingsContext& context);
    CatBinding binding(Parser::BindingContext& context);
    CatConditionPtr condition(Parser::ConditionContext& context);
    CatConditionPtr conjunction(Parser::ConjunctionContext& context);
    CatConditionPtr negation(Parser::NegationContext& context);

    CatExpressionPtr expression(Parser::ExpressionContext& context);
    CatExpressionPtr operation(Parser::OperationContext& context);
    CatExpressionPtr operand(Parser::OperandContext& context);
    CatExpressionPtr application(Parser::ApplicationContext& context);
    CatExpressionPtr atom(Parser::AtomContext& context);
    CatExpressionPtr group(Parser::GroupContext& context);

    [[nodiscard]] CatName name(antlr4::tree::TerminalNode& node) const;
    [[nodiscard]] std::optional<CatName> name(Parser::AsNameContext* context) const;
    [[nodiscard]] CatName quoted(antlr4::tree::TerminalNode& node) const;
    [[nodiscard]] std::string citation(Span span) const;
    [[nodiscard]] std::string documentation(Parser::ModelContext& model) const;

    SourcePtr source_;
    const CatTokens& tokens_;
    Diagnostics& diagnostics_;
};

[[nodiscard]] Span span_of(const antlr4::ParserRuleContext& context);

/// Orders operands and the operators between them by precedence (operators.size() + 1 ==
/// operands.size()).
[[nodiscard]] CatExpressionPtr order_cat_operands(std::vector<CatExpressionPtr> operands,
                                                  const std::vector<CatInfix>& operators);

}  // namespace clmm::syntax
