#pragma once

#include <functional>
#include <string>
#include <vector>

#include "clmm/base/result.h"
#include "clmm/base/source.h"

namespace clmm::litmus {

struct PreprocessOptions {
    std::vector<std::string> definitions;    ///< `NAME` or `NAME=VALUE`
    std::vector<std::string> include_paths;  ///< for `#include`, beside the file's own folder
    /// Of the text that comes out: puts blanks in place of parts of it.
    std::function<std::string(std::string)> blank_out = {};
};

/// The text after the preprocessor of OpenCL C (that of C99), with the macros that the language
/// predefines. Pragmas are dropped. What a macro stands for has its use as origin.
/// Errors   E-PREPROCESS.
[[nodiscard]] Result<SourcePtr> preprocess(const SourcePtr& source,
                                           const PreprocessOptions& options);

}  // namespace clmm::litmus
