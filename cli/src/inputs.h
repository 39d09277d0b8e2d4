#pragma once

#include <string>
#include <vector>

#include "check/check_arguments.h"
#include "clmm/base/result.h"
#include "clmm/inputs/model_store.h"
#include "clmm/inputs/model_word.h"
#include "clmm/inputs/read_source.h"

namespace clmm::cli {

using inputs::ModelStore;
using inputs::ModelWord;
using inputs::parse_model_word;
using inputs::read_source;

/// One test file to check.
struct Input {
    std::string path;      ///< as opened and as shown in messages; `-` is the standard input
    std::string relative;  ///< to the directory argument it was found in; else equal to path
};

/// What the words on the command line stand for: files themselves, directories all `*.litmus`
/// below them in sorted order, `@list` the files and directories that the list names.
///
/// Shape    in the order of the words; what cannot be found is in `problems`, and
///          the other words still count.
struct InputList {
    std::vector<Input> inputs;
    Diagnostics problems;
};
[[nodiscard]] InputList expand_inputs(const std::vector<std::string>& words);

/// Inputs K, K+N, K+2N, … of a list.
[[nodiscard]] std::vector<Input> take_shard(std::vector<Input> inputs, Shard shard);

/// The text of a file, with the name that --stdin-filename gives the standard input. Errors E-FILE.
[[nodiscard]] Result<SourcePtr> read_input(const CheckArguments& arguments,
                                           const std::string& path);

}  // namespace clmm::cli
