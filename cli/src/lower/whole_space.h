#pragma once

#include <iosfwd>

#include "clmm/compilers/command.h"
#include "clmm/lowering/mapping.h"
#include "lower/command.h"

namespace clmm::cli {

/// `clmm lower --mapping M --size N`, and with --minimal. `compiler`: what makes the code in place
/// of the mapping, whose rules are the operations alone; null: the mapping has it.
ExitCode lower_whole_space(const LowerArguments& arguments, const lowering::Mapping& mapping,
                           const compilers::CompilerCommand* compiler, std::ostream& out,
                           std::ostream& err);

}  // namespace clmm::cli
