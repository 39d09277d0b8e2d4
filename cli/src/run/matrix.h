#pragma once

#include <string>
#include <vector>

#include "clmm/report/matrix.h"
#include "run/output.h"

namespace clmm::cli {

/// The page of tests by devices. Runs of one test on one device with other tunings or seeds share
/// a cell, which shows the worst.
[[nodiscard]] report::Matrix matrix_of(const std::vector<hardware::RunRecord>& records,
                                       std::string title);

}  // namespace clmm::cli
