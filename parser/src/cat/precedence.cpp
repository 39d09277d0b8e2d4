#include <algorithm>
#include <utility>

#include "cat/builder.h"

namespace clmm::syntax {
namespace {

/// Operands [first, last] of a flat list with the operators between them. Takes the loosest
/// operator, which CatInfix lists first, apart into one node with many operands; so the
/// depth of the result is bounded by the number of kinds of operators.
class Precedence {
public:
    Precedence(std::vector<CatExpressionPtr>& operands, const std::vector<CatInfix>& operators)
        : operands_(operands), operators_(operators) {}

    CatExpressionPtr order(std::size_t first, std::size_t last) {
        if (first == last) return std::move(operands_[first]);
        const auto begin = operators_.begin() + static_cast<std::ptrdiff_t>(first);
        const auto end = operators_.begin() + static_cast<std::ptrdiff_t>(last);
        const CatInfix loosest = *std::min_element(begin, end);
        CatInfixExpression infix{loosest, {}};
        std::size_t start = first;
        for (std::size_t i = first; i < last; ++i)
            if (operators_[i] == loosest) {
                infix.operands.push_back(order(start, i));
                start = i + 1;
            }
        infix.operands.push_back(order(start, last));
        const Span span{infix.operands.front()->span.begin, infix.operands.back()->span.end};
        return std::make_unique<CatExpression>(CatExpression{span, std::move(infix)});
    }

private:
    std::vector<CatExpressionPtr>& operands_;
    const std::vector<CatInfix>& operators_;
};

}  // namespace

CatExpressionPtr order_cat_operands(std::vector<CatExpressionPtr> operands,
                                    const std::vector<CatInfix>& operators) {
    return Precedence(operands, operators).order(0, operands.size() - 1);
}

}  // namespace clmm::syntax
