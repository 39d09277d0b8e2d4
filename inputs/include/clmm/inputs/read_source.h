#pragma once

#include <string>

#include "clmm/base/result.h"

namespace clmm::inputs {

/// The text of a file, of 64 MiB at most; `-` is the standard input.
///
/// Errors   E-FILE
[[nodiscard]] Result<SourcePtr> read_source(const std::string& path);
/// … with another name in messages.
[[nodiscard]] Result<SourcePtr> read_source(const std::string& path, const std::string& name);

}  // namespace clmm::inputs
