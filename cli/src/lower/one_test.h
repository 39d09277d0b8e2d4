#pragma once

#include <iosfwd>

#include "clmm/lowering/mapping.h"
#include "lower/command.h"

namespace clmm::cli {

/// `clmm lower TEST --mapping M`.
ExitCode lower_one_test(const LowerArguments& arguments, const lowering::Mapping& mapping,
                        std::ostream& out, std::ostream& err);

}  // namespace clmm::cli
