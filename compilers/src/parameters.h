#pragma once

#include <cstddef>
#include <vector>

#include "clmm/generator/program.h"

namespace clmm::compilers {

/// The locations that a thread names, which its function has pointers to, in the program's order.
[[nodiscard]] std::vector<std::size_t> locations_of(const generator::Program& program,
                                                    const generator::Thread& thread);

}  // namespace clmm::compilers
