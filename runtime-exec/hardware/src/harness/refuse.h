#pragma once

#include <string>
#include <utility>

#include "clmm/base/reject.h"

namespace clmm::hardware {

/// What cannot be executed. Harness::prepare catches it.
[[noreturn]] inline void refuse(std::string message, Span span, std::string hint = {}) {
    reject("E-UNSUPPORTED", std::move(message), span, std::move(hint));
}

/// … because of the tuning, which the text of the test does not show.
[[noreturn]] inline void refuse_tuning(std::string message, std::string hint = {}) {
    reject("E-TUNING", std::move(message), Span{}, std::move(hint));
}

}  // namespace clmm::hardware
