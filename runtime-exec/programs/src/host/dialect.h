#pragma once

#include <string>
#include <vector>

#include "compile/host.h"
#include "host/code.h"

namespace clmm::runtime::host {

/// What the host code of a test may name, and what is observed of it.
[[nodiscard]] compiler::HostDialect dialect_of(const litmus::LitmusTest& test);

/// The variables of a unit that the test asks about.
[[nodiscard]] std::vector<std::string> observed_names(const syntax::LitmusTree& tree,
                                                      std::uint32_t unit);

}  // namespace clmm::runtime::host
