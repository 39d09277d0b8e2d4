#pragma once

#include <optional>

#include "clmm/parser/c_tree.h"
#include "read/type_names.h"

namespace clmm::litmus {

/// A constant expression that may have floating-point operands, as a program-scope variable starts
/// with: literals, predefined constants, `+ - * /` and casts, each rounded to its type.
///
/// Errors   nothing where it is none.
/// Source   C11 6.6 p5, p7
[[nodiscard]] std::optional<double> floating_constant(const syntax::Expression& expression,
                                                      const TypeNames& types);

}  // namespace clmm::litmus
