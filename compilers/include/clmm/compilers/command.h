#pragma once

#include <string>
#include <string_view>

#include "clmm/base/result.h"
#include "clmm/compilers/assembly.h"
#include "clmm/generator/program.h"

namespace clmm::compilers {

/// How a compiler is called.
///
/// Shape    a line for the shell in which `{input}` and `{output}` stand for the files.
struct CompilerCommand {
    std::string name;  ///< as the user wrote it
    std::string line;
    const Architecture* architecture = nullptr;  ///< null: what the assembly looks like
};

/// `clang-19:aarch64 -O2 -march=armv8.1-a`: clang's options for the machine and for programs of
/// this language, then the user's. A word with `{input}` in it is a whole command.
///
/// Errors   E-SELECT: a machine that is not known, a command without {output}.
[[nodiscard]] Result<CompilerCommand> compiler_command(std::string_view word,
                                                       generator::Dialect dialect);

}  // namespace clmm::compilers
