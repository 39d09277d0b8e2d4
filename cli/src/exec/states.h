#pragma once

#include <cstdint>
#include <iosfwd>
#include <map>
#include <string>

#include "clmm/runtime/host_program.h"
#include "exit_code.h"
#include "explain/single_test.h"

namespace clmm::cli {

/// The final states of a test's executions, by their text.
struct SeenStates {
    struct Entry {
        std::uint64_t count = 0;
        bool satisfies = false;
    };
    std::map<std::string, Entry> states;
    std::uint64_t filtered = 0;

    void add(const runtime::HostOutcome& outcome);
};

/// litmus7's form.
[[nodiscard]] std::string histogram_text(const litmus::LitmusTest& test, const SeenStates& seen);
/// Of a single execution.
[[nodiscard]] std::string state_report(const litmus::LitmusTest& test,
                                       const runtime::HostOutcome& outcome);

/// Says whether the model allows every state that was seen; with `missing`, also which states it
/// allows that were not. Exit code 1 for a forbidden state, 3 where the model has no answer.
[[nodiscard]] ExitCode compare_with_model(const SingleTest& loaded, const CheckArguments& check,
                                          const SeenStates& seen, bool missing, std::ostream& out);

}  // namespace clmm::cli
