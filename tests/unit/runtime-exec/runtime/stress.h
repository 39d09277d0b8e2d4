#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace clmm::runtime::testing {

/// Random commands on random queues of two devices: kernels with children, markers, barriers,
/// native kernels, copies; random wait lists, user events that are set by other threads, by
/// callbacks, with failures, or never; work-groups and children that fail.
///
/// Idea     what is enqueued is recorded as a graph. Afterwards an independent replay of the graph
///          says which commands had to run, in which order and with which status.
struct StressOptions {
    std::uint64_t seed = 1;
    std::uint64_t work_groups = 0;  ///< stop after the round in which so many were enqueued
    unsigned commands_per_round = 1000;
};

struct StressReport {
    std::uint64_t rounds = 0;
    std::uint64_t commands = 0;     ///< children included
    std::uint64_t work_groups = 0;  ///< executed
    std::uint64_t failures = 0;     ///< commands that terminated abnormally
    double seconds = 0;             ///< without the replay
    /// What went wrong, with the seed of its round; empty if all is well.
    std::vector<std::string> problems;
};

[[nodiscard]] StressReport run_stress(const StressOptions& options);

}  // namespace clmm::runtime::testing
