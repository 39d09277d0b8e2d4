#include "outcomes.h"

#include <algorithm>
#include <set>

#include "proposals.h"

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
    : search_(search), request_(request), answer_(answer), witnesses_(request.witnesses) {
    const litmus::TermPool& terms = search.structure().terms;
    for (std::size_t i = 0; i < terms.size(); ++i) {
        const litmus::Term& term = terms[TermId(i)];
        has_unspecified_ |= term.op == litmus::TermOp::choice && term.width > 1;
    }
}

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
    // Where a listing may have no end, the condition is decided without it.
    const Truth true_somewhere = has_unspecified_ ? ask_for(true) : Truth{};
    const Truth false_somewhere = has_unspecified_ ? ask_for(false) : Truth{};
    const bool thin_air_possible = search_.thin_air_possible();
    enumerate(thin_air_possible ? Search::Cycles::excluded : Search::Cycles::allowed, false);
    if (thin_air_possible) enumerate(Search::Cycles::allowed, true);
    const bool complete = !search_.stopped() && !answer_.incomplete;
    if (complete) {
        decide_extents();
        if (!request_.all_executions) model::drop_members_of_families(entries_);
    } else {
        keep_decided(true_somewhere, true);
        keep_decided(false_somewhere, false);
    }
    const auto satisfies = [](const OutcomeEntry& entry) { return entry.satisfies_condition; };
    const bool some = found_true_ || std::ranges::any_of(entries_, satisfies);
    const bool all = !found_false_ && std::ranges::all_of(entries_, satisfies);
    if (some || complete) answer_.condition_satisfiable = some;
    if (!all || complete) answer_.condition_always = all;
    if (!complete && !search_.stopped() && !has_unspecified_) decide_cut_condition(some, all);
    answer_.outcomes = std::move(entries_);
}

/// What was listed is excluded: outcomes that are not listed count, too.
void OutcomeSearch::decide_cut_condition(bool some, bool always) {
    const std::optional<bool> holds = some ? true : ask_for(true).possible;
    const std::optional<bool> fails = always ? ask_for(false).possible : true;
    if (holds) answer_.condition_satisfiable = holds;
    if (fails) answer_.condition_always = !*fails;
}

OutcomeSearch::Truth OutcomeSearch::ask_for(bool truth) {
    Proposals proposals(search_);
    const Proposals::Choice condition = proposals.holds(search_.structure().condition);
    model::Shown shown = model::show(proposals, truth ? condition : -condition);
    if (!shown.execution) return {shown.possible, std::nullopt, false};
    return {shown.possible, describe(std::move(*shown.execution)), shown.out_of_thin_air};
}

/// What was asked of the condition, where no complete listing answers it.
void OutcomeSearch::keep_decided(const Truth& truth, bool value) {
    if (!truth.possible) return;
    if (truth.shown) (void)record(*truth.shown, truth.out_of_thin_air);
    if (value)
        answer_.condition_satisfiable = truth.possible;
    else
        answer_.condition_always = !*truth.possible;
}

void OutcomeSearch::decide_condition() {
    keep_decided(ask_for(true), true);
    if (!search_.stopped()) keep_decided(ask_for(false), false);
    answer_.outcomes = std::move(entries_);
}

bool OutcomeSearch::limit_reached() {
    if (entries_.size() < request_.outcome_limit) return false;
    answer_.incomplete = "outcome limit of " + std::to_string(request_.outcome_limit);
    return true;
}

void OutcomeSearch::enumerate(Search::Cycles cycles, bool out_of_thin_air) {
    while (std::optional<Reached> reached = reach(search_.assume({}), cycles)) {
        if (limit_reached()) {
            if (!out_of_thin_air && !has_unspecified_ && !request_.all_executions)
                keep_least(*std::move(reached), cycles);
            return;
        }
        if (out_of_thin_air || has_unspecified_) {
            record_with_others(*reached, out_of_thin_air);
        } else {
            ++record(*reached, false).executions;
            exclude(*reached);
            if (!request_.all_executions) record_images(*reached);
        }
        if (request_.progress) request_.progress(entries_.size());
    }
}

