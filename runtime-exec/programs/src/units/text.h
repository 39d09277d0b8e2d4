#pragma once

#include <string>
#include <vector>

#include "host/code.h"

namespace clmm::runtime::host {

/// A variable of a work-item that the test observes at the end.
struct SeenRegister {
    std::string name;
    Type type;
};

/// A work-item of a test as a kernel. It is called as the thread is, `P0`, and has one parameter
/// more: `global ulong*`, where it leaves the addresses of `seen` once they exist.
struct UnitKernel {
    const syntax::Thread* thread = nullptr;
    std::string name;
    std::vector<SeenRegister> seen;
    std::vector<Insertion> insertions;
};

/// Errors   compiler::Rejected with an E-UNSUPPORTED: local variables in a work-item's body,
///          observed variables that are no integers or pointers.
[[nodiscard]] UnitKernel unit_kernel(const HostProgram::Code& code, const syntax::Thread& thread);
/// The test's text with the work-items as kernels.
[[nodiscard]] std::shared_ptr<const KernelText> text_with_units(
    const syntax::LitmusTree& tree, const std::vector<UnitKernel>& units);
/// Rejects (E-UNSUPPORTED) initial values of variables of work-items that are no parameters.
void check_initial_state(const syntax::LitmusTree& tree);

}  // namespace clmm::runtime::host
