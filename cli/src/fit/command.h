#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "check/check_arguments.h"
#include "clmm/generator/space.h"
#include "exit_code.h"

namespace CLI {
class App;
}

namespace clmm::cli {

/// The command line of `clmm fit`.
struct FitArguments {
    FitArguments();

    CheckArguments check;            ///< `inputs` are databases, logs and tables
    std::vector<std::string> tests;  ///< where the tests of logs and tables are
    std::string device;              ///< a part of its name; empty: all
    std::size_t combinations = 256;
    generator::Space space;  ///< where the next tests are looked for; no accesses: nowhere
    std::string output;      ///< a folder for the next tests; may be empty
};

void declare_fit_options(CLI::App& command, FitArguments& arguments);

/// Which members of a model's family allow what was seen.
[[nodiscard]] ExitCode run_fit(const FitArguments& arguments, std::ostream& out, std::ostream& err);

}  // namespace clmm::cli
