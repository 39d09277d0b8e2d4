#pragma once

#include <string>
#include <string_view>

#include "clmm/base/result.h"
#include "clmm/compilers/assembly.h"
#include "clmm/generator/program.h"

namespace clmm::compilers {

/// How a compiler is called.
///
/// Shape    a line for the shell in which `{input}` and `{output}` stand for the files; or a device
///          of OpenCL, whose driver compiles.
struct CompilerCommand {
    std::string name;  ///< as the user wrote it
    std::string line;
    std::string device = {};                     ///< `opencl:NVIDIA`; empty: the line does
    const Architecture* architecture = nullptr;  ///< null: what the assembly looks like

    /// Whose compiler source_text() is to write for: a driver has OpenCL C's own library.
    [[nodiscard]] const Architecture* written_for() const {
        return device.empty() ? architecture : nullptr;
    }
};

/// `clang-19:aarch64 -O2 -march=armv8.1-a`: clang's options for the machine and for programs of
/// this language, then the user's. A word with `{input}` in it is a whole command. `opencl`,
/// `opencl:1` and `opencl:NVIDIA` are devices.
///
/// Errors   E-SELECT: a machine that is not known, a command without {output}.
[[nodiscard]] Result<CompilerCommand> compiler_command(std::string_view word,
                                                       generator::Dialect dialect);

}  // namespace clmm::compilers
