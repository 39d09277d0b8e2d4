#pragma once

#include <vector>

#include "check/races/types.h"

namespace clmm::runtime::check {

/// Where a unit runs. Host threads are on no device; kernel-instances have those that enqueued
/// them as ancestors, the nearest last.
struct UnitPosition {
    Unit unit;
    std::uint32_t group = 0;
    std::uint32_t sub_group = 0;  ///< unique in its kernel-instance
    std::optional<std::uint32_t> device;
    const std::vector<LaunchId>* ancestors = nullptr;
};

/// The scope of an atomic operation on such memory: local memory is shared by a work-group, and
/// memory_scope_all_svm_devices needs memory that is shared with atomics. Of host threads it is
/// always all. ["Overview of atomic and fence operations"]
[[nodiscard]] Scope narrowed(Scope scope, Memory memory, bool by_host, const Rules& rules);
/// Of a fence, by the memory of the atomic object through which it synchronises.
[[nodiscard]] Scope narrowed_fence(Scope scope, Memory memory, const Rules& rules);

/// Whether an action of this scope joins units at a level: those of a sub-group, of a work-group,
/// and so on. Its own only, or (revision 3.1) those below, too.
[[nodiscard]] bool has_level(Scope scope, Scope level, const Rules& rules);
/// Whether both are in one sub-group, work-group, and so on; `device` is what
/// memory_scope_device joins on this memory.
[[nodiscard]] bool together(const UnitPosition& a, const UnitPosition& b, Scope level,
                            Memory memory, const Rules& rules);
/// incl of opencl-base.cat, of two actions with narrowed scopes on one object.
[[nodiscard]] bool inclusive(const UnitPosition& a, Scope of_a, const UnitPosition& b, Scope of_b,
                             Memory memory, const Rules& rules);

constexpr Scope kLevels[] = {Scope::sub_group, Scope::work_group, Scope::device, Scope::all};

}  // namespace clmm::runtime::check