/// Of all outcomes those that come first, whichever were found first: other engines list the same.
void OutcomeSearch::keep_least(Reached reached, Search::Cycles cycles) {
    const std::size_t limit = request_.outcome_limit;
    std::set<model::OutcomeValues> least;
    for (const OutcomeEntry& entry : entries_) least.insert(entry.values);
    std::optional<Reached> next = std::move(reached);
    while (next && limit > 0) {
        ++record(*next, false).executions;
        exclude(*next);
        least.insert(next->values);
        while (least.size() > limit) least.erase(std::prev(least.end()));
        next = reach(search_.assume({precedes(*least.rbegin())}), cycles);
    }
    for (const OutcomeEntry& entry : entries_)
        (entry.satisfies_condition ? found_true_ : found_false_) = true;
    if (!search_.stopped())
        std::erase_if(entries_, [&](const auto& entry) { return !least.contains(entry.values); });
}

z3::expr OutcomeSearch::precedes(const std::vector<std::uint64_t>& values) {
    const auto& observables = search_.structure().observables;
    z3::expr less = search_.context().bool_val(false);
    for (std::size_t i = observables.size(); i-- > 0;) {
        const z3::expr value = search_.encoding().term(observables[i].value);
        const z3::expr is_equal = search_.encoding().equals(observables[i].value, values[i]);
        if (value.is_bool()) {
            less = values[i] != 0 ? !value || less : !value && less;
        } else {
            const unsigned width = value.get_sort().bv_size();
            less = z3::ult(value, search_.context().bv_val(values[i], width)) || (is_equal && less);
        }
    }
    return less;
}

OutcomeEntry& OutcomeSearch::record(const Reached& reached, bool out_of_thin_air) {
    const auto [known, is_new] = known_.emplace(reached.values, entries_.size());
    if (!is_new) return entries_[known->second];
    search_.replay(reached.execution);
    OutcomeEntry& entry = entries_.emplace_back();
    entry.values = reached.values;
    entry.satisfies_condition = reached.satisfies;
    entry.out_of_thin_air = out_of_thin_air;
    witnesses_.keep(entries_, known->second, reached.execution);
    return entry;
}

void OutcomeSearch::record_images(const Reached& reached) {
    for (const Reached& other :
         model::images(search_.structure(), search_.symmetries(), reached, kMostReached)) {
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

void OutcomeSearch::record_with_others(const Reached& reached, bool out_of_thin_air) {
    z3::expr_vector skeleton = search_.encoding().skeleton(reached.execution);
    // Truth values are listed one by one.
    const auto& observables = search_.structure().observables;
    for (std::size_t i = 0; i < observables.size(); ++i)
        if (search_.structure().terms[observables[i].value].width == 1)
            skeleton.push_back(search_.encoding().equals(observables[i].value, reached.values[i]));
    if (const std::optional<Reached> other = solve(skeleton, differs_from(reached.values))) {
        if (record_members(reached, skeleton, out_of_thin_air)) {
            if (request_.all_executions) exclude_skeleton(skeleton);
        } else {
            record_family(reached, *other, skeleton, out_of_thin_air);
        }
        return;
    }
    ++record(reached, out_of_thin_air).executions;
    exclude(reached);
    if (!out_of_thin_air && !request_.all_executions) record_images(reached);
}

/// Records all members where they are few; false, and nothing recorded, where they are not.
bool OutcomeSearch::record_members(const Reached& reached, const z3::expr_vector& skeleton,
                                   bool out_of_thin_air) {
    std::vector<Reached> members{reached};
    const z3::expr others = search_.fresh("others");
    search_.add(!others || differs_from(reached.values));
    while (std::optional<Reached> member = solve(skeleton, others)) {
        members.push_back(*member);
        if (members.size() > kFewMembers) return false;
        search_.add(!others || differs_from(member->values));
    }
    for (const Reached& member : members) {
        ++record(member, out_of_thin_air).executions;
        if (!request_.all_executions) search_.add(differs_from(member.values));
    }
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
                other.values[i] == other.values[j] && term(j).get_sort().bv_size() == width &&
                !solve(skeleton, value != term(j)))
                groups[i] = groups[j];
        if (groups[i] < 0) groups[i] = count++;
    }
    return groups;
}

