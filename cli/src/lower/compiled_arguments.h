#pragma once

#include <string>
#include <vector>

namespace clmm::cli {

/// Options of `clmm lower` about what compilers emit.
struct CompiledArguments {
    std::string assembly;                ///< a file that is read back
    std::string architecture;            ///< empty: what the file looks like
    std::vector<std::string> compilers;  ///< `clang-19:aarch64 -O2`, or a command with {input}
    bool bisect = false;                 ///< which pass of the compiler breaks the test
    bool write_source = false;           ///< print what the compiler is given

    [[nodiscard]] bool is_asked() const {
        return !assembly.empty() || !compilers.empty() || write_source || bisect;
    }
};

}  // namespace clmm::cli
