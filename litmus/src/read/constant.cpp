#include "read/constant.h"

#include "clmm/language/constants.h"
#include "clmm/litmus/term.h"

namespace clmm::litmus {
namespace {

using syntax::BinaryOperator;
using syntax::UnaryOperator;

using Constant = std::optional<std::int64_t>;

Constant unary(UnaryOperator op, Constant operand) {
    if (!operand) return std::nullopt;
    switch (op) {
        case UnaryOperator::plus:
            return operand;
        case UnaryOperator::minus:
            return static_cast<std::int64_t>(std::uint64_t{0} -
                                             static_cast<std::uint64_t>(*operand));
        case UnaryOperator::logical_not:
            return *operand == 0 ? 1 : 0;
        case UnaryOperator::bit_not:
            return ~*operand;
        default:
            return std::nullopt;
    }
}

std::optional<TermOp> operator_of(BinaryOperator op) {
    switch (op) {
        case BinaryOperator::multiply:
            return TermOp::multiply;
        case BinaryOperator::divide:
            return TermOp::signed_divide;
        case BinaryOperator::remainder:
            return TermOp::signed_remainder;
        case BinaryOperator::add:
            return TermOp::add;
        case BinaryOperator::subtract:
            return TermOp::subtract;
        case BinaryOperator::shift_left:
            return TermOp::shift_left;
        case BinaryOperator::shift_right:
            return TermOp::arithmetic_shift_right;
        case BinaryOperator::bit_and:
            return TermOp::bit_and;
        case BinaryOperator::bit_xor:
            return TermOp::bit_xor;
        case BinaryOperator::bit_or:
            return TermOp::bit_or;
        default:
            return std::nullopt;
    }
}

Constant binary(BinaryOperator op, Constant a, Constant b) {
    if (!a || !b) return std::nullopt;
    switch (op) {
        case BinaryOperator::less:
            return *a < *b ? 1 : 0;
        case BinaryOperator::greater:
            return *a > *b ? 1 : 0;
        case BinaryOperator::less_equal:
            return *a <= *b ? 1 : 0;
        case BinaryOperator::greater_equal:
            return *a >= *b ? 1 : 0;
        case BinaryOperator::equal:
            return *a == *b ? 1 : 0;
        case BinaryOperator::not_equal:
            return *a != *b ? 1 : 0;
        case BinaryOperator::logical_and:
            return *a != 0 && *b != 0 ? 1 : 0;
        case BinaryOperator::logical_or:
            return *a != 0 || *b != 0 ? 1 : 0;
        default:
            break;
    }
    const auto arithmetic = operator_of(op);
    const bool divides = op == BinaryOperator::divide || op == BinaryOperator::remainder;
    if (!arithmetic || (divides && *b == 0)) return std::nullopt;
    return static_cast<std::int64_t>(apply({.op = *arithmetic, .width = 64}, 64,
                                           static_cast<std::uint64_t>(*a),
                                           static_cast<std::uint64_t>(*b), 0));
}

}  // namespace

std::optional<Order> order_of(std::int64_t number) {
    using language::MemoryOrder;
    const auto order = language::memory_order(number);
    if (!order) return std::nullopt;
    switch (*order) {
        case MemoryOrder::relaxed:
            return Order::relaxed;
        case MemoryOrder::acquire:
            return Order::acquire;
        case MemoryOrder::release:
            return Order::release;
        case MemoryOrder::acq_rel:
            return Order::acq_rel;
        default:
            return Order::seq_cst;
    }
}

std::optional<Scope> scope_of(std::int64_t number) {
    using language::MemoryScope;
    const auto scope = language::memory_scope(number);
    if (!scope) return std::nullopt;
    switch (*scope) {
        case MemoryScope::work_item:
            return Scope::work_item;
        case MemoryScope::sub_group:
            return Scope::sub_group;
        case MemoryScope::work_group:
            return Scope::work_group;
        case MemoryScope::device:
            return Scope::device;
        default:
            return Scope::all;
    }
}

std::optional<Regions> regions_of(std::int64_t number) {
    const auto flags = language::fence_flags(number);
    if (!flags) return std::nullopt;
    return Regions{.global = flags->global, .local = flags->local, .image = flags->image};
}

std::optional<std::int64_t> constant_value(const syntax::Expression& expression) {
    if (const auto* literal = std::get_if<syntax::IntegerLiteral>(&expression.node))
        return static_cast<std::int64_t>(literal->value);
    if (const auto* name = std::get_if<syntax::Name>(&expression.node)) {
        const language::Constant* constant = language::find_constant(name->text);
        if (constant == nullptr || language::is_floating(constant->type)) return std::nullopt;
        return static_cast<std::int64_t>(constant->integer);
    }
    if (const auto* node = std::get_if<syntax::Unary>(&expression.node))
        return unary(node->op, constant_value(*node->operand));
    if (const auto* node = std::get_if<syntax::Binary>(&expression.node))
        return binary(node->op, constant_value(*node->left), constant_value(*node->right));
    return std::nullopt;
}

std::optional<std::uint64_t> local_array_elements(const syntax::Call& call) {
    if (call.arguments.size() != 1) return std::nullopt;
    const auto number = constant_value(*call.arguments[0]);
    if (!number || *number < 1 || *number > 65536) return std::nullopt;
    return static_cast<std::uint64_t>(*number);
}

}  // namespace clmm::litmus
