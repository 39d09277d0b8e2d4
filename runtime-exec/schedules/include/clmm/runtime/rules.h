#pragma once

#include <cstdint>

namespace clmm::runtime {

/// The readings that the memory model leaves open, as the variants of the same names of the model
/// files. The defaults are those of opencl-3.0; opencl-3.1 has `mutual`,
/// opencl-scoped `as_written`.
///
/// Source   model/cat/opencl-base.cat, opencl-commands-base.cat
/// Tests    tests/unit/runtime-exec/check/races_model_test.cpp, tests/unit/cli/exec_rules_test.cpp
struct Rules {
    enum class InclusiveScope : std::uint8_t { same, mutual };
    enum class DeviceScope : std::uint8_t {
        kernel_instance,   ///< a kernel-instance and those that it enqueued
        parent_and_child,  ///< … but not two that it enqueued
        descendants,       ///< … and those that they enqueued, and so on
        device
    };
    enum class LocalScope : std::uint8_t { narrowed, as_written };
    enum class AtomicSync : std::uint8_t { incl, text };
    enum class ReleaseSequence : std::uint8_t { c11, c20 };
    enum class CrossingRegions : std::uint8_t { sc_or_two_flag_fences, two_flag_fences };
    enum class CrossingJoins : std::uint8_t { no, yes };
    enum class UserEvent : std::uint8_t { commands, all_that_wait };
    InclusiveScope inclusive_scope = InclusiveScope::same;
    DeviceScope device_scope = DeviceScope::kernel_instance;
    LocalScope local_scope = LocalScope::narrowed;
    AtomicSync atomic_sync = AtomicSync::incl;
    ReleaseSequence release_sequence = ReleaseSequence::c11;
    CrossingRegions crossing_regions = CrossingRegions::sc_or_two_flag_fences;
    CrossingJoins crossing_joins = CrossingJoins::no;
    UserEvent user_event = UserEvent::commands;

    friend bool operator==(const Rules&, const Rules&) = default;
};

}  // namespace clmm::runtime
