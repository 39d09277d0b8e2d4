#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "clmm/generator/program.h"

namespace clmm::compilers {

/// What the function of a thread is called, where a program is compiled by itself.
[[nodiscard]] std::string function_of(const generator::Thread& thread);

/// The objects that a thread names, which its function has pointers to, in the program's order: the
/// first location of each.
[[nodiscard]] std::vector<std::size_t> objects_of(const generator::Program& program,
                                                  const generator::Thread& thread);

}  // namespace clmm::compilers
