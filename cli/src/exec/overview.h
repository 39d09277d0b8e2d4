#pragma once

#include <string>
#include <string_view>

#include "clmm/litmus/kernel_file.h"
#include "clmm/runtime/kernel_code.h"

namespace clmm::cli {

/// Nothing is said of what to launch but, perhaps, the kernel.
[[nodiscard]] bool has_no_launch(const litmus::KernelLaunch& launch);

/// The kernels of a program, or the one that `launch` names: what each parameter needs, and a
/// command to start from. Empty where there is none.
///
/// Shape    `command` is `check` or `exec`, which are given different arguments.
[[nodiscard]] std::string overview_of(const runtime::ProgramCode& program, std::string_view command,
                                      const std::string& file, const litmus::KernelLaunch& launch);

}  // namespace clmm::cli
