#pragma once

#include "clmm/litmus/weakenings.h"

/// What can be weakened in a test of any language.
namespace clmm::targets {

/// Of OpenCL as clmm/litmus/weakenings.h has it. Of PTX: weaker orders of accesses and fences,
/// narrower scopes, fences and proxy fences left out. Of x86: fences and LOCK left out. Barriers
/// stay, and what stands in tests of other languages too.
///
/// Shape    places in the order of the text. An order's place has the scope with it, since weak
///          accesses have none.
/// `structure` is the test unfolded. Errors   none: each text reads as a test again.
[[nodiscard]] litmus::WeakeningSpace weakening_space(const litmus::LitmusTest& test,
                                                     const litmus::EventStructure& structure);

}  // namespace clmm::targets
