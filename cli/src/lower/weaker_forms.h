#pragma once

#include <iosfwd>

#include "lower/sweep_setup.h"

namespace clmm::cli {

/// `--minimal`: each weaker form of an instruction with the first test that it breaks, or none up
/// to the size; then the weakest mapping that is found by one after another.
ExitCode report_weaker_forms(SweepSetup& setup, std::ostream& out);

}  // namespace clmm::cli
