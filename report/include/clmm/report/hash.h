#pragma once

#include <string>

#include "clmm/litmus/litmus_test.h"

namespace clmm::report {

/// A fingerprint of a test's content, 32 hexadecimal digits: equal for tests that differ
/// only in their name, comments, metadata and layout. It is clmm's own, not comparable
/// with the `Hash=` of other tools.
[[nodiscard]] std::string test_hash(const litmus::LitmusTest& test);

}  // namespace clmm::report
