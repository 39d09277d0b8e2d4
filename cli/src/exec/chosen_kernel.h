#pragma once

#include <string>

#include "clmm/runtime/kernel_code.h"
#include "exec/values/argument.h"

namespace clmm::cli {

/// The kernel of a program that a launch names, or the only one. `at`: where it is named.
/// Errors   ExecError with an E-NAME.
[[nodiscard]] const runtime::KernelCode& chosen_kernel(const runtime::ProgramCode& program,
                                                       const std::string& wanted,
                                                       const SourcePtr& source = nullptr,
                                                       Span at = {});

}  // namespace clmm::cli
