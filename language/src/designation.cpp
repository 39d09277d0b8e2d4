#include "clmm/language/designation.h"

#include <algorithm>

namespace clmm::language {

std::optional<Designation> designation(const syntax::Expression& element) {
    const auto* assignment = std::get_if<syntax::Assignment>(&element.node);
    if (!assignment || assignment->op) return std::nullopt;
    Designation out;
    out.value = assignment->value.get();
    const syntax::Expression* step = assignment->target.get();
    while (true) {
        if (const auto* name = std::get_if<syntax::Name>(&step->node)) {
            if (!name->text.empty()) return std::nullopt;
            std::ranges::reverse(out.steps);
            return out;
        }
        out.steps.push_back(step);
        if (const auto* member = std::get_if<syntax::Member>(&step->node))
            step = member->object.get();
        else if (const auto* subscript = std::get_if<syntax::Subscript>(&step->node))
            step = subscript->array.get();
        else
            return std::nullopt;
    }
}

bool has_designations(const std::vector<syntax::ExpressionPtr>& elements) {
    return std::ranges::any_of(elements,
                               [](const auto& each) { return designation(*each).has_value(); });
}

}  // namespace clmm::language
