#pragma once

#include <iosfwd>

#include "clmm/lowering/mapping.h"
#include "lower/command.h"

namespace clmm::cli {

/// `clmm lower --mapping M --size N`, and with --minimal.
ExitCode lower_whole_space(const LowerArguments& arguments, const lowering::Mapping& mapping,
                           std::ostream& out, std::ostream& err);

}  // namespace clmm::cli
