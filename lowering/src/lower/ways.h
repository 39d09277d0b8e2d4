#pragma once

#include <vector>

#include "clmm/generator/program.h"

namespace clmm::lowering {

/// A statement on a way through a thread, or what the way takes a branch's value to be.
struct Step {
    const generator::Statement* statement = nullptr;  ///< a branch: its value is assumed
    bool is_taken = false;
};
using Way = std::vector<Step>;

/// All ways through a thread's branches.
[[nodiscard]] std::vector<Way> ways_through(const std::vector<generator::Statement>& body);

}  // namespace clmm::lowering
