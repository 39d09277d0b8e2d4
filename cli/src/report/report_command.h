#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>

#include "check/check_arguments.h"
#include "exit_code.h"

namespace clmm::cli {

/// The command line of `clmm report`.
struct ReportArguments {
    CheckArguments check;
    std::string output;
    std::string title;         ///< empty: the inputs
    std::size_t listed = 200;  ///< outcomes and undefined behaviours that a page lists
};

void declare_report_options(CLI::App& command, ReportArguments& arguments);

/// Checks the tests, each also under other models and without each axiom, and writes one page.
[[nodiscard]] ExitCode run_report(const ReportArguments& arguments, std::ostream& err);

}  // namespace clmm::cli
