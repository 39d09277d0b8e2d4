#include "outcomes.h"

#include <algorithm>

#include "thin_air.h"

namespace clmm::solver {

using model::EngineAnswer;
using model::EngineRequest;
using model::Execution;
using model::OutcomeEntry;

namespace {
/// A family of at most so many members is listed member by member.
constexpr std::size_t kFewMembers = 8;
/// Outcomes that follow from one by symmetry; the search finds the others itself.
constexpr std::size_t kMostReached = 1000;
}  // namespace

OutcomeSearch::OutcomeSearch(Search& search, const EngineRequest& request, EngineAnswer& answer)
    : search_(search), request_(request), answer_(answer) {}

OutcomeSearch::Reached OutcomeSearch::describe(Execution execution) {
    Reached reached{std::move(execution), {}, false};
    for (const litmus::Observable& observable : search_.structure().observables)
        reached.values.push_back(search_.encoding().value_of(observable.value));
    reached.satisfies = search_.encoding().value_of(search_.structure().condition) != 0;
    return reached;
}

std::optional<OutcomeSearch::Reached> OutcomeSearch::reach(const z3::expr_vector& assumptions,
                                                           Search::Cycles cycles) {
    std::optional<Execution> execution = search_.next(assumptions, cycles);
    if (!execution) return std::nullopt;
    return describe(std::move(*execution));
}

/// Within a skeleton every solution is consistent, since the model sees no values.
std::optional<OutcomeSearch::Reached> OutcomeSearch::solve(const z3::expr_vector& skeleton,
                                                           const z3::expr& extra) {
    const z3::expr active = search_.fresh("within");
    search_.add(!active || extra);
    z3::expr_vector assumptions(search_.context());
    for (const z3::expr& part : skeleton) assumptions.push_back(part);
    assumptions.push_back(active);
    std::optional<Execution> execution = search_.solve(assumptions);
    if (!execution) return std::nullopt;
    return describe(std::move(*execution));
}

void OutcomeSearch::enumerate() {
    const bool thin_air_possible = search_.thin_air_possible();
    enumerate(thin_air_possible ? Search::Cycles::excluded : Search::Cycles::allowed, false);
    if (thin_air_possible) enumerate(Search::Cycles::allowed, true);
    std::sort(answer_.outcomes.begin(), answer_.outcomes.end(),
              [](const OutcomeEntry& a, const OutcomeEntry& b) {
                  return std::pair(a.family.has_value(), a.values) <
                         std::pair(b.family.has_value(), b.values);
              });
    const auto satisfies = [](const OutcomeEntry& entry) { return entry.satisfies_condition; };
    const bool complete = !search_.stopped() && !answer_.incomplete;
    const bool some = std::any_of(answer_.outcomes.begin(), answer_.outcomes.end(), satisfies);
    const bool all = std::all_of(answer_.outcomes.begin(), answer_.outcomes.end(), satisfies);
    if (some || complete) answer_.condition_satisfiable = some;
    if (!all || complete) answer_.condition_always = all;
}

void OutcomeSearch::decide_condition() {
    const auto decide = [&](const z3::expr& wanted) -> std::optional<bool> {
        const z3::expr active = search_.fresh("wanted");
        search_.add(!active || wanted);
        std::optional<Reached> reached = reach(search_.assume({active}), Search::Cycles::allowed);
        if (!reached) return search_.stopped() ? std::nullopt : std::optional(false);
        record(*reached, false);
        return true;
    };
    const z3::expr condition = search_.encoding().term(search_.structure().condition);
    answer_.condition_satisfiable = decide(condition);
    const std::optional<bool> counterexample = decide(!condition);
    if (counterexample) answer_.condition_always = !*counterexample;
}

bool OutcomeSearch::limit_reached() {
    if (answer_.outcomes.size() < request_.outcome_limit) return false;
    answer_.incomplete = "outcome limit of " + std::to_string(request_.outcome_limit);
    return true;
}

void OutcomeSearch::enumerate(Search::Cycles cycles, bool out_of_thin_air) {
    while (std::optional<Reached> reached = reach(search_.assume({}), cycles)) {
        if (limit_reached()) return;
        if (out_of_thin_air) {
            record_thin_air(*reached);
        } else {
            ++record(*reached, false).executions;
            exclude(*reached);
            if (!request_.all_executions) record_images(*reached);
        }
        if (request_.progress) request_.progress(answer_.outcomes.size());
    }
}

OutcomeEntry& OutcomeSearch::record(const Reached& reached, bool out_of_thin_air) {
    const auto [known, is_new] = known_.emplace(reached.values, answer_.outcomes.size());
    if (!is_new) return answer_.outcomes[known->second];
    search_.replay(reached.execution);
    OutcomeEntry& entry = answer_.outcomes.emplace_back();
    entry.values = reached.values;
    entry.satisfies_condition = reached.satisfies;
    entry.out_of_thin_air = out_of_thin_air;
    entry.witness = reached.execution;
    return entry;
}

void OutcomeSearch::record_images(const Reached& reached) {
    const litmus::TermId condition = search_.structure().condition;
    const auto image = [&](const Automorphism& symmetry, const Reached& of) {
        std::optional<Reached> result;
        if (symmetry.observables.empty()) return result;
        result = {symmetry(of.execution), symmetry(of.values), false};
        const model::ExecutionValues values(result->execution);
        result->satisfies = litmus::evaluate(search_.structure().terms, condition, values) != 0;
        return result;
    };
    const auto key = [](const Reached& of) { return of.values; };
    for (const Reached& other : orbit(search_.symmetries(), reached, kMostReached, image, key)) {
        if (known_.contains(other.values) || limit_reached()) continue;
        ++record(other, false).executions;
        exclude(other);
    }
}

z3::expr OutcomeSearch::differs_from(const std::vector<std::uint64_t>& values) {
    z3::expr_vector parts(search_.context());
    const auto& observables = search_.structure().observables;
    for (std::size_t i = 0; i < observables.size(); ++i) {
        const TermId value = observables[i].value;
        if (!search_.structure().terms.is_constant(value))
            parts.push_back(!search_.encoding().equals(value, values[i]));
    }
    return parts.empty() ? search_.context().bool_val(false) : z3::mk_or(parts);
}

void OutcomeSearch::exclude(const Reached& reached) {
    if (request_.all_executions)
        exclude_skeleton(search_.encoding().skeleton(reached.execution));
    else
        search_.add(differs_from(reached.values));
}

void OutcomeSearch::exclude_skeleton(const z3::expr_vector& skeleton) {
    z3::expr_vector parts(search_.context());
    for (const z3::expr& part : skeleton) parts.push_back(!part);
    search_.add(z3::mk_or(parts));
}

void OutcomeSearch::record_thin_air(const Reached& reached) {
    const z3::expr_vector skeleton = search_.encoding().skeleton(reached.execution);
    const std::optional<Reached> other = solve(skeleton, differs_from(reached.values));
    if (other) {
        if (!record_members(reached, skeleton)) record_family(reached, *other, skeleton);
        exclude_skeleton(skeleton);
        return;
    }
    ++record(reached, true).executions;
    exclude(reached);
}

/// Records all members where they are few; false, and nothing recorded, where they are not.
bool OutcomeSearch::record_members(const Reached& reached, const z3::expr_vector& skeleton) {
    std::vector<Reached> members{reached};
    const z3::expr others = search_.fresh("others");
    search_.add(!others || differs_from(reached.values));
    while (std::optional<Reached> member = solve(skeleton, others)) {
        members.push_back(*member);
        if (members.size() > kFewMembers) return false;
        search_.add(!others || differs_from(member->values));
    }
    for (const Reached& member : members) ++record(member, true).executions;
    return true;
}

std::vector<int> OutcomeSearch::free_groups(const Reached& reached, const Reached& other,
                                            const z3::expr_vector& skeleton) {
    const auto& observables = search_.structure().observables;
    std::vector<int> groups(observables.size(), -1);
    const auto term = [&](std::size_t i) { return search_.encoding().term(observables[i].value); };
    int count = 0;
    for (std::size_t i = 0; i < observables.size(); ++i) {
        const z3::expr value = term(i);
        if (value.is_bool()) continue;
        const unsigned width = value.get_sort().bv_size();
        if (reached.values[i] == other.values[i] &&
            !solve(skeleton, value != search_.context().bv_val(reached.values[i], width)))
            continue;
        for (std::size_t j = 0; j < i && groups[i] < 0; ++j)
            if (groups[j] >= 0 && reached.values[i] == reached.values[j] &&
                term(j).get_sort().bv_size() == width && !solve(skeleton, value != term(j)))
                groups[i] = groups[j];
        if (groups[i] < 0) groups[i] = count++;
    }
    return groups;
}

void OutcomeSearch::record_family(const Reached& reached, const Reached& other,
                                  const z3::expr_vector& skeleton) {
    model::ThinAirFamily family;
    family.free_group = free_groups(reached, other, skeleton);
    family.any_value = any_value_possible(search_.structure(), reached.execution);
    const z3::expr condition = search_.encoding().term(search_.structure().condition);
    // The members that the condition names are listed beside the family.
    const std::optional<Reached> satisfying = solve(skeleton, condition);
    const std::optional<Reached> refuting = solve(skeleton, !condition);
    if (satisfying && refuting) ++record(*satisfying, true).executions;
    const Reached& representative = refuting ? *refuting : *satisfying;
    const auto same = [&](const OutcomeEntry& entry) {
        if (!entry.family || entry.family->free_group != family.free_group) return false;
        for (std::size_t i = 0; i < entry.values.size(); ++i)
            if (family.free_group[i] < 0 && entry.values[i] != representative.values[i])
                return false;
        return true;
    };
    const auto known = std::find_if(answer_.outcomes.begin(), answer_.outcomes.end(), same);
    if (known != answer_.outcomes.end()) {
        ++known->executions;
        known->family->any_value |= family.any_value;
        return;
    }
    search_.replay(representative.execution);
    OutcomeEntry& entry = answer_.outcomes.emplace_back();
    entry.values = representative.values;
    entry.satisfies_condition = representative.satisfies;
    entry.out_of_thin_air = true;
    entry.family = std::move(family);
    entry.witness = representative.execution;
    entry.executions = 1;
}

}  // namespace clmm::solver
