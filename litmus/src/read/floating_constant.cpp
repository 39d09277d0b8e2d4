#include "read/floating_constant.h"

#include <cmath>

#include "clmm/language/constants.h"
#include "clmm/language/integers.h"

namespace clmm::litmus {
namespace {

using syntax::BinaryOperator;
using syntax::UnaryOperator;

struct Number {
    double value = 0;
    bool is_double = false;  ///< else the value is a float's
};
using Known = std::optional<Number>;

Number rounded(double value, bool is_double) {
    return {is_double ? value : static_cast<double>(static_cast<float>(value)), is_double};
}

class Evaluator {
public:
    explicit Evaluator(const TypeNames& types) : types_(types) {}

    Known operator()(const syntax::Expression& expression) const {
        if (const auto integer = language::constant_value(expression))
            return Number{language::is_signed(language::scalar_of(integer->type))
                              ? static_cast<double>(static_cast<std::int64_t>(integer->bits))
                              : static_cast<double>(integer->bits)};
        return std::visit([&](const auto& node) { return of(node); }, expression.node);
    }

private:
    static Known of(const syntax::FloatingLiteral& node) {
        using Precision = syntax::FloatingLiteral::Precision;
        return Number{node.value, node.precision == Precision::double_precision};
    }
    static Known of(const syntax::Name& node) {
        const language::Constant* constant = language::find_constant(node.text);
        if (constant == nullptr || !language::is_floating(constant->type)) return std::nullopt;
        return rounded(constant->floating, constant->type == language::Constant::Type::f64);
    }
    Known of(const syntax::Unary& node) const {
        const Known operand = (*this)(*node.operand);
        if (!operand || (node.op != UnaryOperator::minus && node.op != UnaryOperator::plus))
            return std::nullopt;
        return Number{node.op == UnaryOperator::minus ? -operand->value : operand->value,
                      operand->is_double};
    }
    Known of(const syntax::Binary& node) const {
        const Known left = (*this)(*node.left);
        const Known right = (*this)(*node.right);
        if (!left || !right) return std::nullopt;
        const bool is_double = left->is_double || right->is_double;
        switch (node.op) {
            case BinaryOperator::add:
                return rounded(left->value + right->value, is_double);
            case BinaryOperator::subtract:
                return rounded(left->value - right->value, is_double);
            case BinaryOperator::multiply:
                return rounded(left->value * right->value, is_double);
            case BinaryOperator::divide:
                return rounded(left->value / right->value, is_double);
            default:
                return std::nullopt;
        }
    }
    Known of(const syntax::Cast& node) const {
        const TypePtr type = types_.resolve(node.type);
        const Known operand = (*this)(*node.operand);
        if (!operand || !is_floating(type) || type->width() == 16) return std::nullopt;
        return rounded(operand->value, type->width() == 64);
    }
    template <class Other>
    static Known of(const Other&) {
        return std::nullopt;
    }

    const TypeNames& types_;
};

}  // namespace

std::optional<double> floating_constant(const syntax::Expression& expression,
                                        const TypeNames& types) {
    const Known known = Evaluator(types)(expression);
    return known ? std::optional(known->value) : std::nullopt;
}

}  // namespace clmm::litmus
