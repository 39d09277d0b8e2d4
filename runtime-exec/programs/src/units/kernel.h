#pragma once

#include <string>
#include <vector>

#include "host/code.h"

namespace clmm::runtime::host {

/// A variable of a work-item that the test observes at the end.
struct SeenRegister {
    std::string name;
    ScalarType type;
};

/// A work-item of a test as a kernel. It is called as the thread is, `P0`, and has one parameter
/// more: `global ulong*`, where it leaves the addresses of `seen` once they exist.
struct UnitKernel {
    /// Where the address of a variable is left.
    struct Store {
        const syntax::Statement* behind = nullptr;  ///< its declaration; null: at the start
        std::size_t index = 0;                      ///< in `seen`
        std::string name;
    };

    const syntax::Thread* thread = nullptr;
    std::string name;
    std::vector<std::string> spaces;  ///< by parameter: the address space that it does not name
    std::vector<SeenRegister> seen;
    std::vector<Store> stores;
};

/// Errors   Rejected with an E-UNSUPPORTED: local variables in a work-item's body,
///          observed variables that are no integers or pointers.
[[nodiscard]] UnitKernel unit_kernel(const HostProgram::Code& code, const syntax::Thread& thread);
/// Rejects (E-UNSUPPORTED) initial values of variables of work-items that are no parameters.
void check_initial_state(const syntax::LitmusTree& tree);

}  // namespace clmm::runtime::host
