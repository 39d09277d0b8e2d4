#pragma once

#include <span>

#include "execute/group_run.h"

namespace clmm::runtime {

/// What the lanes of a group do together, once for the work-group, or for the sub-groups of the
/// block whose lanes are active.
using Together = void (*)(GroupRun& run, Block& block, const Instruction& instruction);

struct TogetherEntry {
    Handler handler = nullptr;
    Together work = nullptr;
    bool of_sub_group = false;
    /// Goes on with those lanes of a sub-group that have come, once no other one can.
    bool without_all = false;
};

/// If all lanes are at the instruction, which is what converged control flow means, it runs at
/// once; else they wait there, and the GroupRun decides.
template <Together kWork>
void run_together(Block& block, const Instruction& i) {
    if (block.has_all_lanes() && block.group().block_count() == 1)
        kWork(block.group(), block, i);
    else
        block.park();
}

template <Together kWork>
void run_in_sub_group(Block& block, const Instruction& i) {
    if (block.has_all_lanes())
        kWork(block.group(), block, i);
    else
        block.park();
}

/// An argument that has to be the same for all work-items of the group; else it is reported, and
/// the run ends. Source   OpenCL C 3.0, "Synchronization Functions" (flags, scope), "Work-group
/// Collective
///          Functions" (local_id), "Work-group Pipe Functions", "Async Copies …" (all arguments)
void demand_same(GroupRun& run, std::uint32_t reg, const Instruction& i, const char* argument);
/// … of each sub-group of the block whose lanes are active.
void demand_same_in_sub_groups(GroupRun& run, Block& block, std::uint32_t reg, const Instruction& i,
                               const char* argument);

/// Those of pipes, and of sub_groups.cpp; together.cpp has the others.
[[nodiscard]] std::span<const TogetherEntry> pipe_entries();
[[nodiscard]] std::span<const TogetherEntry> sub_group_entries();

}  // namespace clmm::runtime