OutcomeEntry* OutcomeSearch::known_family(const std::vector<int>& free_group,
                                          const Reached& member) {
    const auto same = [&](const OutcomeEntry& entry) {
        if (!entry.family || entry.family->free_group != free_group) return false;
        for (std::size_t i = 0; i < entry.values.size(); ++i)
            if (free_group[i] < 0 && entry.values[i] != member.values[i]) return false;
        return true;
    };
    const auto known = std::ranges::find_if(entries_, same);
    return known == entries_.end() ? nullptr : &*known;
}

bool OutcomeSearch::is_only(const Reached& member, const z3::expr& with,
                            const z3::expr_vector& skeleton) {
    return !solve(skeleton, with && differs_from(member.values)) && !search_.stopped();
}

void OutcomeSearch::record_family(const Reached& reached, const Reached& other,
                                  const z3::expr_vector& skeleton, bool out_of_thin_air) {
    model::Family family;
    family.free_group = free_groups(reached, other, skeleton);
    const z3::expr condition = search_.encoding().term(search_.structure().condition);
    const std::optional<Reached> satisfying = solve(skeleton, condition);
    const std::optional<Reached> refuting = solve(skeleton, !condition);
    if (search_.stopped()) {  // members that were found are all that is known
        ++record(reached, out_of_thin_air).executions;
        ++record(other, out_of_thin_air).executions;
        return;
    }
    // A member that the condition names is listed beside the family.
    const bool are_both = satisfying && refuting;
    const bool names_refuting = are_both && !is_only(*satisfying, condition, skeleton) &&
                                is_only(*refuting, !condition, skeleton);
    if (are_both) ++record(names_refuting ? *refuting : *satisfying, out_of_thin_air).executions;
    const Reached& representative = refuting && !names_refuting ? *refuting : *satisfying;
    Coverage coverage(search_.structure(), reached.execution, family.free_group, reached.values);
    family.unspecified = coverage.has_unspecified();
    exclude_family(reached, family.free_group, coverage, skeleton);
    OutcomeEntry* entry = known_family(family.free_group, representative);
    if (entry == nullptr) {
        search_.replay(representative.execution);
        entry = &entries_.emplace_back();
        entry->values = representative.values;
        entry->satisfies_condition = representative.satisfies;
        entry->out_of_thin_air = out_of_thin_air;
        entry->family = std::move(family);
        witnesses_.keep(entries_, entries_.size() - 1, representative.execution);
    } else if (entry->satisfies_condition != representative.satisfies) {
        // record() may move the entries.
        const auto number = static_cast<std::size_t>(entry - entries_.data());
        ++record(representative, out_of_thin_air).executions;
        entry = &entries_[number];
    }
    ++entry->executions;
    coverages_[static_cast<std::size_t>(entry - entries_.data())].push_back(std::move(coverage));
}

void OutcomeSearch::exclude_family(const Reached& member, const std::vector<int>& free_group,
                                   const Coverage& coverage, const z3::expr_vector& skeleton) {
    if (request_.all_executions) return exclude_skeleton(skeleton);
    const auto& observables = search_.structure().observables;
    std::vector<z3::expr> groups;
    z3::expr_vector outside(search_.context());
    for (std::size_t i = 0; i < observables.size(); ++i) {
        const auto group = static_cast<std::size_t>(free_group[i]);
        const z3::expr value = search_.encoding().term(observables[i].value);
        if (free_group[i] < 0)
            outside.push_back(!search_.encoding().equals(observables[i].value, member.values[i]));
        else if (group == groups.size())
            groups.push_back(value);
        else
            outside.push_back(value != groups[group]);
    }
    const Coverage::Formula formula = coverage.formula(groups);
    if (formula.is_quantified) return exclude_skeleton(skeleton);
    outside.push_back(!formula.holds);
    search_.add(z3::mk_or(outside));
}

