#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clmm/litmus/litmus_test.h"

namespace clmm::hardware {

/// What was observed of one test, ready to be written down.
struct ObservedTest {
    struct State {
        std::string text;  ///< `x=1; 0:r0=2;`
        std::uint64_t count = 0;
        bool satisfies = false;  ///< the condition's proposition, without its quantifier
    };
    std::string name;
    std::optional<litmus::Quantifier> quantifier;
    std::string condition;  ///< with its quantifier
    std::string hash;
    std::vector<State> states;      ///< seen, in the order in which they are written
    std::uint64_t filtered = 0;     ///< executions that the filter left out
    std::optional<double> seconds;  ///< none: no line `Time`

    [[nodiscard]] std::uint64_t satisfying() const;
    [[nodiscard]] std::uint64_t violating() const;
    /// What was seen is as the condition says.
    [[nodiscard]] bool is_validated() const;
};

/// In litmus7's form, from `Test NAME Allowed` to `Time NAME 0.31`: what scripts that compare logs
/// read.
///
/// Units    seconds.
/// Errors   none.
/// Source   herdtools, tools/lexLog_tools.mll
/// Tests    tests/unit/runtime-exec/hardware/log_test.cpp
[[nodiscard]] std::string to_log(const ObservedTest& observed);

}  // namespace clmm::hardware
