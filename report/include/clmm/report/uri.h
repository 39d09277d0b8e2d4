#pragma once

#include <string>

namespace clmm::report {

/// A path as a URI reference: what may not stand in one is percent-encoded; `file://` before an
/// absolute one.
/// Source   RFC 3986, sections 3.3 and 4.1; RFC 8089
[[nodiscard]] std::string uri_of(const std::string& path);

}  // namespace clmm::report
