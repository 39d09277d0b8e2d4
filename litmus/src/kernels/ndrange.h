#pragma once

#include <array>
#include <cstdint>

namespace clmm::litmus {

using Index = std::array<std::uint64_t, 3>;

/// An index space and how it falls into work-groups (spec, "Mapping work-items onto an NDRange").
///
/// Shape    dimensions beyond `dimensions` have size 1. Where a local size does not divide the
///          global size, the last work-group of that dimension is smaller.
struct NDRange {
    unsigned dimensions = 1;
    Index global{1, 1, 1};
    Index local{1, 1, 1};
    Index offset{0, 0, 0};
    std::uint64_t sub_group_size = 0;  ///< 0: a work-group is one sub-group

    [[nodiscard]] std::uint64_t items() const { return global[0] * global[1] * global[2]; }
    [[nodiscard]] Index groups() const;  ///< W = ceil(G / S)
};

/// A point of an NDRange.
struct WorkItem {
    NDRange range;
    Index group{};  ///< w
    Index local{};  ///< s

    [[nodiscard]] Index global() const;  ///< g = w × S + s + F
    [[nodiscard]] Index group_size() const;
    [[nodiscard]] std::uint64_t linear_global() const;
    [[nodiscard]] std::uint64_t linear_local() const;
    [[nodiscard]] std::uint64_t linear_group() const;
    [[nodiscard]] std::uint64_t items_of_group() const;
    [[nodiscard]] std::uint64_t largest_sub_group() const;
    [[nodiscard]] std::uint64_t sub_group() const;
    [[nodiscard]] std::uint64_t sub_groups() const;
    [[nodiscard]] std::uint64_t sub_group_local() const;
    [[nodiscard]] std::uint64_t items_of_sub_group() const;
};

/// The item at a position of the order in which x runs fastest within a group, groups likewise.
[[nodiscard]] WorkItem work_item(const NDRange& range, std::uint64_t position);

}  // namespace clmm::litmus
