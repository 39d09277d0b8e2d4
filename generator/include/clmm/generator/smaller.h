#pragma once

#include <vector>

#include "clmm/generator/program.h"

namespace clmm::generator {

/// The programs that have one statement less, or a branch's body in its place, or one thread less.
/// Registers may be left that nothing assigns; locations that nothing names are gone.
///
/// Errors   none; nothing is smaller than one statement of one thread.
[[nodiscard]] std::vector<Program> smaller(const Program& program);

}  // namespace clmm::generator
