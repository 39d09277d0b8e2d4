#pragma once

#include <iosfwd>
#include <string>

#include "exit_code.h"

namespace clmm::cli {

/// `clmm models`: the shipped memory models, or the text of the one called `shown`.
[[nodiscard]] ExitCode run_models(const std::string& shown, std::ostream& out, std::ostream& err);

}  // namespace clmm::cli
