#pragma once

#include <iosfwd>
#include <string>

#include "exit_code.h"

namespace CLI {
class App;
}

namespace clmm::cli {

/// The command line of `clmm manual`.
struct ManualArguments {
    std::string command;  ///< empty: the program
};

void declare_manual_options(CLI::App& command, ManualArguments& arguments);

/// Prints the manual page of the program, or of a command, in the language of man(7).
///
/// Errors   E-SELECT: there is no such command.
[[nodiscard]] ExitCode run_manual(const CLI::App& program, const ManualArguments& arguments,
                                  std::ostream& out, std::ostream& err);

}  // namespace clmm::cli
