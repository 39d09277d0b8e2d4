// Expressions. The grammar gives operators as a flat list; precedence climbing orders them.
#include <algorithm>

#include "clmm/parser/statement_expression.h"
#include "clmm/parser/tree_copy.h"
#include "litmus/builder.h"
#include "litmus/literals.h"
#include "litmus/words.h"

namespace clmm::syntax {
namespace {

/// How tightly an infix operator binds; assignment and `?:` group to the right.
struct Binding {
    int precedence = 0;
    bool assigns = false;
    BinaryOperator op = BinaryOperator::comma;
};

constexpr int kAssignment = 1;
constexpr int kConditional = 2;

struct InfixToken {
    std::size_t token;
    Binding binding;
};
constexpr InfixToken kInfix[] = {
    {Grammar::STAR, {12, false, BinaryOperator::multiply}},
    {Grammar::SLASH, {12, false, BinaryOperator::divide}},
    {Grammar::PERCENT, {12, false, BinaryOperator::remainder}},
    {Grammar::PLUS, {11, false, BinaryOperator::add}},
    {Grammar::MINUS, {11, false, BinaryOperator::subtract}},
    {Grammar::SHIFT_LEFT, {10, false, BinaryOperator::shift_left}},
    {Grammar::SHIFT_RIGHT, {10, false, BinaryOperator::shift_right}},
    {Grammar::LESS, {9, false, BinaryOperator::less}},
    {Grammar::GREATER, {9, false, BinaryOperator::greater}},
    {Grammar::LESS_EQUAL, {9, false, BinaryOperator::less_equal}},
    {Grammar::GREATER_EQUAL, {9, false, BinaryOperator::greater_equal}},
    {Grammar::EQUAL, {8, false, BinaryOperator::equal}},
    {Grammar::NOT_EQUAL, {8, false, BinaryOperator::not_equal}},
    {Grammar::AMPERSAND, {7, false, BinaryOperator::bit_and}},
    {Grammar::CARET, {6, false, BinaryOperator::bit_xor}},
    {Grammar::BAR, {5, false, BinaryOperator::bit_or}},
    {Grammar::AND_AND, {4, false, BinaryOperator::logical_and}},
    {Grammar::OR_OR, {3, false, BinaryOperator::logical_or}},
    {Grammar::QUESTION, {kConditional}},
    {Grammar::STAR_ASSIGN, {kAssignment, true, BinaryOperator::multiply}},
    {Grammar::SLASH_ASSIGN, {kAssignment, true, BinaryOperator::divide}},
    {Grammar::PERCENT_ASSIGN, {kAssignment, true, BinaryOperator::remainder}},
    {Grammar::PLUS_ASSIGN, {kAssignment, true, BinaryOperator::add}},
    {Grammar::MINUS_ASSIGN, {kAssignment, true, BinaryOperator::subtract}},
    {Grammar::SHIFT_LEFT_ASSIGN, {kAssignment, true, BinaryOperator::shift_left}},
    {Grammar::SHIFT_RIGHT_ASSIGN, {kAssignment, true, BinaryOperator::shift_right}},
    {Grammar::AND_ASSIGN, {kAssignment, true, BinaryOperator::bit_and}},
    {Grammar::XOR_ASSIGN, {kAssignment, true, BinaryOperator::bit_xor}},
    {Grammar::OR_ASSIGN, {kAssignment, true, BinaryOperator::bit_or}},
};

Binding binding_of(std::size_t token) {
    const auto* row = std::ranges::find(kInfix, token, &InfixToken::token);
    if (row != std::end(kInfix)) return row->binding;
    return {kAssignment, true, BinaryOperator::comma};  // plain `=`
}

UnaryOperator prefix_operator(std::size_t token) {
    switch (token) {
        case Grammar::PLUS:
            return UnaryOperator::plus;
        case Grammar::MINUS:
            return UnaryOperator::minus;
        case Grammar::BANG:
            return UnaryOperator::logical_not;
        case Grammar::TILDE:
            return UnaryOperator::bit_not;
        case Grammar::STAR:
            return UnaryOperator::dereference;
        case Grammar::AMPERSAND:
            return UnaryOperator::address_of;
        case Grammar::INCREMENT:
            return UnaryOperator::pre_increment;
        default:
            return UnaryOperator::pre_decrement;
    }
}

Span joined(const Expression& left, const Expression& right) {
    return {left.span.begin, right.span.end};
}

bool is_assignable(const Expression& target) {
    if (const auto* unary = std::get_if<Unary>(&target.node))
        return unary->op == UnaryOperator::dereference;
    return std::holds_alternative<Name>(target.node) ||
           std::holds_alternative<Subscript>(target.node) ||
           std::holds_alternative<Member>(target.node);
}

}  // namespace

struct LitmusBuilder::Infix {
    std::size_t token = 0;
    int precedence = 0;
    Span op_span;
    ExpressionPtr when_true;  ///< of `?:` only
    ExpressionPtr operand;
};

ExpressionPtr LitmusBuilder::expression(Grammar::ExpressionContext* context) {
    ExpressionPtr left;
    for (Grammar::AssignmentContext* part : context->assignment()) {
        ExpressionPtr right = assignment(part);
        if (!left) {
            left = std::move(right);
            continue;
        }
        const Span span = joined(*left, *right);
        left =
            make_expression(span, Binary{BinaryOperator::comma, std::move(left), std::move(right)});
    }
    return left;
}

ExpressionPtr LitmusBuilder::assignment(Grammar::AssignmentContext* context) {
    ExpressionPtr first = operand(context->operand());
    if (context->children.size() == 1) return first;
    std::vector<Infix> rest;
    for (Grammar::InfixContext* infix : context->infix()) {
        const antlr4::Token* op = infix->getStart();
        ExpressionPtr when_true = infix->expression() ? expression(infix->expression()) : nullptr;
        rest.push_back({op->getType(), binding_of(op->getType()).precedence, span_of(op),
                        std::move(when_true), operand(infix->operand())});
    }
    std::size_t next = 0;
    return climb(std::move(first), rest, next, kAssignment);
}

/// Takes from `rest` every operator that binds at least as tightly as `least`.
ExpressionPtr LitmusBuilder::climb(ExpressionPtr left, std::vector<Infix>& rest, std::size_t& next,
                                   int least) {
    while (next < rest.size() && rest[next].precedence >= least) {
        Infix& infix = rest[next++];
        const int precedence = infix.precedence;
        const bool groups_right = precedence <= kConditional;
        ExpressionPtr right =
            climb(std::move(infix.operand), rest, next, groups_right ? precedence : precedence + 1);
        left = combine(std::move(left), infix, std::move(right));
    }
    return left;
}

ExpressionPtr LitmusBuilder::combine(ExpressionPtr left, Infix& infix, ExpressionPtr right) {
    const Span span = joined(*left, *right);
    const Binding binding = binding_of(infix.token);
    if (infix.when_true)
        return make_expression(
            span, Conditional{std::move(left), std::move(infix.when_true), std::move(right)});
    if (!binding.assigns)
        return make_expression(span, Binary{binding.op, std::move(left), std::move(right)});
    require_assignable(*left, infix.op_span);
    std::optional<BinaryOperator> op;
    if (binding.op != BinaryOperator::comma) op = binding.op;
    return make_expression(span, Assignment{op, std::move(left), std::move(right)});
}

void LitmusBuilder::require_assignable(const Expression& target, Span blame) {
    if (is_assignable(target)) return;
    const bool single = reporter_.text(blame) == "=";
    reporter_.error(target.span, "this expression cannot be assigned to",
                    single ? "write '==' to compare" : "");
}

ExpressionPtr LitmusBuilder::operand(Grammar::OperandContext* context) {
    if (auto* inner = context->simple()) return simple(inner);
    if (auto* inner = context->prefixed()) return prefixed(inner);
    if (auto* inner = context->parenthesised()) return parenthesised(inner);
    if (auto* inner = context->sizeOf()) return size_of(inner);
    return block_literal(context->blockLiteral());
}

ExpressionPtr LitmusBuilder::block_literal(Grammar::BlockLiteralContext* context) {
    Grammar::BlockContext* body = context->block();
    BlockLiteral out{std::make_unique<Statement>(Statement{span_of(body), block(body)})};
    if (context->parameters()) out.parameters = parameters(context->parameters());
    return make_expression(span_of(context), std::move(out));
}

ExpressionPtr LitmusBuilder::prefixed(Grammar::PrefixedContext* context) {
    const antlr4::Token* token = context->getStart();
    const UnaryOperator op = prefix_operator(token->getType());
    ExpressionPtr inner = operand(context->operand());
    if (op == UnaryOperator::pre_increment || op == UnaryOperator::pre_decrement)
        require_assignable(*inner, span_of(token));
    const Span span{span_of(token).begin, inner->span.end};
    return make_expression(span, Unary{op, std::move(inner)});
}

ExpressionPtr LitmusBuilder::size_of(Grammar::SizeOfContext* context) {
    SizeOf out;
    if (auto* inner = context->sizeOfParenthesised()) {
        if (inner->typeName())
            out.type = type_name(inner->typeName());
        else
            out.operand = postfixed(expression(inner->expression()), inner->postfix());
    } else if (auto* prefix = context->prefixed()) {
        out.operand = prefixed(prefix);
    } else if (auto* nested = context->sizeOf()) {
        out.operand = size_of(nested);
    } else {
        out.operand = simple(context->simple());
    }
    return make_expression(span_of(context), std::move(out));
}

ExpressionPtr LitmusBuilder::compound_or_cast(Grammar::ParenthesisedContext* context) {
    if (auto* list = context->initializerList()) {
        if (complete_) {
            ExpressionPtr value = initializer_list(list);
            TypeName type = type_name(context->typeName(), TreeCopy().copy(value));
            const Span span{span_of(context).begin, span_of(list).end};
            return postfixed(make_expression(span, Cast{std::move(type), std::move(value)}),
                             context->postfix());
        }
        reporter_.unsupported(span_of(context), "compound literals are not supported",
                              "declare a variable with this initialiser");
        return initializer_list(list);
    }
    TypeName type = type_name(context->typeName());
    // What follows a vector literal applies to the vector: `(float4)(a, b, c, d).x`.
    Grammar::ParenthesisedContext* inner = context->operand()->parenthesised();
    if (complete_ && inner && inner->expression() && !inner->postfix().empty() &&
        type.pointers.empty() && is_vector_type(type.base)) {
        ExpressionPtr operands = expression(inner->expression());
        const Span span{span_of(context).begin, span_of(inner->RPAREN()).end};
        return postfixed(make_expression(span, Cast{std::move(type), std::move(operands)}),
                         inner->postfix());
    }
    ExpressionPtr value = operand(context->operand());
    return make_expression(span_of(context), Cast{std::move(type), std::move(value)});
}

ExpressionPtr LitmusBuilder::statement_expression(Grammar::ParenthesisedContext* context) {
    const Span span = span_of(context);
    if (!complete_)
        reporter_.unsupported(span, "statement expressions are not supported",
                              "write the statements before the one that uses their value");
    BlockLiteral body;
    body.body = std::make_unique<Statement>(Statement{span, block(context->block())});
    Call out{std::string(kStatementExpression), span, {}};
    out.arguments.push_back(make_expression(span, std::move(body)));
    return make_expression(span, std::move(out));
}

ExpressionPtr LitmusBuilder::parenthesised(Grammar::ParenthesisedContext* context) {
    if (context->typeName()) {
        return compound_or_cast(context);
    }
    if (context->block()) return postfixed(statement_expression(context), context->postfix());
    ExpressionPtr inner = expression(context->expression());
    inner->span = {span_of(context->LPAREN()).begin, span_of(context->RPAREN()).end};
    return postfixed(std::move(inner), context->postfix());
}

ExpressionPtr LitmusBuilder::simple(Grammar::SimpleContext* context) {
    ExpressionPtr inner = primary(context->primary());
    if (context->children.size() == 1) return inner;
    return postfixed(std::move(inner), context->postfix());
}

namespace {

/// An int; the literals of the tree have no sign.
ExpressionPtr int_literal(Span span, int value) {
    const auto magnitude = static_cast<std::uint64_t>(value < 0 ? -value : value);
    ExpressionPtr literal =
        std::make_unique<Expression>(Expression{span, IntegerLiteral{magnitude}});
    if (value >= 0) return literal;
    return std::make_unique<Expression>(
        Expression{span, Unary{UnaryOperator::minus, std::move(literal)}});
}

}  // namespace

ExpressionPtr LitmusBuilder::literal(Grammar::PrimaryContext* context) {
    const Span span = span_of(context);
    const std::string_view written = reporter_.text(span);
    if (context->STRING() || written.front() == '\'') {
        Unescaped read = unescape(written);
        if (!read.well_formed)
            reporter_.error(span, "this escape sequence or constant is not well formed");
        if (context->STRING()) return make_expression(span, StringLiteral{std::move(read.text)});
        const int value = read.text.empty() ? 0 : static_cast<signed char>(read.text.front());
        return int_literal(span, value);
    }
    if (context->INTEGER()) return make_expression(span, integer(context->INTEGER()));
    if (context->FLOATING()) {
        const std::optional<FloatingLiteral> read = read_floating(written);
        if (!read) reporter_.error(span, quote(written) + " is not a floating-point constant");
        return make_expression(span, read.value_or(FloatingLiteral{}));
    }
    const std::uint64_t value = context->getStart()->getType() == Grammar::TRUE ? 1 : 0;
    return make_expression(span, IntegerLiteral{value});
}

ExpressionPtr LitmusBuilder::primary(Grammar::PrimaryContext* context) {
    const Span span = span_of(context);
    if (!context->NAME()) return literal(context);
    std::string name = text(context->NAME());
    if (!context->call()) return make_expression(span, Name{std::move(name)});
    Call call{std::move(name), span_of(context->NAME()), {}};
    for (Grammar::AssignmentContext* argument : context->call()->assignment())
        call.arguments.push_back(assignment(argument));
    return make_expression(span, std::move(call));
}

ExpressionPtr LitmusBuilder::postfixed(ExpressionPtr object,
                                       const std::vector<Grammar::PostfixContext*>& contexts) {
    for (Grammar::PostfixContext* context : contexts) object = postfix(std::move(object), context);
    return object;
}

ExpressionPtr LitmusBuilder::postfix(ExpressionPtr object, Grammar::PostfixContext* context) {
    const Span span{object->span.begin, span_of(context).end};
    switch (const antlr4::Token* token = context->getStart(); token->getType()) {
        case Grammar::LBRACKET:
            return make_expression(span,
                                   Subscript{std::move(object), expression(context->expression())});
        case Grammar::INCREMENT:
        case Grammar::DECREMENT: {
            require_assignable(*object, span_of(token));
            const bool up = token->getType() == Grammar::INCREMENT;
            const auto op = up ? UnaryOperator::post_increment : UnaryOperator::post_decrement;
            return make_expression(span, Unary{op, std::move(object)});
        }
        default: {
            const bool arrow = token->getType() == Grammar::ARROW;
            return make_expression(span, Member{std::move(object), text(context->NAME()), arrow});
        }
    }
}

}  // namespace clmm::syntax
