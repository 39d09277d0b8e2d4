#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "clmm/base/budget.h"
#include "clmm/compilers/assembly.h"
#include "clmm/compilers/command.h"
#include "clmm/lowering/sweep.h"

namespace clmm::cli {

/// Lowers programs by a compiler. What it makes of a thread does not depend on the other threads,
/// which are functions of their own: each thread is compiled once, many in one file.
///
/// Errors   E-COMPILER: why the compiler makes no code of a thread, which is found by giving it
///          fewer; those of read_threads().
class CompiledThreads final : public lowering::Lowerer {
public:
    /// Calls no compiler once the budget is spent.
    CompiledThreads(compilers::CompilerCommand command, const Budget& budget)
        : command_(std::move(command)), budget_(budget) {}

    void prepare(const std::vector<generator::Program>& programs) override;
    [[nodiscard]] Result<lowering::Lowered> lower(const generator::Program& program) const override;

private:
    struct Waiting {
        std::string text;  ///< of the function, called as in a program of its own
        const generator::Program* program;
        std::size_t thread;
    };

    [[nodiscard]] Result<std::string> text_of(const generator::Program& program,
                                              std::size_t thread) const;
    void compile(std::span<const Waiting> threads);
    [[nodiscard]] Diagnostics compile_together(std::span<const Waiting> threads);

    compilers::CompilerCommand command_;
    const Budget& budget_;
    std::map<std::string, Result<compilers::CompiledThread>> known_;  ///< by the function's text
};

}  // namespace clmm::cli
