#include "constant.h"

#include <algorithm>
#include <array>

#include "clmm/litmus/term.h"

namespace clmm::litmus {
namespace {

using syntax::BinaryOperator;
using syntax::UnaryOperator;

constexpr std::string_view kOrder = "memory_order";
constexpr std::string_view kScope = "memory_scope";

constexpr std::array kEnumerators = {
    Enumerator{"memory_order_relaxed", kOrder, 0, 32, true},
    Enumerator{"memory_order_consume", kOrder, 1, 32, true},
    Enumerator{"memory_order_acquire", kOrder, 2, 32, true},
    Enumerator{"memory_order_release", kOrder, 3, 32, true},
    Enumerator{"memory_order_acq_rel", kOrder, 4, 32, true},
    Enumerator{"memory_order_seq_cst", kOrder, 5, 32, true},
    Enumerator{"memory_scope_work_item", kScope, 0, 32, true},
    Enumerator{"memory_scope_work_group", kScope, 1, 32, true},
    Enumerator{"memory_scope_device", kScope, 2, 32, true},
    Enumerator{"memory_scope_all_svm_devices", kScope, 3, 32, true},
    Enumerator{"memory_scope_all_devices", kScope, 3, 32, true},
    Enumerator{"memory_scope_sub_group", kScope, 4, 32, true},
    Enumerator{"CLK_LOCAL_MEM_FENCE", {}, 1, 32, false},
    Enumerator{"CLK_GLOBAL_MEM_FENCE", {}, 2, 32, false},
    Enumerator{"CLK_IMAGE_MEM_FENCE", {}, 4, 32, false},
    Enumerator{"CL_SUCCESS", {}, 0, 32, true},
    Enumerator{"CL_FALSE", {}, 0, 32, false},
    Enumerator{"CL_TRUE", {}, 1, 32, false},
    Enumerator{"CL_COMPLETE", {}, 0, 32, true},
    Enumerator{"CL_MAP_READ", {}, 1, 32, false},
    Enumerator{"CL_MAP_WRITE", {}, 2, 32, false},
    Enumerator{"CL_MAP_WRITE_INVALIDATE_REGION", {}, 4, 32, false},
    Enumerator{"CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE", {}, 1, 32, false},
    Enumerator{"CL_QUEUE_PROFILING_ENABLE", {}, 2, 32, false},
    Enumerator{"CL_QUEUE_ON_DEVICE", {}, 4, 32, false},
    Enumerator{"CL_QUEUE_ON_DEVICE_DEFAULT", {}, 8, 32, false},
    Enumerator{"CLK_SUCCESS", {}, 0, 32, true},
    Enumerator{"CLK_ENQUEUE_FLAGS_NO_WAIT", {}, 0, 32, true},
    Enumerator{"CLK_ENQUEUE_FLAGS_WAIT_KERNEL", {}, 1, 32, true},
    Enumerator{"CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP", {}, 2, 32, true},
    Enumerator{"NULL", {}, 0, 64, true},
    Enumerator{"CHAR_MAX", {}, 127, 32, true},
    Enumerator{"SHRT_MAX", {}, 32767, 32, true},
    Enumerator{"INT_MAX", {}, 0x7fffffffU, 32, true},
    Enumerator{"INT_MIN", {}, 0x80000000U, 32, true},
    Enumerator{"UINT_MAX", {}, 0xffffffffU, 32, false},
    Enumerator{"LONG_MAX", {}, 0x7fffffffffffffffU, 64, true},
    Enumerator{"LONG_MIN", {}, 0x8000000000000000U, 64, true},
    Enumerator{"ULONG_MAX", {}, ~std::uint64_t{0}, 64, false},
};

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

const Enumerator* find_enumerator(std::string_view name) {
    const auto found = std::ranges::find(kEnumerators, name, &Enumerator::name);
    return found == kEnumerators.end() ? nullptr : &*found;
}

std::vector<std::string> enumerator_names() {
    std::vector<std::string> names;
    for (const Enumerator& enumerator : kEnumerators) names.emplace_back(enumerator.name);
    return names;
}

std::optional<std::int64_t> constant_value(const syntax::Expression& expression) {
    if (const auto* literal = std::get_if<syntax::IntegerLiteral>(&expression.node))
        return static_cast<std::int64_t>(literal->value);
    if (const auto* name = std::get_if<syntax::Name>(&expression.node)) {
        const Enumerator* enumerator = find_enumerator(name->text);
        if (enumerator == nullptr) return std::nullopt;
        return static_cast<std::int64_t>(enumerator->value);
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
