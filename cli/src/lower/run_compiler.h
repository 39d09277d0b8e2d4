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

/// … of a text of its own, which messages call `what`.
[[nodiscard]] Result<SourcePtr> compile_text(const compilers::CompilerCommand& command,
                                             const std::string& text, generator::Dialect dialect,
                                             const std::string& what, std::string* log = nullptr);

/// What a compiler of `PROGRAM:MACHINE OPTIONS` or a device's driver says of its version, in a
/// line; of other commands nothing.
[[nodiscard]] std::string version_of(const std::string& compiler);

/// The machine that a compiler's word names, or else this name. Errors   E-SELECT.
[[nodiscard]] Result<const compilers::Architecture*> machine_named(const std::string& compiler,
                                                                   const std::string& architecture);
/// E-COMPILER.
[[nodiscard]] Diagnostic compiler_problem(std::string message, std::string hint);

/// All names, for messages.
[[nodiscard]] std::string known_architectures();

/// The machine that an assembly is for. Errors   E-COMPILER where that is not clear.
[[nodiscard]] Result<const compilers::Architecture*> machine_of(
    const compilers::CompilerCommand& command, const Source& assembly);

}  // namespace clmm::cli
