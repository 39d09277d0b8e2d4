#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "clmm/language/conversion_names.h"

namespace clmm::language {

/// The components of a vector of so many that a name stands for: `x`, `xyz`, `s0`, `sAf`, `rgb`,
/// `lo`, `hi`, `even`, `odd`. The last one of `hi` and `odd` of three is one that there is not.
///
/// Errors   empty where it is no such name.
/// Source   OpenCL C 3.0, "Vector Components"
[[nodiscard]] std::vector<unsigned> components_named(std::string_view name, unsigned lanes);

/// `vload4`, `vstore_half4_rte`, `vloada_half3`.
struct VectorAccess {
    bool stores = false;
    bool of_halves = false;   ///< in memory; floats or doubles in values
    bool is_aligned = false;  ///< `vloada_half`: of all components together
    unsigned lanes = 1;
    Rounding rounding = Rounding::none;  ///< of stored halves
};
/// Source   OpenCL C 3.0, "Vector Data Load and Store Functions"
[[nodiscard]] std::optional<VectorAccess> find_vector_access(std::string_view name);

}  // namespace clmm::language
