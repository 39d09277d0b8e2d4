#include "exec/states.h"

#include <algorithm>
#include <map>
#include <ostream>
#include <sstream>

#include "clmm/enumerator/explanation.h"
#include "clmm/hardware/log.h"
#include "clmm/report/hash.h"
#include "clmm/report/value.h"
#include "exec/values/argument.h"

namespace clmm::cli {
namespace {

std::string state_text(const runtime::HostOutcome& outcome) {
    std::string text;
    for (const auto& each : outcome.state)
        text += (text.empty() ? "" : " ") + each.name + "=" + each.value + ";";
    return text;
}

/// The values of a state as it is written, by name.
std::map<std::string, std::string> values_of(const std::string& state) {
    std::map<std::string, std::string> values;
    std::istringstream parts(state);
    for (std::string part; std::getline(parts >> std::ws, part, ';');)
        if (const auto equals = part.find('='); equals != std::string::npos)
            values.emplace(part.substr(0, equals), part.substr(equals + 1));
    return values;
}

/// Whether the state has the family's fixed values, and those of each group agree.
bool is_member(const enumerator::CheckResult& result, const model::OutcomeEntry& family,
               const std::string& state) {
    const auto pattern = values_of(report::format_state(result.structure, family));
    std::map<std::string, std::string> groups;  // by name
    const auto values = values_of(state);
    for (std::size_t i = 0; i < result.structure.observables.size(); ++i) {
        const std::string& name = result.structure.observables[i].name;
        const auto value = values.find(name);
        if (value == values.end()) return false;
        const std::string& wanted = pattern.at(name);
        const bool is_free = family.family->free_group[i] >= 0;
        if ((is_free ? groups.try_emplace(wanted, value->second).first->second : wanted) !=
            value->second)
            return false;
    }
    return true;
}

bool is_listed(const enumerator::CheckResult& result, const std::string& state) {
    return std::ranges::any_of(result.answer.outcomes, [&](const auto& outcome) {
        if (outcome.family)
            return outcome.family->extent == model::Extent::every &&
                   is_member(result, outcome, state);
        return report::format_state(result.structure, outcome) == state;
    });
}

/// A family that does not have every value is asked whether it has these.
bool has_execution(enumerator::CheckResult& result, const model::MemoryModel& model,
                   const CheckArguments& check, const std::string& state) {
    if (std::ranges::none_of(result.answer.outcomes, [&](const auto& outcome) {
            return outcome.family && is_member(result, outcome, state);
        }))
        return false;
    auto wanted = enumerator::question_of_state(result.structure, state);
    if (!wanted) return false;
    const enumerator::ExplainOptions options{
        .check = check.check, .arguments = 1, .expected = false};
    return enumerator::explain_state(result.structure, model, std::move(wanted).value(), options)
        .witness.has_value();
}

ExitCode not_allowed(const enumerator::CheckResult& result, const std::string& state,
                     std::ostream& out) {
    const bool is_open =
        !result.reason.empty() || result.answer.bound_reached || !result.racy.has_value();
    out << "Model " << result.model << (is_open ? " may or may not allow " : " forbids ") << state;
    if (result.answer.declined) out << " (" << *result.answer.declined << ")";
    out << "\n";
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
    auto result = enumerator::check(loaded.test, model, check.check);
    if (!result) throw ExecError{result.diagnostics()};
    if (!result->answer.undefined.empty()) {
        out << "Model " << model.name << " allows any state: undefined behaviour ("
            << result->answer.undefined.front().kind << ")\n";
        return ExitCode::as_expected;
    }
    ExitCode code = ExitCode::as_expected;
    for (const auto& [state, entry] : seen.states)
        if (!is_listed(*result, state) && !has_execution(result.value(), model, check, state))
            code = worst(code, not_allowed(*result, state, out));
    if (code == ExitCode::as_expected)
        out << "Model " << model.name << " allows "
            << (seen.states.size() == 1 ? "this state\n" : "these states\n");
    if (missing) list_missing(*result, seen, out);
    return code;
}

}  // namespace clmm::cli
