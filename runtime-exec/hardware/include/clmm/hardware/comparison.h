#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/enumerator/check.h"
#include "clmm/hardware/histogram.h"

/// What was seen on a device, held against what a model allows.
namespace clmm::hardware {

enum class StateVerdict : std::uint8_t {
    allowed_seen,
    allowed_unseen,
    forbidden,  ///< seen
    undecided,  ///< seen, and the model's answer is not complete
    filtered    ///< seen, and the test's filter leaves it out
};
[[nodiscard]] std::string_view to_string(StateVerdict verdict);  ///< `allowed-unseen`

/// What is said of a run as a whole.
enum class RunVerdict : std::uint8_t {
    consistent,  ///< all that was seen is allowed
    forbidden,   ///< a state was seen that is forbidden
    undefined,   ///< undefined behaviour (a race, say): anything is allowed
    unknown      ///< a state was seen that may or may not be allowed
};
[[nodiscard]] std::string_view to_string(RunVerdict verdict);  ///< `consistent`

struct ComparedState {
    std::vector<std::uint64_t> values;  ///< by the observables, as in SeenState
    std::uint64_t count = 0;
    bool satisfies = false;
    StateVerdict verdict = StateVerdict::allowed_seen;
    /// Index into the answer's outcomes: that which allows it. A family of outcomes can allow
    /// several states.
    std::optional<std::size_t> outcome;
    std::optional<model::Family> family;  ///< that it stands for, where nothing of it was seen
};

/// Shape    `states` are those seen and those allowed, sorted by their values; an outcome that
///          stands for a family is a state of its own only where nothing of it was seen.
struct Comparison {
    std::vector<ComparedState> states;
    RunVerdict verdict = RunVerdict::consistent;
    std::string reason;          ///< of `undefined`: the kind; of `unknown`: why
    std::optional<bool> racy;    ///< what the model says of races
    bool model_complete = true;  ///< no outcome can be missing from the model's answer
};

/// `result` is of the same test, with outcomes and undefined behaviour decided.
///
/// Idea     undefined behaviour allows anything, so where there is some, no state is forbidden.
///          Where it is not known whether there is, or whether all outcomes are known, a state that
///          is no known outcome is undecided. Of a family of values out of thin air each member is
///          allowed, if the model allows every value; else only the member that is known is, and
///          the others are undecided.
/// Cost     outcomes × states at most where there are families; else their logarithms.
/// Tests    tests/unit/runtime-exec/hardware/comparison_test.cpp
[[nodiscard]] Comparison compare(const Histogram& seen, const enumerator::CheckResult& result);

/// Whether the family of an outcome has a state as its member, whatever is known of values.
[[nodiscard]] bool is_member(const model::OutcomeEntry& outcome,
                             const std::vector<std::uint64_t>& values);

}  // namespace clmm::hardware
