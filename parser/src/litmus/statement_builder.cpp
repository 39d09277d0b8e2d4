// Statements.
#include "litmus/builder.h"

namespace clmm::syntax {
namespace {

template <class Node>
StatementPtr make_statement(Span span, Node node) {
    return std::make_unique<Statement>(Statement{span, std::move(node)});
}

template <class Context>
Context* as(antlr4::ParserRuleContext* context) {
    return static_cast<Context*>(context);
}

}  // namespace

Block LitmusBuilder::block(Grammar::BlockContext* context) {
    Block out;
    block_structs_.emplace_back();
    block_types_.emplace_back();
    for (Grammar::StatementContext* inner : context->statement()) {
        if (auto* label = inner->caseLabel(); label && label->ELLIPSIS())
            case_range(label, out);
        else
            out.statements.push_back(statement(inner));
    }
    block_structs_.pop_back();
    block_types_.pop_back();
    return out;
}

/// `case 1 ... 3:` is `case 1: case 2: case 3:`.
void LitmusBuilder::case_range(Grammar::CaseLabelContext* context, Block& out) {
    constexpr std::uint64_t kMost = 1024;
    const Span span = span_of(context);
    const ExpressionPtr first = expression(context->expression(0));
    const ExpressionPtr last = expression(context->expression(1));
    const auto* low = std::get_if<IntegerLiteral>(&first->node);
    const auto* high = std::get_if<IntegerLiteral>(&last->node);
    if (!low || !high || high->value < low->value || high->value - low->value >= kMost) {
        reporter_.unsupported(span,
                              "a range of cases that is no two constants in order, or too long",
                              "at most 1024 cases; write numbers");
        return;
    }
    for (std::uint64_t value = low->value; value <= high->value; ++value)
        out.statements.push_back(make_statement(
            span,
            Case{make_expression(span, IntegerLiteral{value, low->is_unsigned, low->is_long})}));
}

StatementPtr LitmusBuilder::statement(Grammar::StatementContext* context) {
    auto* inner = as<antlr4::ParserRuleContext>(
        static_cast<antlr4::ParserRuleContext*>(context->children.front()));
    const Span span = span_of(inner);
    switch (inner->getRuleIndex()) {
        case Grammar::RuleBlock:
            return make_statement(span, block(as<Grammar::BlockContext>(inner)));
        case Grammar::RuleEmptyStatement:
            return make_statement(span, Empty{});
        case Grammar::RuleIfStatement:
            return if_statement(as<Grammar::IfStatementContext>(inner));
        case Grammar::RuleCaseLabel:
            return make_statement(
                span, Case{expression(as<Grammar::CaseLabelContext>(inner)->expression(0))});
        case Grammar::RuleDefaultLabel:
            return make_statement(span, Default{});
        case Grammar::RuleBreakStatement:
            return make_statement(span, Break{});
        case Grammar::RuleContinueStatement:
            return make_statement(span, Continue{});
        case Grammar::RuleReturnStatement: {
            auto* value = as<Grammar::ReturnStatementContext>(inner)->expression();
            return make_statement(span, Return{value ? expression(value) : nullptr});
        }
        case Grammar::RuleLabelled: {
            auto* labelled = as<Grammar::LabelledContext>(inner);
            return make_statement(
                span, Labelled{text(labelled->LABEL()), statement(labelled->statement())});
        }
        case Grammar::RuleInnerTypeDefinition:
            type_definitions(as<Grammar::InnerTypeDefinitionContext>(inner)->newTypes(), *tree_);
            return make_statement(span, Empty{});
        case Grammar::RuleDeclaration:
            return make_statement(
                span, DeclarationStatement{declaration(as<Grammar::DeclarationContext>(inner))});
        case Grammar::RuleExpressionStatement:
            return make_statement(
                span, ExpressionStatement{expression(
                          as<Grammar::ExpressionStatementContext>(inner)->expression())});
        default:
            return loop_or_switch(inner);
    }
}

StatementPtr LitmusBuilder::loop_or_switch(antlr4::ParserRuleContext* context) {
    const Span span = span_of(context);
    switch (context->getRuleIndex()) {
        case Grammar::RuleWhileStatement: {
            auto* loop = as<Grammar::WhileStatementContext>(context);
            ExpressionPtr condition = tested(loop->expression());
            return make_statement(span, While{std::move(condition), statement(loop->statement())});
        }
        case Grammar::RuleDoStatement: {
            auto* loop = as<Grammar::DoStatementContext>(context);
            StatementPtr body = statement(loop->statement());
            return make_statement(span, DoWhile{std::move(body), tested(loop->expression())});
        }
        case Grammar::RuleSwitchStatement: {
            auto* choice = as<Grammar::SwitchStatementContext>(context);
            ExpressionPtr subject = expression(choice->expression());
            return make_statement(span, Switch{std::move(subject), statement(choice->statement())});
        }
        default: {
            auto* loop = as<Grammar::ForStatementContext>(context);
            For out;
            out.init = for_init(loop->forInit());
            if (loop->forCondition()) out.condition = tested(loop->forCondition()->expression());
            if (loop->forStep()) out.step = expression(loop->forStep()->expression());
            out.body = statement(loop->statement());
            return make_statement(span, std::move(out));
        }
    }
}

StatementPtr LitmusBuilder::for_init(Grammar::ForInitContext* context) {
    const Span span = span_of(context);
    if (auto* inner = context->declaration())
        return make_statement(span, DeclarationStatement{declaration(inner)});
    if (auto* inner = context->expressionStatement())
        return make_statement(span, ExpressionStatement{expression(inner->expression())});
    return make_statement(span, Empty{});
}

StatementPtr LitmusBuilder::if_statement(Grammar::IfStatementContext* context) {
    If out;
    out.condition = tested(context->expression());
    out.when_true = statement(context->statement(0));
    if (context->ELSE()) out.when_false = statement(context->statement(1));
    return make_statement(span_of(context), std::move(out));
}

/// A condition; `if (r = 1)` is C, but hardly ever meant.
ExpressionPtr LitmusBuilder::tested(Grammar::ExpressionContext* context) {
    ExpressionPtr out = expression(context);
    const auto* assigned = std::get_if<Assignment>(&out->node);
    if (assigned && !assigned->op && std::holds_alternative<IntegerLiteral>(assigned->value->node))
        reporter_.warning(out->span, "this condition assigns a constant and does not compare",
                          "write '==' to compare");
    return out;
}

}  // namespace clmm::syntax
