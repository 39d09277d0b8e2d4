#pragma once

#include <array>
#include <cstdint>

namespace clmm::language {

/// One number for each dimension, dimension 0 first.
using Index = std::array<std::uint64_t, 3>;

/// The arithmetic of index spaces: how an NDRange falls into work-groups, these into sub-groups.
///
/// Shape    sizes are of three dimensions; those that a range has not are 1. Local sizes are not 0.
/// Units    work-items.
/// Source   "Mapping work-items onto an NDRange"; OpenCL C, "Work-Item Functions".
/// Tests    tests/unit/language/ndrange_test.cpp
[[nodiscard]] std::uint64_t product(const Index& size);
/// W = ceil(G / S), in each dimension.
[[nodiscard]] Index number_of_groups(const Index& global, const Index& local);
/// Of the work-group with this ID; the last one of a dimension may be smaller.
[[nodiscard]] Index size_of_group(const Index& global, const Index& local, const Index& group);
/// g = w × S + s + F, in each dimension.
[[nodiscard]] Index global_id(const Index& group, const Index& local_size, const Index& local,
                              const Index& offset);
/// The place in the order in which dimension 0 runs fastest, and the other way.
[[nodiscard]] std::uint64_t linear_id(const Index& at, const Index& size);
[[nodiscard]] Index from_linear(std::uint64_t position, const Index& size);

/// A work-group in sub-groups: runs of consecutive local linear IDs of which only the last may be
/// shorter.
struct SubGroups {
    std::uint64_t items = 1;    ///< of the work-group
    std::uint64_t largest = 1;  ///< the size of all but the last; at least 1

    [[nodiscard]] std::uint64_t count() const { return (items + largest - 1) / largest; }
    [[nodiscard]] std::uint64_t of(std::uint64_t linear) const { return linear / largest; }
    [[nodiscard]] std::uint64_t local_id(std::uint64_t linear) const { return linear % largest; }
    /// get_sub_group_size()
    [[nodiscard]] std::uint64_t size_of(std::uint64_t number) const {
        const std::uint64_t left = items - number * largest;
        return left < largest ? left : largest;
    }
};

}  // namespace clmm::language
