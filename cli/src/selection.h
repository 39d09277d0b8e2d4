#pragma once

#include <string>

#include "clmm/base/diagnostic.h"

namespace clmm::cli {

/// Words of the command line that do not go together, or name nothing. E-SELECT.
[[nodiscard]] inline Diagnostic selection(std::string message, std::string hint = {}) {
    return {Severity::error, "E-SELECT", std::move(message), std::move(hint), nullptr, Span{}};
}

}  // namespace clmm::cli
