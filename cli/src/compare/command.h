#pragma once

#include <iosfwd>
#include <string>

#include "check/check_arguments.h"
#include "exit_code.h"

namespace CLI {
class App;
}

namespace clmm::cli {

/// The command line of `clmm compare`.
struct CompareArguments {
    CheckArguments check;    ///< inputs `*.log` are logs; models may be `NAME+SWITCH=VALUE…`
    bool explain = false;    ///< why a model excludes what another one allows
    bool differing = false;  ///< only tests whose answers differ
    bool must_agree = false;
    bool csv = false;
    std::string output;  ///< a page; may be empty
};

void declare_compare_options(CLI::App& command, CompareArguments& arguments);

/// Decides the tests under each model, reads the logs, and prints one table.
[[nodiscard]] ExitCode run_compare(const CompareArguments& arguments, std::ostream& out,
                                   std::ostream& err);

}  // namespace clmm::cli
