#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "check/check_arguments.h"
#include "clmm/report/graph.h"
#include "exit_code.h"

namespace clmm::cli {

/// The command line of `clmm graph`.
struct GraphArguments {
    CheckArguments check;  ///< one input; model, limits, the launch of a kernel
    std::string select = "witness";
    std::optional<report::GraphFormat> format;  ///< else by the output's name; DOT
    std::string output;                         ///< empty: the standard output
    std::vector<std::string> show, hide;
    bool initial_writes = false;
    report::PictureStyle style;
};

void declare_graph_options(CLI::App& command, GraphArguments& arguments);

/// Checks the test and draws the selected executions.
[[nodiscard]] ExitCode run_graph(const GraphArguments& arguments, std::ostream& out,
                                 std::ostream& err);

}  // namespace clmm::cli
