#pragma once

#include <iosfwd>
#include <string>

#include "check/check_arguments.h"
#include "exit_code.h"
#include "launch/gpuverify.h"

namespace clmm::cli {

/// The command line of `clmm check`, where sizes of launches may be ranges.
struct LaunchesArguments {
    CheckArguments check;
    std::string global, local;  ///< as they are written
    GpuVerifyOptions gpuverify;
};

/// Whether launches are asked for that are more than one: sizes are ranges, or GPUVerify's, or the
/// command line has none and each file has a comment with GPUVerify's.
[[nodiscard]] bool are_all_launches(const LaunchesArguments& arguments);

/// Declares the options of `clmm check`; numbers for sizes are those of `check.launch`.
void declare_launches_options(CLI::App& command, LaunchesArguments& arguments);

/// `clmm check` of plain kernels for all launches at once: sizes that are ranges.
[[nodiscard]] ExitCode run_every_launch(const LaunchesArguments& arguments, std::ostream& out,
                                        std::ostream& err);

}  // namespace clmm::cli
