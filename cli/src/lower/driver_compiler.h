#pragma once

#include <string>

#include "clmm/base/result.h"
#include "clmm/generator/program.h"

namespace clmm::cli {

/// What the driver of an OpenCL device makes of a text, as PTX. A device is opened once and stays
/// open: most drivers take longer for that than for a test.
///
/// Errors   E-COMPILER: no such device, what its compiler says, code that is no PTX. `log`, where
/// not
///          null, gets what the compiler said.
/// Threads  calls may run in parallel; one at a time compiles.
[[nodiscard]] Result<SourcePtr> compile_by_driver(const std::string& device,
                                                  const std::string& text,
                                                  generator::Dialect dialect,
                                                  const std::string& what, std::string* log);

/// `NVIDIA H200, 580.159.04`; empty where there is no such device.
[[nodiscard]] std::string driver_version(const std::string& device);

}  // namespace clmm::cli
