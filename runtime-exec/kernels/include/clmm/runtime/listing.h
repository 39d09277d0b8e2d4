#pragma once

#include <string>

#include "clmm/runtime/kernel_code.h"

namespace clmm::runtime {

/// The bytecode of a program that compile() made, for people to read: for each kernel its
/// parameters, constants and instructions, a line each, with the place and text that it came from.
///
/// Shape    `  12  %5 = load.u32 %3 +8   ; 7:14 x[2]`: registers are `%`, targets of jumps the
///          numbers of lines. Kernels of other makers (C++ functions) are named only.
/// Tests    tests/unit/runtime-exec/execute/listing_test.cpp
[[nodiscard]] std::string listing(const ProgramCode& program);

}  // namespace clmm::runtime
