#pragma once

#include <array>
#include <string_view>

#include "unfold/unfolding.h"

/// async_work_group_copy, async_work_group_strided_copy and wait_group_events. "The async copy is
/// performed by all work-items in a work-group", and goes on until the group waits for its event.
///
/// A copy is a unit of its own (UnitKind::copy) with two more actions: it begins with what one
/// work-item of the group, any of them, has done before its call, since the call "does not perform
/// any implicit synchronization of source data such as using a barrier before performing the copy";
/// and it ends with what each work-item does after a wait for its event. Both are pairs of a
/// barrier's entry and exit (BarrierPair), of both regions, with no scope, so that they order this
/// and nothing else.
///
/// Source   OpenCL C 3.0, "Async Copies from Global to Local Memory, Local to Global Memory, and
///          Prefetch"
namespace clmm::litmus {

/// What the arguments of the call are named where work-items give different ones.
constexpr std::array<std::string_view, 5> kCopyArguments{"destination", "source",
                                                         "number of elements", "stride", "event"};

/// Runs the copies whose calls the work-items have made, and says what is undefined of them: other
/// arguments in another work-item, an event that no copy has, a copy that is not waited for.
void run_copies(Unfolding& unfolding);

}  // namespace clmm::litmus
