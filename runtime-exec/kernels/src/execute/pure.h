#pragma once

#include "execute/block.h"

namespace clmm::runtime {

/// Runs the loop of an instruction for the active lanes. Where all operands are uniform it runs
/// once; where few lanes are left of many, they are packed first.
void run_pure(Block& block, const Instruction& instruction);

}  // namespace clmm::runtime
