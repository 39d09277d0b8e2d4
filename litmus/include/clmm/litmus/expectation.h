#pragma once

#include <vector>

#include "clmm/litmus/litmus_test.h"

namespace clmm::litmus {

/// What one `Expect=` line claims: `[model:] item{, item}{; …}`, items allowed, forbidden, holds,
/// fails, racy, race-free. All languages of tests have such lines.
///
/// Shape    `value` is the span of what follows `=` in the source.
/// Errors   E-EXPECT for malformed ones.
[[nodiscard]] Result<std::vector<Expectation>> read_expectation(const SourcePtr& source, Span value,
                                                                bool has_condition);

}  // namespace clmm::litmus
