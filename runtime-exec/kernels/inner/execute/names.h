#pragma once

#include <string>

#include "execute/instruction.h"

namespace clmm::runtime {

/// What an instruction does, by the names of its handler and loop: `load.u32`, `less.i64`. Where
/// two operations are one function, the name is that of the first.
/// Shape    `call` for functions of the language, which have no names of their own.
[[nodiscard]] std::string name_of(const Instruction& instruction);

}  // namespace clmm::runtime
