#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "clmm/litmus/litmus_test.h"
#include "clmm/parser/litmus_tree.h"
#include "clmm/runtime/host_program.h"
#include "host/value.h"

namespace clmm::runtime {

namespace host {
class KernelText;
struct UnitKernel;
}  // namespace host

/// The test's text and its kernels.
struct HostProgram::Code {
    litmus::LitmusTest test;
    syntax::LitmusTree tree;
    std::shared_ptr<const ProgramCode> kernels;
    CheckSet checks = {};
    std::shared_ptr<const host::KernelText> text = nullptr;  ///< that the kernels were compiled of
    /// The work-items beside host threads, which are kernels, too.
    std::shared_ptr<const std::vector<host::UnitKernel>> units = nullptr;

    [[nodiscard]] const syntax::Function* function(const std::string& name) const;
};

namespace host {

[[nodiscard]] bool is_host(const syntax::Thread& thread);

/// Text that the test does not have.
struct Insertion {
    std::uint32_t at = 0;  ///< in the test
    std::string text;
};

/// The functions, types and variables of a test, each where the test has it: the rest is blank.
/// What tests write otherwise than OpenCL C is edited: kernel_edits.h.
///
/// Errors   compiler::Rejected, those of edits_of.
class KernelText {
public:
    explicit KernelText(const syntax::LitmusTree& tree);
    /// With the work-items as kernels: from the parameters on, and with what `units` insert.
    KernelText(const syntax::LitmusTree& tree, std::vector<Insertion> units);

    [[nodiscard]] const SourcePtr& text() const { return text_; }
    /// The same about the test's own text.
    [[nodiscard]] Diagnostics about_test(Diagnostics diagnostics) const;
    [[nodiscard]] Finding about_test(Finding finding) const;

private:
    [[nodiscard]] std::uint32_t in_test(std::uint32_t offset) const;
    void move_to_test(SourcePtr& source, Span& span) const;

    std::vector<Insertion> insertions_;  ///< ascending
    SourcePtr test_;
    SourcePtr text_;
};

}  // namespace host
}  // namespace clmm::runtime
