#include "cat/builder.h"

#include <utility>

#include "cat/comment.h"
#include "cat/token_types.h"

namespace clmm::syntax {
namespace {

using Parser = clmm_antlr::CatParser;

Span span_of_token(const antlr4::Token& token) {
    return {static_cast<std::uint32_t>(token.getStartIndex()),
            static_cast<std::uint32_t>(token.getStopIndex() + 1)};
}

std::uint32_t end_of(const antlr4::ParserRuleContext& context) { return span_of(context).end; }

template <class Node>
CatExpressionPtr make(Span span, Node node) {
    return std::make_unique<CatExpression>(CatExpression{span, std::move(node)});
}

CatCheckKind kind_of(Parser::CheckContext& context) {
    if (context.ACYCLIC()) return CatCheckKind::acyclic;
    return context.IRREFLEXIVE() ? CatCheckKind::irreflexive : CatCheckKind::empty;
}

CatInfix infix_of(Parser::InfixContext& context) {
    if (context.PIPE()) return CatInfix::unite;
    if (context.SEMICOLON()) return CatInfix::sequence;
    if (context.BACKSLASH()) return CatInfix::subtract;
    return context.AMPERSAND() ? CatInfix::intersect : CatInfix::product;
}

CatPostfix postfix_of(Parser::PostfixContext& context) {
    if (context.PLUS()) return CatPostfix::transitive_closure;
    if (context.CLOSURE()) return CatPostfix::reflexive_transitive_closure;
    return context.QUESTION() ? CatPostfix::optional : CatPostfix::inverse;
}

}  // namespace

Span span_of(const antlr4::ParserRuleContext& context) {
    return {span_of_token(*context.start).begin, span_of_token(*context.stop).end};
}

CatName CatBuilder::name(antlr4::tree::TerminalNode& node) const {
    const Span span = span_of_token(*node.getSymbol());
    return {span, std::string(source_->text().substr(span.begin, span.end - span.begin))};
}

std::optional<CatName> CatBuilder::name(Parser::AsNameContext* context) const {
    if (!context) return std::nullopt;
    return name(*context->NAME());
}

CatName CatBuilder::quoted(antlr4::tree::TerminalNode& node) const {
    CatName out = name(node);
    out.text = out.text.substr(1, out.text.size() - 2);
    return out;
}

std::string CatBuilder::citation(Span span) const {
    return std::string(citation_above(source_->text(), tokens_.comments, span.begin));
}

std::string CatBuilder::documentation(Parser::ModelContext& model) const {
    if (tokens_.comments.empty()) return {};
    const auto statements = model.statement();
    const std::uint32_t code = statements.empty()
                                   ? static_cast<std::uint32_t>(source_->text().size())
                                   : span_of(*statements.front()).begin;
    const CatComment& first = tokens_.comments.front();
    return first.span.begin < code ? first.text : std::string();
}

CatTree CatBuilder::build(Parser::ModelContext& model) {
    CatTree tree;
    tree.source = source_;
    if (Parser::TitleContext* title = model.title())
        tree.title = title->STRING() ? quoted(*title->STRING()) : name(*title->NAME());
    tree.documentation = documentation(model);
    tree.statements = statements(model.statement());
    return tree;
}

// ---- statements ----

std::vector<CatStatement> CatBuilder::statements(
    const std::vector<Parser::StatementContext*>& contexts) {
    std::vector<CatStatement> out;
    for (Parser::StatementContext* context : contexts) {
        if (context->show())
            add_shows(*context->show(), out);
        else
            out.push_back(statement(*context));
    }
    return out;
}

CatStatement CatBuilder::statement(Parser::StatementContext& context) {
    const Span span = span_of(context);
    CatStatement out{span, citation(span), {}};
    if (auto* definition = context.definition())
        out.node = CatDefinition{bindings(*definition->bindings())};
    else if (auto* a_check = context.check())
        out.node = check(*a_check);
    else if (auto* include = context.include())
        out.node = CatInclude{quoted(*include->STRING())};
    else if (auto* variant = context.variantDefault())
        out.node = CatVariant{quoted(*variant->STRING())};
    else if (auto* a_conditional = context.conditional())
        out.node = conditional(*a_conditional);
    else if (auto* choice = context.choice()) {
        if (const CatName from = name(*choice->NAME(1)); from.text != "total_order")
            diagnostics_.push_back(
                cat_error(source_, from.span, "cannot choose from '" + from.text + "'",
                          from.text.starts_with("generate_")
                              ? "leave it out: co has all orders of writes by itself"
                              : "with NAME from total_order(SET)"));
        out.node = CatChoice{name(*choice->NAME(0)), expression(*choice->expression())};
    }
    return out;
}

CatCheck CatBuilder::check(Parser::CheckContext& context) {
    CatCheck out;
    if (context.FLAG()) out.role = CatCheckRole::flag;
    if (context.UNDEFINED_UNLESS()) out.role = CatCheckRole::undefined_unless;
    out.negated = context.TILDE() != nullptr;
    out.kind = kind_of(context);
    out.expression = expression(*context.expression());
    out.name = name(context.asName());
    if (out.role != CatCheckRole::axiom && !out.name)
        diagnostics_.push_back(
            cat_error(source_, span_of(context), "what is flagged needs a name", "… as data-race"));
    return out;
}

void CatBuilder::add_shows(Parser::ShowContext& context, std::vector<CatStatement>& out) {
    const bool hide = context.UNSHOW() != nullptr;
    for (Parser::ShownContext* shown : context.shown()) {
        CatShow show{hide, expression(*shown->expression()), name(shown->asName())};
        out.push_back({span_of(*shown), citation(span_of(context)), std::move(show)});
    }
}

CatConditional CatBuilder::conditional(Parser::ConditionalContext& context) {
    std::vector<Parser::StatementContext*> yes, no;
    const std::size_t split = context.ELSE() ? context.ELSE()->getSymbol()->getTokenIndex()
                                             : static_cast<std::size_t>(-1);
    for (Parser::StatementContext* statement : context.statement())
        (statement->start->getTokenIndex() < split ? yes : no).push_back(statement);
    return {condition(*context.condition()), statements(yes), statements(no)};
}

CatBindings CatBuilder::bindings(Parser::BindingsContext& context) {
    CatBindings out;
    out.recursive = context.REC() != nullptr;
    for (Parser::BindingContext* each : context.binding()) out.bindings.push_back(binding(*each));
    return out;
}

CatBinding CatBuilder::binding(Parser::BindingContext& context) {
    CatBinding out{span_of(context), name(*context.NAME()), {}, {}};
    if (Parser::ParametersContext* parameters = context.parameters())
        for (antlr4::tree::TerminalNode* each : parameters->NAME())
            out.parameters.push_back(name(*each));
    out.body = expression(*context.expression());
    return out;
}

// ---- conditions ----

CatConditionPtr CatBuilder::condition(Parser::ConditionContext& context) {
    const auto parts = context.conjunction();
    if (parts.size() == 1) return conjunction(*parts.front());
    CatCondition out{span_of(context), CatCondition::Op::any, {}, {}};
    for (Parser::ConjunctionContext* each : parts) out.operands.push_back(conjunction(*each));
    return std::make_unique<CatCondition>(std::move(out));
}

CatConditionPtr CatBuilder::conjunction(Parser::ConjunctionContext& context) {
    const auto parts = context.negation();
    if (parts.size() == 1) return negation(*parts.front());
    CatCondition out{span_of(context), CatCondition::Op::all, {}, {}};
    for (Parser::NegationContext* each : parts) out.operands.push_back(negation(*each));
    return std::make_unique<CatCondition>(std::move(out));
}

CatConditionPtr CatBuilder::negation(Parser::NegationContext& context) {
    if (context.condition()) return condition(*context.condition());
    CatCondition out;
    out.span = span_of(context);
    if (context.negation()) {
        out.op = CatCondition::Op::negation;
        out.operands.push_back(negation(*context.negation()));
    } else {
        out.variant = quoted(*context.STRING()).text;
    }
    return std::make_unique<CatCondition>(std::move(out));
}

// ---- expressions ----

CatExpressionPtr CatBuilder::expression(Parser::ExpressionContext& context) {
    const Span span = span_of(context);
    if (Parser::LocalContext* local = context.local())
        return make(span, CatLocal{bindings(*local->bindings()), expression(*local->expression())});
    if (Parser::SelectionContext* selection = context.selection())
        return make(span, CatSelection{condition(*selection->condition()),
                                       expression(*selection->expression(0)),
                                       expression(*selection->expression(1))});
    return operation(*context.operation());
}

CatExpressionPtr CatBuilder::operation(Parser::OperationContext& context) {
    Operands operands;
    std::vector<CatInfix> operators;
    for (Parser::OperandContext* each : context.operand()) operands.push_back(operand(*each));
    for (Parser::InfixContext* each : context.infix()) operators.push_back(infix_of(*each));
    return order_cat_operands(std::move(operands), operators);
}

CatExpressionPtr CatBuilder::operand(Parser::OperandContext& context) {
    CatExpressionPtr inner = application(*context.application());
    CatUnaryExpression unary;
    unary.complements = static_cast<std::uint32_t>(context.TILDE().size());
    for (Parser::PostfixContext* each : context.postfix()) {
        unary.postfixes.push_back(postfix_of(*each));
        unary.postfix_ends.push_back(end_of(*each));
    }
    if (unary.complements == 0 && unary.postfixes.empty()) return inner;
    unary.operand = std::move(inner);
    return make(span_of(context), std::move(unary));
}

CatExpressionPtr CatBuilder::application(Parser::ApplicationContext& context) {
    const auto atoms = context.atom();
    if (atoms.size() == 1) return atom(*atoms.front());
    if (atoms.size() > 2)
        diagnostics_.push_back(cat_error(source_, span_of(*atoms[2]),
                                         "an operator is missing before this",
                                         "several arguments go in parentheses: f(x, y)"));
    CatApplication out{atom(*atoms[0]), {}};
    if (Parser::GroupContext* arguments = atoms[1]->group())
        for (Parser::ExpressionContext* each : arguments->expression())
            out.arguments.push_back(expression(*each));
    else
        out.arguments.push_back(atom(*atoms[1]));
    return make(span_of(context), std::move(out));
}

CatExpressionPtr CatBuilder::atom(Parser::AtomContext& context) {
    const Span span = span_of(context);
    if (context.NAME()) return make(span, CatNameUse{name(*context.NAME()).text});
    if (context.group()) return group(*context.group());
    if (context.identityOn())
        return make(span, CatIdentityOn{expression(*context.identityOn()->expression())});
    return make(span, CatEmpty{});
}

CatExpressionPtr CatBuilder::group(Parser::GroupContext& context) {
    const auto parts = context.expression();
    if (parts.size() == 1) return expression(*parts.front());
    CatTuple tuple;
    for (Parser::ExpressionContext* each : parts) tuple.elements.push_back(expression(*each));
    return make(span_of(context), std::move(tuple));
}

}  // namespace clmm::syntax
