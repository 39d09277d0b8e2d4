#pragma once

#include <iosfwd>
#include <string>

#include "check/check_arguments.h"
#include "clmm/enumerator/repair.h"
#include "exit_code.h"

namespace clmm::cli {

/// The command line of `clmm repair`.
struct RepairArguments {
    CheckArguments check;  ///< one input; model and limits
    std::optional<enumerator::RepairGoal> goal;
    unsigned most_changes = 2;
    std::size_t shown = 1;
    bool json = false;
    bool diff = false;
    std::string output;  ///< the repaired test is written there; empty: nowhere
};

/// Declares what `run_repair` takes besides the input, the model and the limits.
void declare_repair_options(CLI::App& command, RepairArguments& arguments);

/// Declares the options of `clmm repair` on a subcommand.
void declare_repair_command(CLI::App& command, RepairArguments& arguments);

/// Finds the weakest repairs of the test and tells them. 1 where there is none with so few changes,
/// 3 where that, or that nothing weaker is enough, is not known.
[[nodiscard]] ExitCode run_repair(const RepairArguments& arguments, std::ostream& out,
                                  std::ostream& err);

}  // namespace clmm::cli
