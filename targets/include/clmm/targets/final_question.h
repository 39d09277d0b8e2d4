#pragma once

#include "clmm/litmus/final_question.h"

namespace clmm::targets {

/// The condition and the filter of a test of any language. `structure` is the test unfolded.
[[nodiscard]] litmus::FinalQuestion final_question(const litmus::LitmusTest& test,
                                                   const litmus::EventStructure& structure);

}  // namespace clmm::targets
