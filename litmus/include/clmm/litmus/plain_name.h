#pragma once

#include <string>
#include <string_view>

namespace clmm::litmus {

/// An address or a location as herd's tools write it: `a.1` for `&a[1]`, `a[1]` and `a.1`.
/// Any other text stays as it is.
///
/// Source   herdtools, tools/lexLog_tools.mll
[[nodiscard]] std::string plain_name(std::string_view address);

}  // namespace clmm::litmus
