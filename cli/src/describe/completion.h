#pragma once

#include <iosfwd>
#include <string>

#include "exit_code.h"

namespace CLI {
class App;
}

namespace clmm::cli {

/// The command line of `clmm completion`.
struct CompletionArguments {
    std::string shell;  ///< bash, zsh or fish
};

void declare_completion_options(CLI::App& command, CompletionArguments& arguments);

/// Prints the shell's script that completes commands, options and their values, as `program`
/// declares them.
///
/// Shape    options of a group without a name are hidden; a value of type `a|b` is one of these
///          words, one with FILE or DIR in it a path.
[[nodiscard]] ExitCode run_completion(const CLI::App& program, const CompletionArguments& arguments,
                                      std::ostream& out);

}  // namespace clmm::cli
