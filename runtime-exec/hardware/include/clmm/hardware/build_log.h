#pragma once

#include <string_view>

#include "clmm/base/result.h"

namespace clmm::hardware {

/// The messages of an OpenCL compiler's log that have a place in `source`, in their order, with
/// the code E-DEVICE where they are errors.
///
/// Idea     most compilers are Clang: `<kernel>:3:5: error: TEXT`, whatever the file is called.
///          PoCL writes `error: FILE:3:5: TEXT`, and behind the place of a macro's use that of
///          its text. Messages about headers have no place here.
/// Errors   none: lines that are no such message are passed over.
/// Tests    tests/unit/runtime-exec/hardware/device_log_test.cpp
[[nodiscard]] Diagnostics log_diagnostics(std::string_view log, const SourcePtr& source);

}  // namespace clmm::hardware
