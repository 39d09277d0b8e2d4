#include "clmm/language/integers.h"

namespace clmm::language {
namespace {

using syntax::BinaryOperator;
using Value = std::optional<Integer>;

class Folding {
public:
    Folding(const ConstantNames& names, const ConstantSizes& sizes)
        : names_(names), sizes_(sizes) {}

    [[nodiscard]] Value operator()(const syntax::Expression& expression) const {
        return std::visit([&](const auto& node) { return fold(node); }, expression.node);
    }

private:
    [[nodiscard]] static Value fold(const syntax::IntegerLiteral& node) {
        return Integer{type_of(node), node.value};
    }
    [[nodiscard]] Value fold(const syntax::Name& node) const {
        if (names_)
            if (const Value known = names_(node.text)) return known;
        const Constant* constant = find_constant(node.text);
        if (constant == nullptr || is_floating(constant->type)) return std::nullopt;
        return Integer{integer_type(constant->type), constant->integer};
    }
    [[nodiscard]] Value fold(const syntax::Unary& node) const {
        const Value operand = (*this)(*node.operand);
        if (!operand) return std::nullopt;
        return compute(node.op, *operand);
    }
    [[nodiscard]] Value fold(const syntax::Binary& node) const {
        const Value left = (*this)(*node.left);
        if (!left || node.op == BinaryOperator::comma) return std::nullopt;
        const bool decides = (node.op == BinaryOperator::logical_and && left->bits == 0) ||
                             (node.op == BinaryOperator::logical_or && left->bits != 0);
        if (decides) return Integer{kInt, left->bits != 0 ? 1U : 0U};
        const Value right = (*this)(*node.right);
        if (!right) return std::nullopt;
        return compute(node.op, *left, *right);
    }
    [[nodiscard]] Value fold(const syntax::Conditional& node) const {
        const Value condition = (*this)(*node.condition);
        const Value yes = (*this)(*node.when_true);
        const Value no = (*this)(*node.when_false);
        if (!condition || !yes || !no) return std::nullopt;
        return converted(condition->bits != 0 ? *yes : *no, common_type(yes->type, no->type));
    }
    [[nodiscard]] Value fold(const syntax::Cast& node) const {
        const auto type = integer_type_of(node.type);
        const Value operand = type ? (*this)(*node.operand) : std::nullopt;
        if (!operand) return std::nullopt;
        return converted(*operand, *type);
    }
    [[nodiscard]] Value fold(const syntax::SizeOf& node) const {
        std::optional<IntegerType> type;
        if (node.type)
            type = integer_type_of(*node.type);
        else if (const Value operand = (*this)(*node.operand))
            type = operand->type;
        if (type) return Integer{kSizeType, type->width / 8U};
        const auto size = sizes_ ? sizes_(node) : std::nullopt;
        return size ? Value(Integer{kSizeType, *size}) : std::nullopt;
    }
    template <class Other>
    [[nodiscard]] static Value fold(const Other&) {
        return std::nullopt;
    }

    [[nodiscard]] static std::optional<IntegerType> integer_type_of(const syntax::TypeName& type) {
        if (type.is_struct || !type.pointers.empty()) return std::nullopt;
        return find_integer_type(type.base);
    }

    const ConstantNames& names_;
    const ConstantSizes& sizes_;
};

}  // namespace

std::optional<Integer> constant_value(const syntax::Expression& expression,
                                      const ConstantNames& names, const ConstantSizes& sizes) {
    return Folding(names, sizes)(expression);
}

}  // namespace clmm::language
