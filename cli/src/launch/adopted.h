#pragma once

#include <string>

#include "launch/launch_file.h"

namespace clmm::cli {

/// Adds what a launch file says to what the command line says, which comes first. Arguments are not
/// among it: whose they are is known when the kernel is compiled. `path` is the file's, from where
/// its own paths start.
void adopt(const LaunchFile& file, const std::string& path, litmus::KernelLaunch& launch);

/// A kernel's text, and how it is launched.
struct KernelInput {
    SourcePtr source;
    litmus::KernelLaunch launch;
};

/// What `clmm check` looks at of a plain kernel, or of a launch file (by its `path`).
/// Errors   those of the launch file, and of the program that it names.
[[nodiscard]] Result<KernelInput> kernel_input(const SourcePtr& source, const std::string& path,
                                               const litmus::KernelLaunch& launch);

}  // namespace clmm::cli
