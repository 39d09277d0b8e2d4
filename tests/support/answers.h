#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "clmm/enumerator/check.h"

/// Whether what a search found before it was interrupted is a part of what it finds if it is not.
namespace clmm::test {

/// Whether the values are those of the outcome, or of a member of the family that it stands for.
inline bool stands_for(const model::OutcomeEntry& outcome,
                       const std::vector<std::uint64_t>& values) {
    if (!outcome.family) return outcome.values == values;
    std::map<int, std::uint64_t> groups;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const int group = outcome.family->free_group[i];
        const std::uint64_t wanted =
            group < 0 ? outcome.values[i] : groups.emplace(group, values[i]).first->second;
        if (values[i] != wanted) return false;
    }
    return true;
}

inline bool is_listed(const model::OutcomeEntry& found, const model::EngineAnswer& all) {
    return std::ranges::any_of(all.outcomes, [&](const model::OutcomeEntry& outcome) {
        if (found.family) {
            if (!outcome.family || outcome.family->free_group != found.family->free_group)
                return false;
            if (found.family->extent == model::Extent::every &&
                outcome.family->extent != model::Extent::every)
                return false;
        }
        return outcome.out_of_thin_air == found.out_of_thin_air &&
               stands_for(outcome, found.values) &&
               (outcome.family || outcome.satisfies_condition == found.satisfies_condition);
    });
}

/// Each execution is counted once, and all of them where nothing is left.
inline bool are_counted(const model::EngineAnswer& some, const model::EngineAnswer& all) {
    return std::ranges::all_of(some.outcomes, [&](const model::OutcomeEntry& found) {
        return std::ranges::any_of(all.outcomes, [&](const model::OutcomeEntry& each) {
            if (!stands_for(each, found.values)) return false;
            if (each.family) return true;  // of all its members together
            return enumerator::is_complete(some) ? found.executions == each.executions
                                                 : found.executions <= each.executions;
        });
    });
}

template <class Known>
void expect_same(const char* what, const Known& interrupted, const Known& full,
                 std::vector<std::string>& problems) {
    if (interrupted != full) problems.push_back(std::string(what) + " differs");
}

/// What is wrong with an interrupted check; empty where all is as it should be.
inline std::vector<std::string> torn(const enumerator::CheckResult& some,
                                     const enumerator::CheckResult& all) {
    std::vector<std::string> problems;
    for (const model::OutcomeEntry& outcome : some.answer.outcomes)
        if (all.outcomes_listed && !is_listed(outcome, all.answer))
            problems.push_back("an outcome that is none");
    if (all.all_executions && !are_counted(some.answer, all.answer))
        problems.push_back("executions that are none");
    for (const model::UndefinedEntry& entry : some.answer.undefined)
        if (std::ranges::none_of(all.answer.undefined, [&](const model::UndefinedEntry& each) {
                return each.kind == entry.kind;
            }))
            problems.push_back(entry.kind + " that is none");
    if (some.verdict != enumerator::Verdict::unknown)
        expect_same("the verdict", some.verdict, all.verdict, problems);
    else if (some.reason.empty() && !some.answer.undefined_incomplete)
        problems.push_back("unknown without a reason");
    if (some.observation != enumerator::Observation::unknown)
        expect_same("the observation", some.observation, all.observation, problems);
    if (some.racy) expect_same("racy", some.racy, all.racy, problems);
    if (some.answer.race_free)
        expect_same("race_free", some.answer.race_free, all.answer.race_free, problems);
    if (some.answer.condition_satisfiable)
        expect_same("satisfiable", some.answer.condition_satisfiable,
                    all.answer.condition_satisfiable, problems);
    if (some.answer.condition_always)
        expect_same("always", some.answer.condition_always, all.answer.condition_always, problems);
    for (std::size_t i = 0; i < some.properties.size(); ++i)
        if (some.properties[i].status != enumerator::PropertyStatus::unknown)
            expect_same("a property", some.properties[i].status, all.properties[i].status,
                        problems);
    if (some.outcomes_listed && enumerator::is_complete(some.answer))
        expect_same("the number of outcomes", some.answer.outcomes.size(),
                    all.answer.outcomes.size(), problems);
    return problems;
}

}  // namespace clmm::test
