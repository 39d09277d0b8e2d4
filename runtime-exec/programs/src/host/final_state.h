#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "clmm/litmus/final_question.h"
#include "host/run.h"

namespace clmm::runtime::host {

/// What a test asks of its final states, by what its variables are in them: a thread may declare
/// one name twice, and need not reach its declarations.
///
/// Threads  any.
class FinalQuestions {
public:
    using Registers = std::vector<litmus::FinalQuestion::Register>;

    /// The test outlives it.
    explicit FinalQuestions(const litmus::LitmusTest& test) : test_(test) {}
    [[nodiscard]] const litmus::FinalQuestion& about(const Registers& registers);

private:
    const litmus::LitmusTest& test_;
    std::mutex mutex_;
    std::map<Registers, litmus::FinalQuestion> questions_;
};

/// Reads what the test observes, in the order in which `clmm check` lists it, and decides the
/// condition and the filter. All threads and commands must have ended.
void read_final_state(Run& run, HostOutcome& outcome);

}  // namespace clmm::runtime::host
