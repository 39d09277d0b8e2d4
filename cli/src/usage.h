#pragma once

#include <string>
#include <utility>

#include "clmm/base/diagnostic.h"

namespace clmm::cli {

/// What is wrong with the words of a command line.
[[nodiscard]] inline Diagnostics usage(std::string message, std::string hint = {}) {
    return {{Severity::error, "E-USAGE", std::move(message), std::move(hint), nullptr, {}}};
}

}  // namespace clmm::cli
