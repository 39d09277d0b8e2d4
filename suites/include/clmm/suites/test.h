#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "clmm/generator/program.h"

namespace clmm::suites {

/// A program and one of its final states, or a part of it.
///
/// Shape    `state` by place of observed(program); `shown` are numbers of such places.
struct StateTest {
    generator::Program program;  ///< named, as clmm separate names tests
    generator::State state;
    std::vector<std::size_t> shown;  ///< the places of observed() that the condition is about
};

}  // namespace clmm::suites
