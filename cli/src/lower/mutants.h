#pragma once

#include <iosfwd>
#include <vector>

#include "lower/sweep_setup.h"

namespace clmm::cli {

/// `--show --mutants`: all mutants of a mapping with their numbers, none decided.
ExitCode list_mutants(const lowering::Mapping& mapping, std::ostream& out);

/// `--mutants`: what the tests say of each; `numbers`, counted from 1, are those that `--mutant`
/// names, with the tests; empty: all.
ExitCode report_mutants(SweepSetup& setup, const std::vector<std::size_t>& numbers,
                        std::ostream& out);

}  // namespace clmm::cli
