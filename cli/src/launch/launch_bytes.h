#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "clmm/runtime/kernel_code.h"
#include "exec/output.h"
#include "launch/launch_file.h"

namespace clmm::cli {

/// The arguments of a launch file as bytes, each for the parameter in its place. One that the
/// command line names (`named`, the texts of --arg) is not looked at.
///
/// Shape    `most`: bytes that an argument may have.
/// Errors   ExecError with an E-LAUNCH, at the argument or word that does not fit the parameter;
///          one for parameters that are left over.
[[nodiscard]] std::vector<litmus::LaunchBytes> launch_bytes(const LaunchFile& file,
                                                            const runtime::KernelCode& kernel,
                                                            const std::vector<std::string>& named,
                                                            std::uint64_t most);

/// The memory that is to be shown at the end, in order.
[[nodiscard]] std::vector<OutputRequest> dumped(const LaunchFile& file,
                                                const runtime::KernelCode& kernel);

}  // namespace clmm::cli
