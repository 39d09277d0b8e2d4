#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/enumerator/check.h"
#include "clmm/generator/program.h"
#include "clmm/lowering/lower.h"
#include "clmm/model/memory_model.h"

namespace clmm::lowering {

/// What is known of one program's lowering.
///
/// sound             every final state of the target is one of the source's, and the target ends
///                   where the source does
/// broken            the target has one that the source, which is defined, has not; or is itself
///                   undefined where the source is not
/// undefined_source  the source races, or is undefined otherwise: it says nothing
enum class Verdict : std::uint8_t { sound, broken, undefined_source, unknown };
[[nodiscard]] std::string_view to_string(Verdict verdict);

using generator::State;

/// A final state of the target that the source has not, and where its execution is.
struct ExtraState {
    State state;
    std::size_t variant = 0;  ///< of Comparison::targets
    std::size_t outcome = 0;  ///< of its answer
};

/// Source and target, each decided.
///
/// Shape    targets are by Lowered::variants. `reason` says why the verdict is unknown.
struct Comparison {
    Verdict verdict = Verdict::unknown;
    std::string reason;
    enumerator::CheckResult source;
    std::vector<enumerator::CheckResult> targets;
    std::vector<ExtraState> extra;  ///< each state once, ascending
    /// The first of `targets` whose behaviour is undefined, where one is.
    std::optional<std::size_t> undefined_target;
};

/// Why nothing is shown by a target without any final state.
inline constexpr std::string_view kNoFinalState =
    "of the target: no execution has a final state, so nothing is shown; the source has some";
/// … and by executions that never end, if the source's all end.
inline constexpr std::string_view kSomeNeverEnd =
    "of the target: some executions never end and show nothing, and the source's all end";

/// Decides a program and its lowering under their models and compares what they end in.
///
/// Errors   of either check: a model that is not about the language, a lowered text that the
///          target's language does not read, whose place is in that text.
[[nodiscard]] Result<Comparison> compare(const generator::Program& program, const Lowered& lowered,
                                         const model::MemoryModel& source,
                                         const model::MemoryModel& target,
                                         const enumerator::CheckOptions& options);

/// The states of one variant's answer, in the order of its outcomes.
[[nodiscard]] std::vector<State> states_of(const enumerator::CheckResult& result,
                                           const Variant& variant);

/// … and those of any outcomes, by the observables of the lowered test.
[[nodiscard]] std::vector<State> states_of(const std::vector<litmus::Observable>& observables,
                                           const std::vector<model::OutcomeValues>& outcomes,
                                           const Variant& variant);

/// Whether the source's answer has a state; nothing where values that are left open might be it.
class SourceStates {
public:
    SourceStates(const enumerator::CheckResult& result, const generator::Program& program);
    [[nodiscard]] std::optional<bool> has(const State& state) const;

private:
    const enumerator::CheckResult& result_;
    std::vector<std::size_t> order_;  ///< the observable of each that the program shows
};

}  // namespace clmm::lowering
