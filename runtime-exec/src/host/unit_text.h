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

}  // namespace clmm::runtime::host
