#pragma once

#include <string>
#include <vector>

#include "clmm/generator/program.h"

namespace clmm::generator {

/// A program with one of its final states, in the one form that all have that differ in names
/// alone: of threads, locations, registers, work-groups, devices and written values.
///
/// Shape    text, the least over all orders of the threads (of many, over their rotations:
///          thread_orders.h). Values are constants, written once each to a location; 0 is the
///          initial one. A value that nobody writes is a sum of such.
/// Cost     a text for each order of the threads.
[[nodiscard]] std::string canonical_text(const Program& program, const State& state);

}  // namespace clmm::generator
