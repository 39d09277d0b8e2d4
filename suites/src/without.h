#pragma once

#include <cstddef>

#include "clmm/model/memory_model.h"

namespace clmm::suites {

/// The model without one of its checks.
[[nodiscard]] inline model::MemoryModel without_check(model::MemoryModel model, std::size_t check) {
    model.program.checks.erase(model.program.checks.begin() + static_cast<std::ptrdiff_t>(check));
    return model;
}

}  // namespace clmm::suites
