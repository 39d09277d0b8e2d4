#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "execute/scalar.h"

namespace clmm::runtime::compiler {

/// A constant of the language: `M_PI`, `CLK_GLOBAL_MEM_FENCE`, `memory_order_acquire`, …
struct NamedConstant {
    Scalar scalar = Scalar::i32;
    std::int64_t integer = 0;
    double floating = 0;
};
[[nodiscard]] std::optional<NamedConstant> named_constant(const std::string& name);

/// `did you mean 'x'?`, or nothing.
[[nodiscard]] std::string did_you_mean(const std::string& name,
                                       const std::vector<std::string>& known);

}  // namespace clmm::runtime::compiler
