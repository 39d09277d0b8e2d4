#pragma once

#include <string>
#include <vector>

#include "clmm/report/fit.h"
#include "clmm/separation/separate.h"

namespace clmm::cli {

/// What next tests are looked for with.
struct NextSearch {
    const std::string& model;
    const comparison::FitFamily& family;
    const std::vector<comparison::Observed>& tests;
    separation::SeparateOptions options;  ///< no accesses: tests that were run alone
    const Budget& budget;                 ///< the search's, which ends with its first test
};

/// For each switch of which several values remain a test that tells each from the first of them:
/// one that was run where such a test differs, else the smallest there is.
[[nodiscard]] std::vector<report::NextTest> next_tests(const comparison::Fit& fit,
                                                       const NextSearch& search);

}  // namespace clmm::cli
