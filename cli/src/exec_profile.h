#pragma once

#include <iosfwd>

#include "exec_arguments.h"
#include "exec_timeline.h"

namespace clmm::cli {

/// What --profile and --trace ask for. Throws ExecError with an E-FILE.
void show_profile(const ExecArguments& arguments, const Timeline& timeline, std::ostream& out);

}  // namespace clmm::cli
