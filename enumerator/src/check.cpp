#include "clmm/enumerator/check.h"

#include <algorithm>
#include <utility>

#include "by_parts.h"
#include "clmm/enumerator/waits.h"
#include "clmm/targets/languages.h"
#include "opaque.h"
#include "waiting_once.h"

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

model::EngineRequest request_for(const model::MemoryModel& model, const CheckOptions& options) {
    model::EngineRequest request;
    request.all_executions = options.all_executions;
    request.undefined_behaviour = options.undefined_behaviour;
    request.outcomes = options.outcomes && !options.verdict_only;
    request.condition = options.outcomes;
    request.endless = options.outcomes;
    if (!options.properties.empty())
        request.wanted = [wanted = options.properties](std::string_view kind) {
            return std::ranges::find(wanted, property_of(kind)) != wanted.end();
        };
    request.forbid_thin_air = forbidden_thin_air(model, options);
    request.outcome_limit = options.outcome_limit;
    request.witnesses = options.witnesses;
    request.jobs = options.jobs;
    request.budget = options.budget;
    request.progress = options.progress;
    return request;
}

/// Asked anew, and of nothing else: what is learnt then does not depend on what was found.
std::optional<Proof> prove(const litmus::LitmusTest& test, const litmus::EventStructure& structure,
                           const model::MemoryModel& model, model::Engine& engine,
                           const CheckOptions& options, const model::EngineAnswer& answer) {
    if (!test.quantifier) return std::nullopt;
    const bool wanted = *test.quantifier != litmus::Quantifier::forall;
    if ((wanted ? allowed(answer) != false : always(answer) != true)) return std::nullopt;
    model::EngineRequest request = request_for(model, options);
    request.outcomes = request.all_executions = request.undefined_behaviour = false;
    request.endless = false;
    request.condition = request.lemmas = true;
    model::EngineAnswer again = engine.run(structure, model, request);
    if ((wanted ? again.condition_satisfiable != false : again.condition_always != true))
        return std::nullopt;
    return Proof{wanted, std::move(again.lemmas)};
}

/// What the axiom that was asked for means, so that nobody takes it for more.
std::optional<Diagnostic> note_on(model::ThinAir forbidden) {
    const auto note = [](std::string message) {
        return Diagnostic{Severity::note, {}, std::move(message), {}, nullptr, {}};
    };
    if (forbidden == model::ThinAir::dependency)
        return note(
            "values out of thin air are excluded by syntactic dependencies, those of the test's "
            "text, whether or not a value depends on them");
    if (forbidden == model::ThinAir::sb)
        return note(
            "values out of thin air are excluded by sequenced-before, which is syntactic: so is "
            "every load buffering");
    return std::nullopt;
}

void add(std::optional<Diagnostic> note, CheckResult& result) {
    if (note) result.warnings.push_back(std::move(*note));
}

/// Who waits for ever in some execution: such executions have no final state.
std::optional<Diagnostic> note_on_waits(const CheckResult& result) {
    const std::string waits = who_waits(result);
    if (waits.empty()) return std::nullopt;
    return Diagnostic{
        Severity::note, {}, "some executions do not end, and have no final state: " + waits, {},
        nullptr,        {}};
}

/// What no engine decides is unknown.
void leave_open_if_declined(model::EngineAnswer& answer) {
    if (!answer.declined) return;
    answer.incomplete = answer.declined;
    answer.undefined_incomplete = answer.declined;
}

/// What is said of a test whose units have not all run.
model::EngineAnswer undecided(StopReason reason) {
    model::EngineAnswer answer;
    answer.incomplete = describe(reason) + " while the test was unfolded";
    answer.undefined_incomplete = answer.incomplete;
    answer.bound_reached = true;
    return answer;
}

/// Claims name a model whatever its switches are set to.
const std::string& claimed_name(const model::MemoryModel& model) {
    return model.name.starts_with(model.program.name + "+") ? model.program.name : model.name;
}

void prepend(Diagnostics& diagnostics, const Diagnostics& earlier) {
    diagnostics.insert(diagnostics.begin(), earlier.begin(), earlier.end());
}

}  // namespace

Verdict verdict(const std::vector<PropertyResult>& properties) {
    const auto some = [&](PropertyStatus status) {
        return std::ranges::find(properties, status, &PropertyResult::status) != properties.end();
    };
    if (some(PropertyStatus::refuted)) return Verdict::fails;
    return some(PropertyStatus::unknown) ? Verdict::unknown : Verdict::holds;
}

model::ThinAir forbidden_thin_air(const model::MemoryModel& model, const CheckOptions& options) {
    if (options.forbid_thin_air != model::ThinAir::none) return options.forbid_thin_air;
    const std::string_view value = model.value_of("thin-air");
    if (value == "dependency") return model::ThinAir::dependency;
    return value == "sb" ? model::ThinAir::sb : model::ThinAir::none;
}

