#pragma once

#include "clmm/litmus/final_question.h"

namespace clmm::targets {

/// The condition and the filter of a test of any language.
///
/// Shape    `structure` is the test unfolded; the question is about its final values, and true
/// where
///          the test asks nothing.
/// Errors   none: reading the test has found what its propositions name.
[[nodiscard]] litmus::FinalQuestion final_question(const litmus::LitmusTest& test,
                                                   const litmus::EventStructure& structure);

}  // namespace clmm::targets
