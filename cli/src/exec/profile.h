#pragma once

#include <iosfwd>

#include "exec/arguments.h"
#include "exec/timeline.h"

namespace clmm::cli {

/// What --profile and --trace ask for. Throws ExecError with an E-FILE.
void show_profile(const ExecArguments& arguments, const Timeline& timeline, std::ostream& out);

}  // namespace clmm::cli
