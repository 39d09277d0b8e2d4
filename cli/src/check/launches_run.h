#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "check/test_run.h"
#include "clmm/runtime/compile.h"
#include "clmm/runtime/every_launch.h"
#include "clmm/runtime/rules.h"

namespace clmm::cli {

/// A kernel of a file, of all whose launches something is asked. `input` names both, for messages
/// of how its work ended.
struct LaunchesKernel {
    Input input;
    std::string path;
    std::shared_ptr<const runtime::ProgramCode> program;
    std::shared_ptr<const runtime::KernelCode> kernel;
    runtime::LaunchSpace space;                    ///< its launches
    std::vector<enumerator::Property> properties;  ///< that are asked for
    runtime::Rules rules;                          ///< of the model that says what a race is
    Diagnostics remarks;                           ///< of its file, at the first kernel
    Diagnostics problems;                          ///< why there is no kernel
};

/// What is known of each property so far: race-free, no-divergence, bounds.
using LaunchesPieces = std::array<std::optional<TestRun>, 3>;
/// Hears of each piece as soon as it stands.
using PieceHeard = std::function<void(std::size_t index, const TestRun& piece)>;

/// Verifies one kernel for all its launches. Never throws, as run_test() does not.
///
/// Idea     what the solver takes for a mistake is a small launch, which is run as `clmm exec
///          --check all` runs it. What that finds is refuted; else it is unknown.
[[nodiscard]] TestRun run_launches(const Session& session, const LaunchesKernel& kernel,
                                   const PieceHeard& heard) noexcept;

/// … whose work was ended: what had been found by then stands, the rest is Unknown.
[[nodiscard]] TestRun ended_launches(const Session& session, const LaunchesKernel& kernel,
                                     StopReason reason, LaunchesPieces pieces);

}  // namespace clmm::cli
