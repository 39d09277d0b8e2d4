#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/base/result.h"
#include "clmm/generator/program.h"
#include "clmm/lowering/lower.h"

/// What compilers make of tests: the text that they are given, and their assembly read back.
namespace clmm::compilers {

/// A kind of machine whose assembly is read.
struct Architecture {
    std::string_view name;      ///< `x86_64`, `aarch64`, …, `nvptx64`, `gfx942`, `gfx1100_cu`
    std::string_view language;  ///< first word of the tests that it is read into
    std::string_view model;     ///< by which they are decided; empty: that of the source
};
[[nodiscard]] const std::vector<Architecture>& architectures();
/// Null: there is none of this name.
[[nodiscard]] const Architecture* find_architecture(std::string_view name);

/// The machine that an assembly file is for, as far as it says so; null: it does not.
[[nodiscard]] const Architecture* architecture_of(std::string_view assembly);

/// The program as a compiler is given it: C11 or OpenCL C, a function (of OpenCL C a kernel, but
/// for processors that have none) `P0`, `P1` … for each thread, with a pointer for each location
/// that it names and a last one to where its registers go, in the order of
/// generator::registers_of().
///
/// Shape    OpenCL C for a machine has clang's own functions for atomics, and for fences and
///          barriers what that machine's library does with them: calls could not be followed. For
///          none (null) it is the text of the test.
/// Errors   E-COMPILER: a fence or barrier that the machine has nothing for.
[[nodiscard]] Result<std::string> source_text(const generator::Program& program,
                                              const Architecture* machine = nullptr);

/// Reads what a compiler made of source_text().
///
/// Shape    one variant for each combination of ways through the threads' branches, whose filter
///          says that these are taken. `incomplete` where a loop may go on longer than it was
///          followed.
/// Errors   E-ASSEMBLY with its place in the assembly, for each instruction, address, value or loop
///          that is not understood: nothing is skipped.
/// Tests    tests/unit/compilers, tests/golden/compilers
[[nodiscard]] Result<lowering::Lowered> read_assembly(const generator::Program& program,
                                                      const SourcePtr& assembly,
                                                      const Architecture& architecture);

/// A thread that is compiled as a function of this name.
struct NamedThread {
    const generator::Program& program;
    std::size_t thread;  ///< its place among the program's
    std::string function;
};

/// Threads of several programs as a compiler is given them, in one file: as source_text(), but for
/// the functions' names. The programs are of one dialect. Errors   as there.
[[nodiscard]] Result<std::string> source_text(const std::vector<NamedThread>& threads,
                                              const Architecture* machine);

/// What stands in an assembly file, read once however many threads are taken from it. May be shared
/// among threads.
struct Listing;

/// Errors   E-ASSEMBLY where the file is known to be none of this machine.
[[nodiscard]] Result<std::shared_ptr<const Listing>> read_listing(const SourcePtr& assembly,
                                                                  const Architecture& architecture);

/// What a compiler made of a thread.
struct CompiledThread {
    std::shared_ptr<const Listing> in;
    std::string function;
};

/// Reads what became of a program's threads, in their order, as read_assembly(): they may stand in
/// several files.
[[nodiscard]] Result<lowering::Lowered> read_threads(const generator::Program& program,
                                                     const std::vector<CompiledThread>& threads,
                                                     const Architecture& architecture);

}  // namespace clmm::compilers
