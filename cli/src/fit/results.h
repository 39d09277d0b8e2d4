#pragma once

#include <string>
#include <vector>

#include "clmm/base/result.h"
#include "clmm/comparison/observed.h"
#include "fit/command.h"

namespace clmm::cli {

/// What was seen, by test, each with its text.
///
/// Shape    tests of one name and text are one; `missing` have no text.
struct FitResults {
    std::vector<comparison::Observed> tests;
    std::vector<std::string> missing;
};

/// Reads databases of `clmm run`, logs (*.log) and tables of states (*.csv).
/// Errors   those of reading them; E-FIT: two texts of one name among the tests, nothing that was
///          seen of a test whose text is known.
[[nodiscard]] Result<FitResults> read_results(const FitArguments& arguments);

}  // namespace clmm::cli
