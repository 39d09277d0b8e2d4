#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/litmus/litmus_test.h"

namespace clmm::litmus {

/// The kinds of undefined behaviour that a word of an `Expect=` line can name, those that shipped
/// models find among them; `divergence` stands for all that end so.
[[nodiscard]] std::span<const std::string_view> undefined_kinds();

/// All items that an `Expect=` line can have: allowed, forbidden, holds, fails, racy, race-free,
/// defined, undefined, and undefined_kinds().
[[nodiscard]] std::vector<std::string> expectation_words();

/// What one `Expect=` line claims: `[model:] item{, item}{; …}`. All languages of tests have such
/// lines.
///
/// Shape    `value` is the span of what follows `=` in the source.
/// Errors   E-EXPECT for malformed ones.
[[nodiscard]] Result<std::vector<Expectation>> read_expectation(const SourcePtr& source, Span value,
                                                                bool has_condition);

}  // namespace clmm::litmus
