#pragma once

#include <string>
#include <vector>

#include "check/check_arguments.h"

namespace CLI {
class App;
}

/// One way to spread a command over processes and machines: `--shard K/N` of each, a file of what
/// it found (`--state`), and `clmm merge` of these files.
namespace clmm::cli {

/// The words of a command line, in one form however they were written: options in the order in
/// which they are declared. Left out are which part it is, its file, what it may use, and
/// `others`.
[[nodiscard]] std::vector<std::string> words_of(const CLI::App& command,
                                                const std::vector<std::string>& others);

/// Whether these are words_of() a command that has parts. Files say what is run again, and come
/// from elsewhere: no word of it writes a file or starts a program.
[[nodiscard]] bool is_search(const std::vector<std::string>& words);

/// A state of a search that says what it is a part of.
[[nodiscard]] std::string part_of(const std::string& state, const CheckArguments& arguments,
                                  bool is_finished, const std::vector<std::string>& others = {});

}  // namespace clmm::cli
