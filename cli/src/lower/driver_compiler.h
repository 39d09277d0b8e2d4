#pragma once

#include <string>

#include "clmm/base/result.h"
#include "clmm/compilers/command.h"
#include "clmm/generator/program.h"

namespace clmm::cli {

/// compile_text() by the driver of the command's device. A device is opened once and stays open:
/// most drivers take longer for that than for a test.
///
/// Errors   E-DEVICE: no such device. E-COMPILER: what its compiler says; code for another machine.
/// Threads  calls may run in parallel; one at a time compiles.
[[nodiscard]] Result<SourcePtr> compile_by_driver(const compilers::CompilerCommand& command,
                                                  const std::string& text,
                                                  generator::Dialect dialect,
                                                  const std::string& what, std::string* log);

/// `NVIDIA H200, 580.159.04`; empty where there is no such device.
[[nodiscard]] std::string driver_version(const std::string& device);

}  // namespace clmm::cli