litmus::UnfoldOptions unfold_options(const model::MemoryModel& model, const CheckOptions& options) {
    return {.unroll = options.unroll,
            .event_limit = options.event_limit.value_or(litmus::kUsualEvents),
            .inert_work_item_scope = model.value_of("work-item-scope") != "reject",
            .narrow_local_scopes = model.value_of("local-scope") != "as-written",
            .atomic_assignment = model.value_of("atomic-assignment") == "seq-cst",
            .control_goes_on = model.value_of("control-dependency") == "onwards",
            .opaque_values = !options.outcomes,
            .budget = options.budget};
}

Result<litmus::EventStructure> unfold_for(const litmus::LitmusTest& test,
                                          const model::MemoryModel& model,
                                          const CheckOptions& options) {
    return unfold_with(test, model, unfold_options(model, options));
}

Result<litmus::EventStructure> unfold_with(const litmus::LitmusTest& test,
                                           const model::MemoryModel& model,
                                           const litmus::UnfoldOptions& options) {
    if (auto other = model::mismatch(model, *test.front_end)) {
        other->source = test.source;
        return Result<litmus::EventStructure>::failure(std::move(*other));
    }
    return litmus::unfold(test, options);
}

CheckResult decide(litmus::LitmusTest test, litmus::EventStructure structure,
                   const model::MemoryModel& model, model::Engine& engine,
                   const CheckOptions& options) {
    const Clock::time_point start = Clock::now();
    CheckResult result;
    result.answer = structure.cut ? undecided(*structure.cut)
                                  : engine.run(structure, model, request_for(model, options));
    result.times.decide = since(start);
    leave_open_if_declined(result.answer);
    const std::string hangs_on = leave_open_opaque(structure, test, result.answer);
    if (options.proof && !structure.cut)
        result.proof = prove(test, structure, model, engine, options, result.answer);
    result.model = model.name;
    result.engine = engine.name();
    result.outcomes_listed = !options.verdict_only;
    result.all_executions = options.all_executions;
    result.forbidden_thin_air = forbidden_thin_air(model, options);
    result.properties = judge(options.properties, result.answer);
    result.verdict = result.properties.empty() ? verdict(test.quantifier, result.answer)
                                               : verdict(result.properties);
    result.observation = observe(result.answer);
    result.racy = racy(result.answer);
    result.reason = why_incomplete(result.answer, structure, test, options.unroll);
    if (result.reason.empty()) result.reason = hangs_on;
    result.claims = judge_expectations(test, claimed_name(model), result.answer);
    result.test = std::move(test);
    result.structure = std::move(structure);
    return result;
}

namespace {

CheckResult decide_unfolded(litmus::LitmusTest test, Result<litmus::EventStructure> structure,
                            const model::MemoryModel& model, model::Engine& engine,
                            const CheckOptions& limited, Clock::time_point start) {
    const Diagnostics warnings = structure.diagnostics();
    const auto unfolded = since(start);
    CheckResult result =
        decide(std::move(test), std::move(structure).value(), model, engine, limited);
    result.warnings = warnings;
    add(note_on(result.forbidden_thin_air), result);
    add(note_on_waits(result), result);
    result.times.unfold = unfolded;
    return result;
}

}  // namespace

Result<CheckResult> check_whole(litmus::LitmusTest test, const model::MemoryModel& model,
                                const CheckOptions& limited) {
    const Clock::time_point start = Clock::now();
    auto engine = make_engine(limited.engines.get(), limited.engine);
    if (!engine) return Result<CheckResult>::failure(engine.diagnostics());
    auto structure = unfold_for(test, model, limited);
    if (!structure) return Result<CheckResult>::failure(structure.diagnostics());
    return decide_unfolded(std::move(test), std::move(structure), model, *engine.value(), limited,
                           start);
}

Result<CheckResult> check(litmus::LitmusTest test, const model::MemoryModel& model,
                          const CheckOptions& options) {
    CheckOptions limited = options;
    limited.budget = with_timeout(options);
    limited.timeout.reset();
    const Clock::time_point start = Clock::now();
    auto engine = make_engine(limited.engines.get(), limited.engine);
    if (!engine) return Result<CheckResult>::failure(engine.diagnostics());
    auto structure = unfold_with(test, model, few_waits(unfold_options(model, limited), limited));
    if (!structure || is_large(*structure))
        if (const auto parts = parts_to_decide(test, model, limited)) {
            auto result = check_parts(test, *parts, model, limited);
            if (result) add(note_on(result->forbidden_thin_air), result.value());
            return result;
        }
    if (may_wait_once(structure, limited)) {
        if (auto once = check_waiting_once(test, model, limited)) {
            add(note_on(once->forbidden_thin_air), *once);
            return *std::move(once);
        }
        structure = unfold_for(test, model, limited);
    }
    if (!structure) return Result<CheckResult>::failure(structure.diagnostics());
    return decide_unfolded(std::move(test), std::move(structure), model, *engine.value(), limited,
                           start);
}

Result<CheckResult> check(SourcePtr test, const model::MemoryModel& model,
                          const CheckOptions& options) {
    auto read = targets::read_test(std::move(test));
    if (!read) return Result<CheckResult>::failure(read.diagnostics());
    const Diagnostics warnings = read.diagnostics();
    auto result = check(std::move(read).value(), model, options);
    if (result) prepend(result.value().warnings, warnings);
    return result;
}

}  // namespace clmm::enumerator
