#pragma once

#include "clmm/base/result.h"
#include "clmm/generator/program.h"
#include "clmm/litmus/litmus_test.h"

namespace clmm::lowering {

/// A litmus test in OpenCL C or C as a program that can be lowered: loads and stores, atomic
/// functions, fences, barriers, registers, arithmetic on them, branches, arrays of ints.
///
/// Errors   E-LOWER with a place in the test, for all else: loops, functions, elements that are not
/// constant, pointers kept
///          in registers, types that are not int, host code. Nothing is left out.
/// Tests    tests/unit/lowering/read_program_test.cpp holds outcomes of the program's own text
///          against the test's.
[[nodiscard]] Result<generator::Program> read_program(const litmus::LitmusTest& test);

}  // namespace clmm::lowering
