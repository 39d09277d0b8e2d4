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

/// `intel_sub_group_block_read_us4(p)`: what the work-items of a sub-group access together, from a
/// pointer that all of them give.
///
/// Shape    component n of work-item i is element i + n * m, where m is the size of the largest
///          sub-group.
/// Source   cl_intel_subgroups, "Sub-group Read and Write Functions", and cl_intel_subgroups_char,
///          _short, _long; cl_intel_subgroup_local_block_io
struct BlockAccess {
    bool stores = false;
    Scalar scalar = Scalar::u32;
    unsigned lanes = 1;

    /// Bytes, of the pointer: "must be 32-bit (4-byte) aligned for reads, and must be 128-bit
    /// (16-byte) aligned for writes", in local memory "for both".
    [[nodiscard]] std::uint64_t alignment(bool in_local_memory) const {
        return stores || in_local_memory ? 16 : 4;
    }
};
[[nodiscard]] std::optional<BlockAccess> find_block_access(std::string_view name);

}  // namespace clmm::language
