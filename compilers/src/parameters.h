#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "clmm/generator/program.h"

namespace clmm::compilers {

/// What the function of a thread is called, where a program is compiled by itself.
[[nodiscard]] std::string function_of(const generator::Thread& thread);

/// The locations that a thread names, which its function has pointers to, in the program's order.
[[nodiscard]] std::vector<std::size_t> locations_of(const generator::Program& program,
                                                    const generator::Thread& thread);

}  // namespace clmm::compilers
