#pragma once

#include <string>
#include <vector>

#include "clmm/litmus/event_structure.h"
#include "clmm/model/evaluator.h"
#include "clmm/model/execution.h"
#include "clmm/model/memory_model.h"
#include "clmm/model/program.h"

namespace clmm::model {

/// What is wrong with an execution as one of the event structure, whatever the memory model: one
/// sentence each, empty where nothing is.
///
/// Idea     trusts no engine. Every term is evaluated anew on the execution's values: guards say
///          which events take place; each read has one source, of its location and value;
///          addresses, constraints and barrier pairs are as the terms say; the writes of a
///          location are totally ordered, initial one first, and the last one's value is
///          final; total orders are strict and total on what they order.
/// Cost     O(n³) in events, once a witness.
/// Tests    tests/unit/model/replay_test.cpp damages a good execution in each of these ways.
[[nodiscard]] std::vector<std::string> defects(const EventStructure& structure,
                                               const Execution& execution);

/// Total orders that leave out a member of the set that they order. The evaluator has
/// evaluated the execution.
[[nodiscard]] std::vector<std::string> order_defects(const Program& program,
                                                     const Evaluator& evaluator,
                                                     const Execution& execution);

/// Holds a witness that is to be reported against the test and the model, from its values and
/// relations alone. The evaluator has evaluated it afterwards.
///
/// Errors   an InternalError where the engine got it wrong.
void replay(const MemoryModel& model, const EventStructure& structure, Evaluator& evaluator,
            const Execution& witness);

}  // namespace clmm::model
