#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "exit_code.h"

namespace CLI {
class App;
}

namespace clmm::cli {

/// The command line of `clmm merge`.
struct MergeArguments {
    std::vector<std::string> inputs;  ///< files of parts, or databases
    bool missing = false;             ///< say which parts are missing, and nothing else
    std::string into;                 ///< a database, of databases
    /// Other words, which the command of the parts is given besides.
    std::function<std::vector<std::string>()> others;
};

void declare_merge_options(CLI::App& command, MergeArguments& arguments);

/// Parts of one search together: prints what the command prints that is not spread.
[[nodiscard]] ExitCode run_merge(const MergeArguments& arguments, std::ostream& out,
                                 std::ostream& err);

}  // namespace clmm::cli