/// Whether an entry lists the state with these values, one of each observable.
z3::expr OutcomeSearch::covers(std::size_t entry, const std::vector<z3::expr>& values) {
    const OutcomeEntry& of = entries_[entry];
    std::vector<z3::expr> groups;
    z3::expr_vector all(search_.context());
    for (std::size_t i = 0; i < values.size(); ++i) {
        const int group = of.family ? of.family->free_group[i] : -1;
        if (group == static_cast<int>(groups.size()))
            groups.push_back(values[i]);
        else if (group >= 0)
            all.push_back(values[i] == groups[static_cast<std::size_t>(group)]);
        else if (values[i].is_bool())
            all.push_back(of.values[i] != 0 ? values[i] : !values[i]);
        else
            all.push_back(values[i] ==
                          search_.context().bv_val(of.values[i], values[i].get_sort().bv_size()));
    }
    if (of.family) {
        z3::expr_vector some(search_.context());
        for (const Coverage& coverage : coverages_[entry])
            some.push_back(coverage.formula(groups).holds);
        all.push_back(z3::mk_or(some));
    }
    return z3::mk_and(all);
}

/// A value that no entry covers is one for which the state is not allowed.
void OutcomeSearch::decide_extents() {
    const auto& observables = search_.structure().observables;
    for (const auto& [number, coverages] : coverages_) {
        model::Family& family = *entries_[number].family;
        std::vector<z3::expr> groups, values;
        for (std::size_t i = 0; i < observables.size(); ++i) {
            const int group = family.free_group[i];
            const unsigned width = search_.structure().terms[observables[i].value].width;
            const std::uint64_t fixed = entries_[number].values[i];
            if (group == static_cast<int>(groups.size()))
                groups.push_back(
                    search_.context().bv_const(("group!" + std::to_string(group)).c_str(), width));
            values.push_back(group >= 0   ? groups[static_cast<std::size_t>(group)]
                             : width == 1 ? search_.context().bool_val(fixed != 0)
                                          : search_.context().bv_val(fixed, width));
        }
        if (covers(number, values).simplify().is_true()) {
            family.extent = model::Extent::every;
            continue;
        }
        z3::expr_vector some(search_.context());
        for (std::size_t entry = 0; entry < entries_.size(); ++entry)
            some.push_back(covers(entry, values));
        family.extent = extent_of(z3::mk_or(some), groups);
    }
}

/// A few values first: whether each is covered is an easy question, and one that is not is enough.
model::Extent OutcomeSearch::extent_of(const z3::expr& covered,
                                       const std::vector<z3::expr>& groups) {
    z3::expr_vector variables(search_.context());
    for (const z3::expr& group : groups) variables.push_back(group);
    for (const std::uint64_t sample : {~std::uint64_t{0}, std::uint64_t{0}, std::uint64_t{1},
                                       std::uint64_t{0x5555555555555555}}) {
        z3::expr_vector values(search_.context());
        for (const z3::expr& group : groups) {
            const unsigned width = group.get_sort().bv_size();
            values.push_back(
                search_.context().bv_val(sample & (~std::uint64_t{0} >> (64 - width)), width));
        }
        z3::expr at_sample = covered;
        if (has_solution(at_sample.substitute(variables, values).simplify()) == false)
            return model::Extent::some;
    }
    const auto is_uncovered = has_solution((!covered).simplify());
    if (!is_uncovered) return model::Extent::undecided;
    return *is_uncovered ? model::Extent::some : model::Extent::every;
}

std::optional<bool> OutcomeSearch::has_solution(const z3::expr& formula) {
    const auto left = request_.budget.time_left();
    return satisfiable(formula, left ? static_cast<unsigned>(left->count() + 1) : ~0U);
}

}  // namespace clmm::solver
