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

/// An item where it stands in the test's source.
struct ExpectedWord {
    std::string word;
    Span span;
};

/// The items of an entry as the text has them; none where the test has no text.
[[nodiscard]] std::vector<ExpectedWord> words_of(const LitmusTest& test,
                                                 const Expectation& expectation);

/// What one `Expect=` line claims: `[model:] item{, item}{; …}`. All languages of tests have such
/// lines. Items besides those that `Expectation` has members for are in its words alone.
///
/// Shape    `value` is the span of what follows `=` in the source.
/// Errors   E-EXPECT for malformed ones.
[[nodiscard]] Result<std::vector<Expectation>> read_expectation(const SourcePtr& source, Span value,
                                                                bool has_condition);

}  // namespace clmm::litmus
