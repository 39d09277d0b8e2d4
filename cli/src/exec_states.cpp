#include "exec_states.h"

#include <algorithm>
#include <ostream>

#include "clmm/hardware/log.h"
#include "clmm/report/hash.h"
#include "clmm/report/value.h"
#include "exec_argument.h"

namespace clmm::cli {
namespace {

std::string state_text(const runtime::HostOutcome& outcome) {
    std::string text;
    for (const auto& each : outcome.state)
        text += (text.empty() ? "" : " ") + each.name + "=" + each.value + ";";
    return text;
}

/// Of a family of values out of thin air, any member counts as allowed.
bool is_allowed(const enumerator::CheckResult& result, const std::string& state) {
    return std::ranges::any_of(result.answer.outcomes, [&](const auto& outcome) {
        return outcome.family.has_value() ||
               report::format_state(result.structure, outcome) == state;
    });
}

ExitCode not_allowed(const enumerator::CheckResult& result, const std::string& state,
                     std::ostream& out) {
    const bool is_open =
        !result.reason.empty() || result.answer.bound_reached || !result.racy.has_value();
    out << "Model " << result.model << (is_open ? " may or may not allow " : " forbids ") << state
        << "\n";
    return is_open ? ExitCode::unknown : ExitCode::expectation_failed;
}

void list_missing(const enumerator::CheckResult& result, const SeenStates& seen,
                  std::ostream& out) {
    for (const auto& outcome : result.answer.outcomes) {
        const std::string state = report::format_state(result.structure, outcome);
        if (!seen.states.contains(state))
            out << "Model " << result.model << " also allows " << state << "\n";
    }
}

}  // namespace

void SeenStates::add(const runtime::HostOutcome& outcome) {
    if (outcome.filtered) {
        ++filtered;
        return;
    }
    Entry& entry = states[state_text(outcome)];
    ++entry.count;
    entry.satisfies = outcome.satisfies;
}

std::string histogram_text(const litmus::LitmusTest& test, const SeenStates& seen) {
    hardware::ObservedTest observed{.name = test.name,
                                    .quantifier = test.quantifier,
                                    .condition = test.condition_text,
                                    .hash = report::test_hash(test),
                                    .states = {},
                                    .filtered = seen.filtered,
                                    .seconds = {}};
    for (const auto& [state, entry] : seen.states)
        observed.states.push_back({state, entry.count, entry.satisfies});
    return hardware::to_log(observed);
}

std::string state_report(const litmus::LitmusTest& test, const runtime::HostOutcome& outcome) {
    std::string text = "Test " + test.name + "\n" + state_text(outcome) + "\n";
    if (outcome.filtered) return text + "The filter leaves this execution out\n";
    if (!test.quantifier) return text;
    return text + "Condition " + test.condition_text + ": the state " +
           (outcome.satisfies ? "satisfies" : "does not satisfy") + " it\n";
}

ExitCode compare_with_model(const SingleTest& loaded, const CheckArguments& check,
                            const SeenStates& seen, bool missing, std::ostream& out) {
    const model::MemoryModel& model = loaded.memory_model();
    const auto result = enumerator::check(loaded.test, model, check.check);
    if (!result) throw ExecError{result.diagnostics()};
    if (!result->answer.undefined.empty()) {
        out << "Model " << model.name << " allows any state: undefined behaviour ("
            << result->answer.undefined.front().kind << ")\n";
        return ExitCode::as_expected;
    }
    ExitCode code = ExitCode::as_expected;
    for (const auto& [state, entry] : seen.states)
        if (!is_allowed(*result, state)) code = worst(code, not_allowed(*result, state, out));
    if (code == ExitCode::as_expected)
        out << "Model " << model.name << " allows "
            << (seen.states.size() == 1 ? "this state\n" : "these states\n");
    if (missing) list_missing(*result, seen, out);
    return code;
}

}  // namespace clmm::cli
