#pragma once

#include <vector>

#include "clmm/language/builtins.h"
#include "clmm/litmus/term.h"

namespace clmm::litmus {

/// The built-in functions of integers as terms.
///
/// Shape    the operands have one width and sign, `select`'s last one and `upsample`'s second
/// apart:
///          select's last operand is a Boolean, true where the second one is chosen. The result has
///          the operands' width; twice it for upsample, 32 bits for any and all.
/// Errors   none. What the functions leave open is any value: products of mul24 and mad24 whose
///          operands have more than 24 bits, clamp between bounds of which the lower one is
///          greater.
/// Source   OpenCL C 3.0, "Integer Functions", "Relational Functions"
[[nodiscard]] TermId integer_function(TermPool& terms, language::IntegerFunction::Kind kind,
                                      const std::vector<TermId>& operands, bool is_signed);

}  // namespace clmm::litmus
