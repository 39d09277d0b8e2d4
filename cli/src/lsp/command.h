#pragma once

#include <iosfwd>

#include "check/check_arguments.h"
#include "exit_code.h"

namespace clmm::cli {

/// The command line of `clmm lsp`: model, engine and limits of what it decides.
struct LspArguments {
    LspArguments();

    CheckArguments check;
};

void declare_lsp_options(CLI::App& command, LspArguments& arguments);

/// A language server over the standard streams, until its client ends it.
[[nodiscard]] ExitCode run_lsp(const LspArguments& arguments, std::istream& in, std::ostream& out,
                               std::ostream& err);

}  // namespace clmm::cli
