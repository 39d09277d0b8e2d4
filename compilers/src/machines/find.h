#pragma once

#include "clmm/compilers/assembly.h"
#include "machines/instruction_set.h"

namespace clmm::compilers {

[[nodiscard]] const InstructionSet& machine_of(const Architecture& architecture);

}  // namespace clmm::compilers
