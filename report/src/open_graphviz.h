#pragma once

#include <optional>
#include <string>

#include "clmm/base/diagnostic.h"

namespace clmm::report {

/// Before any function of Graphviz is called: opens the library where this clmm is not linked with
/// it (cmake/OnDemand.cmake). What asks needs `what`. Errors, threads: those of open_library().
[[nodiscard]] std::optional<Diagnostic> open_graphviz(const std::string& what);

}  // namespace clmm::report
