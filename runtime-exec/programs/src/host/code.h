#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "clmm/litmus/litmus_test.h"
#include "clmm/litmus/test_tree.h"
#include "clmm/parser/litmus_tree.h"
#include "clmm/runtime/host_program.h"
#include "compile/host.h"
#include "host/final_value.h"

namespace clmm::runtime {

namespace host {
class FinalQuestions;
struct UnitKernel;
}  // namespace host

/// The test and its kernels.
struct HostProgram::Code {
    litmus::LitmusTest test;
    CheckSet checks = {};
    const syntax::LitmusTree& tree = litmus::tree_of(test);
    std::shared_ptr<const ProgramCode> kernels = nullptr;
    /// The work-items beside host threads, which are kernels, too.
    std::shared_ptr<const std::vector<host::UnitKernel>> units = nullptr;
    std::shared_ptr<host::FinalQuestions> questions = nullptr;  ///< about the test
    compiler::HostDialect dialect = {};
    compiler::HostCode host = {};  ///< of threads, callbacks, launches

    /// Compiles `host` and `kernels`, the latter with `work_items` and, if `watched`, for checks.
    /// What is wrong in a function that both have is told once; neither has code after errors.
    [[nodiscard]] Diagnostics compile(const std::vector<host::UnitKernel>& work_items,
                                      bool watched);

    [[nodiscard]] const syntax::Function* function(const std::string& name) const;
};

namespace host {

[[nodiscard]] bool is_host(const syntax::Thread& thread);

/// The value of an expression of numbers; rejects (E-TYPE) others.
[[nodiscard]] std::uint64_t constant_of(const syntax::Expression& expression);

/// Whether an entry of the initial state has the word, one of buffer, image, program, ….
[[nodiscard]] bool has_word(const syntax::InitEntry& entry, const char* word);

}  // namespace host
}  // namespace clmm::runtime
