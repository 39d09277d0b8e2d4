#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "clmm/language/types.h"
#include "clmm/parser/c_tree.h"

namespace clmm::language {

/// Some function of these, which have one name, says so: then there may be several.
[[nodiscard]] bool are_overloadable(std::span<const syntax::Function* const> named);

/// Of functions of one name, that whose parameters are nearest to the arguments.
struct OverloadChoice {
    std::optional<std::size_t> nearest;  ///< none takes the arguments
    bool is_tie = false;                 ///< others take them equally well
};

/// Qualifiers of parameters and arguments themselves count for nothing. An array is a pointer to
/// its first element.
///
/// Source   `__attribute__((overloadable))` as compilers of OpenCL C have it: no conversion is
///          nearer than one that keeps the value, which is nearer than any other.
[[nodiscard]] OverloadChoice choose_overload(std::span<const std::vector<TypePtr>> parameters,
                                             std::span<const TypePtr> arguments);

}  // namespace clmm::language
