#pragma once

#include <functional>
#include <string_view>

namespace clmm::report {

/// Takes text as it comes, so that none of what may be long is held as a whole.
using Sink = std::function<void(std::string_view)>;

}  // namespace clmm::report
