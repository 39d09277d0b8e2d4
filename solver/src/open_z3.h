#pragma once

#include <optional>
#include <string>

#include "clmm/base/diagnostic.h"

namespace clmm::solver {

/// Before any function of Z3 is called: opens the library where this clmm is not linked with it
/// (cmake/OnDemand.cmake). What asks needs `what`. Errors, threads: those of open_library().
[[nodiscard]] std::optional<Diagnostic> open_z3(const std::string& what);

}  // namespace clmm::solver
