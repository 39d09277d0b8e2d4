#pragma once

#include <optional>
#include <vector>

#include "clmm/parser/c_tree.h"

namespace clmm::language {

/// `.field[2] = value` in an initialiser, which the parser makes an assignment to a part of an
/// object without a name.
struct Designation {
    std::vector<const syntax::Expression*> steps;  ///< Member or Subscript, the outermost first
    const syntax::Expression* value = nullptr;
};

[[nodiscard]] std::optional<Designation> designation(const syntax::Expression& element);
[[nodiscard]] bool has_designations(const std::vector<syntax::ExpressionPtr>& elements);

}  // namespace clmm::language
