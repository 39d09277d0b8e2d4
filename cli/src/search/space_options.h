#pragma once

#include <string>

#include "clmm/base/diagnostic.h"
#include "clmm/generator/space.h"

namespace CLI {
class App;
}

namespace clmm::cli {

/// Atomic loads, stores and a fence, four accesses at most: what searches begin with.
[[nodiscard]] generator::Space small_space();

/// Declares what a space of tests is made of: threads, fences, operations, orders, scopes, places,
/// regions, barriers. What `space` has before is the default, and the help says so.
void declare_space_options(CLI::App& command, generator::Space& space, const std::string& group);

/// Whether tests in C have a model of this name.
[[nodiscard]] bool is_about_c(const std::string& model);

/// Tests of C, or of OpenCL C. E-SELECT where the space has what C has none of.
[[nodiscard]] Diagnostics set_language(
    generator::Space& space, bool is_c,
    const std::string& hint = "--language OPENCL is about tests in OpenCL C");

}  // namespace clmm::cli
