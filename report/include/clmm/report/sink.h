#pragma once

#include <functional>
#include <string_view>

namespace clmm::report {

/// Takes text as it comes, so that none of what may be long is held as a whole.
///
/// Shape    UTF-8, in pieces that may end anywhere; a piece lives for the call.
/// Errors   what it throws goes through, and nothing is given after.
using Sink = std::function<void(std::string_view)>;

}  // namespace clmm::report
