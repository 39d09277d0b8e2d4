#pragma once

#include <string>

#include "clmm/base/result.h"
#include "clmm/compilers/command.h"
#include "clmm/generator/program.h"
#include "clmm/lowering/lower.h"

namespace clmm::cli {

/// Gives a program to a compiler and reads its assembly back.
///
/// Errors   E-COMPILER: the compiler failed, and what it said; those of read_assembly().
[[nodiscard]] Result<lowering::Lowered> lower_by(const compilers::CompilerCommand& command,
                                                 const generator::Program& program);

/// The compiler's assembly. `log`, where not null, gets what the compiler said.
[[nodiscard]] Result<SourcePtr> compile(const compilers::CompilerCommand& command,
                                        const generator::Program& program,
                                        std::string* log = nullptr);

/// The machine that an assembly is for. Errors   E-COMPILER where that is not clear.
[[nodiscard]] Result<const compilers::Architecture*> machine_of(
    const compilers::CompilerCommand& command, const Source& assembly);

}  // namespace clmm::cli
