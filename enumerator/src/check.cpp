#include "clmm/enumerator/check.h"

#include <algorithm>
#include <utility>

namespace clmm::enumerator {
namespace {

using Clock = Budget::Clock;

std::chrono::microseconds since(Clock::time_point start) {
    return std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start);
}

/// The caller's budget with the timeout of this check, whichever ends first.
Budget with_timeout(const CheckOptions& options) {
    Budget budget = options.budget;
    if (!options.timeout) return budget;
    const auto left = budget.time_left();
    budget.set_timeout(left ? std::min(*left, *options.timeout) : *options.timeout);
    return budget;
}

model::EngineRequest request_for(const CheckOptions& options) {
    model::EngineRequest request;
    request.all_executions = options.all_executions;
    request.undefined_behaviour = options.undefined_behaviour;
    request.outcomes = options.outcomes;
    request.condition = options.outcomes;
    if (!options.properties.empty())
        request.wanted = [wanted = options.properties](std::string_view kind) {
            return std::ranges::find(wanted, property_of(kind)) != wanted.end();
        };
    request.forbid_thin_air = options.forbid_thin_air;
    request.outcome_limit = options.outcome_limit;
    request.budget = options.budget;
    request.progress = options.progress;
    return request;
}

Verdict verdict(const std::vector<PropertyResult>& properties) {
    const auto some = [&](PropertyStatus status) {
        return std::ranges::find(properties, status, &PropertyResult::status) != properties.end();
    };
    if (some(PropertyStatus::refuted)) return Verdict::fails;
    return some(PropertyStatus::unknown) ? Verdict::unknown : Verdict::holds;
}

void prepend(Diagnostics& diagnostics, const Diagnostics& earlier) {
    diagnostics.insert(diagnostics.begin(), earlier.begin(), earlier.end());
}

}  // namespace

CheckResult decide(litmus::LitmusTest test, litmus::EventStructure structure,
                   const model::MemoryModel& model, model::Engine& engine,
                   const CheckOptions& options) {
    const Clock::time_point start = Clock::now();
    CheckResult result;
    result.answer = engine.run(structure, model, request_for(options));
    result.times.decide = since(start);
    result.model = model.name;
    result.engine = engine.name();
    result.all_executions = options.all_executions;
    result.properties = judge(options.properties, result.answer);
    result.verdict = result.properties.empty() ? verdict(test.quantifier, result.answer)
                                               : verdict(result.properties);
    result.observation = observe(result.answer);
    result.racy = racy(result.answer);
    result.reason = why_incomplete(result.answer, structure, test, options.unroll);
    result.claims = judge_expectations(test, model.name, result.answer);
    result.test = std::move(test);
    result.structure = std::move(structure);
    return result;
}

Result<CheckResult> check(litmus::LitmusTest test, const model::MemoryModel& model,
                          const CheckOptions& options) {
    CheckOptions limited = options;
    limited.budget = with_timeout(options);
    const Clock::time_point start = Clock::now();

    auto engine = make_engine(options.engine);
    if (!engine) return Result<CheckResult>::failure(engine.diagnostics());
    auto structure = litmus::unfold(test, {.unroll = options.unroll});
    if (!structure) return Result<CheckResult>::failure(structure.diagnostics());

    const Diagnostics warnings = structure.diagnostics();
    const auto unfolded = since(start);
    CheckResult result =
        decide(std::move(test), std::move(structure).value(), model, *engine.value(), limited);
    result.warnings = warnings;
    result.times.unfold = unfolded;
    return result;
}

Result<CheckResult> check(SourcePtr test, const model::MemoryModel& model,
                          const CheckOptions& options) {
    auto read = litmus::read_test(std::move(test), options.elaboration);
    if (!read) return Result<CheckResult>::failure(read.diagnostics());
    const Diagnostics warnings = read.diagnostics();
    auto result = check(std::move(read).value(), model, options);
    if (result) prepend(result.value().warnings, warnings);
    return result;
}

}  // namespace clmm::enumerator
