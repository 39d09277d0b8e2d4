#include "clmm/enumerator/repair.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "clmm/model/evaluator.h"
#include "repair_search.h"

namespace clmm::enumerator {
namespace {

Diagnostic cannot_repair(std::string message, std::string hint) {
    return {Severity::error, "E-REPAIR", std::move(message), std::move(hint), nullptr, Span{}};
}

/// ChangePlace::what of places where someone waits.
constexpr std::array<std::string_view, 4> kWaits = {"queue", "blocking", "wait-list", "command"};

/// The preprocessor's text, and not what someone wrote.
bool is_made(const SourcePtr& source) { return &source->written({}).source != source.get(); }

/// What is to be repaired: nothing, or why that is unknown.
struct Need {
    std::optional<RepairGoal> goal;
    std::string unknown;
};

/// The model itself says that something is undefined, and not of a race.
bool has_flag(const CheckResult& original, const model::Program& program) {
    return std::ranges::any_of(original.answer.undefined, [&](const model::UndefinedEntry& entry) {
        return !model::is_race(entry.kind) &&
               std::ranges::find(program.checks, entry.kind, &model::Check::name) !=
                   program.checks.end();
    });
}

Need need_of(const CheckResult& original, const model::Program& program,
             const std::optional<RepairGoal>& asked) {
    const bool any = !asked;
    if (asked == RepairGoal::defined || (any && has_flag(original, program))) {
        if (!original.answer.undefined.empty()) return {RepairGoal::defined, {}};
        if (original.answer.undefined_incomplete)
            return {{}, "whether it has undefined behaviour: " + why_open(original)};
        return {};
    }
    if (any || asked == RepairGoal::race_free) {
        if (!original.racy) return {{}, "whether it has a race: " + why_open(original)};
        if (*original.racy) return {RepairGoal::race_free, {}};
    }
    if ((any && original.test.quantifier) || asked == RepairGoal::forbid) {
        const auto reachable = reaches_unwanted(original);
        if (!reachable) return {{}, "whether its condition is reachable: " + why_open(original)};
        if (*reachable) return {RepairGoal::forbid, {}};
    }
    return {};
}

}  // namespace

std::string_view to_string(RepairGoal goal) {
    switch (goal) {
        case RepairGoal::race_free:
            return "race-free";
        case RepairGoal::defined:
            return "defined";
        case RepairGoal::forbid:
            break;
    }
    return "forbid";
}

std::optional<RepairGoal> parse_repair_goal(std::string_view word) {
    for (const RepairGoal goal : {RepairGoal::race_free, RepairGoal::defined, RepairGoal::forbid})
        if (to_string(goal) == word) return goal;
    return std::nullopt;
}

std::optional<RepairGoal> needed_repair(const CheckResult& result, const model::Program& program) {
    return need_of(result, program, {}).goal;
}

bool is_a_wait(const litmus::ChangePlace& place) {
    return std::ranges::find(kWaits, place.what) != kWaits.end();
}

bool can_wait_for_more(const CheckResult& result) {
    const litmus::LitmusTest& test = result.test;
    if (is_made(test.source)) return false;
    const auto space = test.front_end->changes(test, result.structure);
    return space != nullptr && std::ranges::any_of(space->places(), is_a_wait);
}

bool RepairResult::is_proved() const {
    if (!stopped.empty() || !unknown.empty()) return false;
    if (repairs.empty()) return undecided.empty();
    const std::size_t least = repairs.front().changes.size();
    return std::ranges::all_of(repairs, [](const Repair& r) { return r.weaker_undecided == 0; }) &&
           std::ranges::none_of(undecided,
                                [&](const auto& open) { return open.changes.size() < least; });
}

Result<RepairResult> repair(const litmus::LitmusTest& test, const model::MemoryModel& model,
                            const RepairOptions& options) {
    using Failure = Result<RepairResult>;
    if (is_made(test.source))
        return Failure::failure(
            cannot_repair("repairs are for litmus tests, whose text is as written",
                          "write the kernel as a litmus test with NDRange"));
    if (options.goal == RepairGoal::forbid && !test.quantifier)
        return Failure::failure(
            cannot_repair("the test has no condition that could be forbidden", "add 'exists (…)'"));
    RepairOptions limited = options;
    limited.check = with_budget_of(options.check);
    limited.check.verdict_only = true;
    auto original = check(test, model, limited.check);
    if (!original) return Failure::failure(original.diagnostics());

    RepairResult result;
    result.original = std::move(original).value();
    result.space = test.front_end->changes(test, result.original.structure);
    if (result.space == nullptr)
        return Failure::failure(
            cannot_repair("there are no repairs of tests in " + std::string(test.front_end->name()),
                          "nothing is known that could be put in to make them stronger"));
    result.most_changes = options.most_changes;
    Need need = need_of(result.original, model.program, options.goal);
    result.goal = need.goal;
    result.unknown = std::move(need.unknown);
    if (result.goal) RepairSearch(model, limited, result)();
    return result;
}

}  // namespace clmm::enumerator
