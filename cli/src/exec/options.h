#pragma once

#include <string>

#include "exec/arguments.h"

namespace clmm::cli {

/// What a run depends on beside the text of its program, as options: `--global 4 --arg 'a[8]'`.
/// Schedule files keep it.
[[nodiscard]] std::string run_options(const ExecArguments& arguments);
/// These, and those that say what is looked at: with them the command can be given again.
[[nodiscard]] std::string repeat_options(const ExecArguments& arguments);
/// The model that says what loads may read, with its variants; empty without weak memory.
[[nodiscard]] std::string model_of_loads(const ExecArguments& arguments);

/// The program of the command line, by its name and the hash of its text.
[[nodiscard]] ScheduledProgram scheduled_program(const ExecArguments& arguments, std::string name,
                                                 std::string hash);

}  // namespace clmm::cli
