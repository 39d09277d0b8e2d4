#pragma once

#include <string>

#include "clmm/litmus/event_structure.h"
#include "clmm/litmus/litmus_test.h"
#include "clmm/model/engine.h"

namespace clmm::enumerator {

/// Takes undefined behaviour out of an answer that hangs on values which the unfolding does not
/// follow (OpaqueValue): what was found there may be no execution of the program. Its kinds count
/// as not searched. Why, as a sentence for the user; empty where nothing hangs on them.
[[nodiscard]] std::string leave_open_opaque(const litmus::EventStructure& structure,
                                            const litmus::LitmusTest& test,
                                            model::EngineAnswer& answer);

}  // namespace clmm::enumerator
