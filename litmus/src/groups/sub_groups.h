#pragma once

#include "unfold/unfolding.h"

/// Functions of sub-groups that are no barriers and that not all of the work-groups' have: shuffles
/// and accesses of blocks.
///
/// A shuffle "need not be encountered by all work items": it is no meeting. What a work-item gives
/// reaches those that call it at the same place in the same iterations; from one that does not come
/// there, or that the sub-group lacks, comes any value. An access of a block is a meeting, and each
/// work-item accesses its part of the block as by itself.
/// Source   cl_intel_subgroups; cl_khr_subgroup_shuffle, cl_khr_subgroup_shuffle_relative
namespace clmm::litmus {

/// Once all units have run: what shuffles yield.
void constrain_shuffles(Unfolding& unfolding);

}  // namespace clmm::litmus
