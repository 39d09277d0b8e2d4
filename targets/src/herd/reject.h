#pragma once

#include <utility>

#include "clmm/language/reject.h"

namespace clmm::targets {

using language::reject;
using language::Rejected;

/// What is wrong with this source.
[[nodiscard]] inline Diagnostic in(SourcePtr source, const Rejected& rejected) {
    Diagnostic placed = rejected.diagnostic;
    placed.source = std::move(source);
    return placed;
}

}  // namespace clmm::targets
