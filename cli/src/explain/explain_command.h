#pragma once

#include <iosfwd>
#include <string>

#include "check/check_arguments.h"
#include "clmm/report/graph.h"
#include "exit_code.h"

namespace clmm::cli {

/// The command line of `clmm explain`.
struct ExplainArguments {
    CheckArguments check;        ///< one input; model, limits, the launch of a kernel
    std::string state;           ///< in place of the condition
    std::size_t reasons = 3;     ///< independent ones at most
    std::string output;          ///< a picture, or a folder for several
    report::PictureStyle style;  ///< of pictures
    bool json = false;
    bool repair = false;        ///< also the weakest changes that would exclude it
    unsigned most_changes = 2;  ///< of a repair
};

void declare_explain_options(CLI::App& command, ExplainArguments& arguments);

/// Checks the test and says why its condition, or a state, is forbidden or allowed, and why it
/// races.
[[nodiscard]] ExitCode run_explain(const ExplainArguments& arguments, std::ostream& out,
                                   std::ostream& err);

}  // namespace clmm::cli
