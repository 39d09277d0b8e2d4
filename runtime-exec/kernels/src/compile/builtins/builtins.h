#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "execute/scalar.h"

namespace clmm::runtime::compiler {

/// A constant of the language (language/constants.h) as a value of the executor.
struct NamedConstant {
    Scalar scalar = Scalar::i32;
    std::int64_t integer = 0;
    double floating = 0;
};
[[nodiscard]] std::optional<NamedConstant> named_constant(std::string_view name);

}  // namespace clmm::runtime::compiler
