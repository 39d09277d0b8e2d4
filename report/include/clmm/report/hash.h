#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "clmm/litmus/litmus_test.h"

namespace clmm::report {

/// A fingerprint of a test's content, 32 hexadecimal digits: equal for tests that differ
/// only in their name, comments, metadata and layout. It is clmm's own, not comparable
/// with the `Hash=` of other tools.
///
/// Shape    128 bits; the same on all machines. Not against those who want two texts to be alike.
[[nodiscard]] std::string test_hash(const litmus::LitmusTest& test);

/// A fingerprint of texts, as they stand and in this order.
[[nodiscard]] std::string text_hash(const std::vector<std::string_view>& texts);

}  // namespace clmm::report
