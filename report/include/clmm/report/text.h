#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "clmm/enumerator/check.h"
#include "clmm/report/sink.h"

namespace clmm::report {

/// Every final state, however many there are.
constexpr std::uint64_t kAllStates = std::numeric_limits<std::uint64_t>::max();
/// Where nobody says how many to list, up to so many are all listed …
constexpr std::uint64_t kFewStates = 1000;
/// … and of more the first ones that fit on a screen.
constexpr std::uint64_t kScreenful = 24;

/// How many of `count` states to list where `asked` are asked for.
[[nodiscard]] std::uint64_t states_to_list(const Natural& count,
                                           const std::optional<std::uint64_t>& asked);

/// What to print beside the block that herd would print.
struct TextOptions {
    bool model = false;           ///< a line `Model NAME`, for tests checked under several
    bool witness = false;         ///< an execution that decides the condition
    bool races = false;           ///< undefined behaviour with its source lines
    bool race_witnesses = false;  ///< and an execution for each
    bool time = false;  ///< a line `Time NAME 0.01`; makes the text differ from run to run
    std::optional<std::uint64_t> states;  ///< most to list; nullopt: by their number
};

/// The result in herd's format (`Test … States … Observation … Hash=…`, an empty line), then
/// what the options ask for. docs/file-formats.md describes it.
///
/// Shape    states in the engine's order, ascending by value; a thin-air family is one state.
///          Counts are of states, or of executions where the check counted those. What is cut is
///          counted by a line in its place.
/// Tests    tests/unit/report/text_test.cpp
[[nodiscard]] std::string to_text(const enumerator::CheckResult& result,
                                  const TextOptions& options = {});
void write_text(const enumerator::CheckResult& result, const TextOptions& options,
                const Sink& sink);

/// A kernel's result: which properties hold, and what refutes the others.
///
///     Kernel reduce: 8 work-items in 2 work-groups
///     race-free      Verified
///     assert         Refuted
///
/// Tests    tests/golden/kernels
void write_properties(const enumerator::CheckResult& result, const TextOptions& options,
                      const Sink& sink);

/// What other readings of the model's switches would change (`--ambiguities`): a line a reading
/// that changes something, and one line for the rest.
///
/// Tests    tests/golden/switches
[[nodiscard]] std::string ambiguities_to_text(const enumerator::CheckResult& result);

/// What decides the condition, with an execution: an outcome that satisfies an `exists`, one that
/// violates a `forall`; nullopt where there is none. Prefers a concrete outcome that is not out of
/// thin air.
[[nodiscard]] std::optional<model::OutcomeEntry> deciding_outcome(
    const enumerator::CheckResult& result);

/// Every outcome with an execution that ends in it, for `--dump=executions`. All were kept.
void write_executions(const enumerator::CheckResult& result, const Sink& sink);

}  // namespace clmm::report
