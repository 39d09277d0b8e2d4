#pragma once

#include <optional>
#include <span>
#include <string>

#include "execute/instruction.h"
#include "formulas.h"

namespace clmm::runtime::launches {

/// What a pure instruction computes from its operands' terms; nothing where it is no operation on
/// integers that is known here: then it is a function of them, whatever it is.
///
/// Shape    registers are terms of their width, floating-point ones of their bits.
/// Source   loops/arithmetic.h, which tests/every-launch/kernels.py
///          holds this against.
[[nodiscard]] std::optional<TermId> operation(Formulas& formulas, const std::string& name,
                                              std::span<const TermId> operands, unsigned width);

/// `add.i32` as its words: `add`, `i32`.
struct OperationName {
    std::string word;
    std::string scalar;  ///< of the operands
    std::string result;  ///< of conversions
};
[[nodiscard]] OperationName split_name(const std::string& name);

}  // namespace clmm::runtime::launches
