#pragma once

#include <string_view>
#include <vector>

#include "clmm/language/builtins.h"
#include "clmm/parser/c_tree.h"
#include "read/type.h"

namespace clmm::litmus {

/// Built-in functions whose results follow from their arguments alone: of math, common, integer,
/// relational and geometric functions, and conversions.
/// Source   OpenCL C 3.0, "Math Functions" to "Relational Functions", "Conversions and Type
/// Casting"
[[nodiscard]] bool is_value_function(std::string_view name);
/// Which store a second result where their last argument points: `fract`, `sincos`.
[[nodiscard]] bool stores_a_result(std::string_view name);

/// Rejects operands that an integer function does not take, with what is wrong with them if that is
/// known.
void explain_operands(const language::IntegerFunction& function, const std::vector<TypePtr>& types,
                      const syntax::Call& call);

/// What a function of floating-point values yields for arguments of these types.
[[nodiscard]] TypePtr floating_result(std::string_view name, const std::vector<TypePtr>& types);
/// The type that its floating-point operands are given in.
[[nodiscard]] TypePtr floating_operand(const std::vector<TypePtr>& types);

}  // namespace clmm::litmus
