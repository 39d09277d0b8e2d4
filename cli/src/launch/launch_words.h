#pragma once

#include <optional>
#include <string>
#include <vector>

#include "clmm/litmus/kernel_file.h"

namespace clmm::cli {

/// Options of `clmm check` that say how a kernel runs, as they stand in an editor's `// clmm:`
/// line. What is wrong with them, if anything.
[[nodiscard]] std::optional<std::string> read_launch_words(std::vector<std::string> words,
                                                           litmus::KernelLaunch& launch);

/// Of those the ones that compilers have as well: -D, -I, -cl-std=….
[[nodiscard]] std::optional<std::string> read_compiler_words(std::vector<std::string> words,
                                                             litmus::KernelLaunch& launch);

/// Puts the words of files of options in place of their names: of `@FILE` where the file begins
/// with an option. Any other one is a list of inputs, and stays. Lines that begin with `#` are
/// comments.
void insert_option_files(std::vector<std::string>& words);

/// `-cl-std=CL2.0`, as compilers spell it, is a long option of the command line.
void as_long_options(std::vector<std::string>& words);

}  // namespace clmm::cli
