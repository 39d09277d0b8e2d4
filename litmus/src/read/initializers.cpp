#include "read/initializers.h"

#include "read/constant.h"

namespace clmm::litmus {
namespace {

/// `a, b, c` as its parts.
void add_operands(const syntax::Expression& expression,
                  std::vector<const syntax::Expression*>& operands) {
    const auto* binary = std::get_if<syntax::Binary>(&expression.node);
    if (binary == nullptr || binary->op != syntax::BinaryOperator::comma) {
        operands.push_back(&expression);
        return;
    }
    add_operands(*binary->left, operands);
    operands.push_back(binary->right.get());
}

}  // namespace

std::vector<const syntax::Expression*> literal_operands(const syntax::Expression& operand) {
    std::vector<const syntax::Expression*> operands;
    add_operands(operand, operands);
    return operands;
}

InitializerRules initializer_rules(IsWhole is_whole) {
    return {.is_whole = std::move(is_whole),
            .constant = [](const syntax::Expression& index) -> std::optional<std::int64_t> {
                return constant_value(index);
            }};
}

}  // namespace clmm::litmus
