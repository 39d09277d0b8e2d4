#include "outcomes/open_outcomes.h"

#include <algorithm>
#include <set>
#include <utility>

#include "clmm/base/ensure.h"

namespace clmm::explorer {

using litmus::TermOp;
using model::Execution;
using model::OutcomeEntry;

namespace {

/// A family of at most two to that many members is listed member by member.
constexpr unsigned kFewFreeBits = 3;
constexpr std::size_t kMostExecutions = 10'000;
/// Beginnings of members that are tried on the condition.
constexpr std::size_t kMostTrials = 100'000;
/// Of a family.
constexpr std::size_t kMostExamples = 100;

}  // namespace

OpenOutcomes::OpenOutcomes(Search& search, const model::EngineRequest& request,
                           model::EngineAnswer& answer)
    : search_(search),
      request_(request),
      answer_(answer),
      condition_(search.structure()),
      witnesses_(request.witnesses) {
    for (const litmus::Observable& observable : search.structure().observables)
        for (const std::uint64_t value : search.encoding().domain(observable.value))
            shown_.insert(value);
}

void OpenOutcomes::refuse(std::string reason) {
    if (!refusal_) refusal_ = std::move(reason);
}

/// Comparisons that the condition makes are tried; what others yield is not known.
bool OpenOutcomes::are_compared() {
    Encoding& encoding = search_.encoding();
    std::vector<litmus::TermId> seen;
    for (const litmus::Observable& observable : search_.structure().observables)
        seen.push_back(observable.value);
    if (!condition_.is_of_equalities()) seen.push_back(search_.structure().condition);
    const Lit some = encoding.some_open_condition(seen);
    return some != ~encoding.truth() && search_.is_possible({some, search_.finished()});
}

bool OpenOutcomes::matter() {
    if (request_.all_executions) refuse("executions with values that nothing fixes");
    if (are_compared()) refuse("what is seen may depend on a value that nothing fixes");
    if (refusal_) return true;
    Encoding& encoding = search_.encoding();
    const Lit active = search_.fresh();
    Clause some{~active};
    for (const litmus::Observable& observable : search_.structure().observables)
        if (const Lit open = encoding.is_open(observable.value); open != ~encoding.truth())
            some.push_back(open);
    if (some.size() == 1) return false;
    search_.add(some);
    const bool found = search_.is_possible({active, search_.finished()});
    search_.add({~active});
    return found;
}

void OpenOutcomes::enumerate() {
    if (refusal_) return;
    if (!condition_.is_of_equalities()) return refuse("a condition on values that nothing fixes");
    const bool thin_air_possible = search_.thin_air_possible();
    enumerate(thin_air_possible ? Search::Cycles::excluded : Search::Cycles::allowed, false);
    if (thin_air_possible) {
        // What goes round may be anything: first that, then what is left.
        enumerate(Search::Cycles::allowed, true, {search_.cyclic_values()});
        enumerate(Search::Cycles::allowed, true);
    }
    decide_extents();
    conclude();
}

void OpenOutcomes::enumerate(Search::Cycles cycles, bool out_of_thin_air,
                             const Clause& assumptions) {
    while (!refusal_) {
        const std::optional<Execution> execution = search_.next(assumptions, cycles);
        if (!execution) return;
        if (++executions_ > kMostExecutions || entries_.size() >= request_.outcome_limit)
            return refuse("many outcomes with values that nothing fixes");
        note(*execution, out_of_thin_air);
        if (request_.progress) request_.progress(entries_.size());
    }
}

void OpenOutcomes::note(const Execution& execution, bool out_of_thin_air) {
    fixed_.emplace(search_.structure(), execution);
    const std::optional<Shown> what = shown(execution);
    if (!what) return refuse("arithmetic on values that nothing fixes");
    unsigned free_bits = 0;
    for (const BitPattern& pattern : what->patterns) free_bits += pattern.free();
    if (free_bits <= kFewFreeBits)
        list_members(execution, *what, free_bits, out_of_thin_air);
    else
        record_family(execution, *what, out_of_thin_air);
    exclude(execution, *what);
}

std::optional<OpenOutcomes::Shown> OpenOutcomes::shown(const Execution& /*execution*/) {
    Encoding& encoding = search_.encoding();
    Shown all;
    for (const litmus::Observable& observable : search_.structure().observables) {
        const bool is_open = search_.holds(encoding.is_open(observable.value));
        const litmus::TermId term = (*fixed_)(observable.value);
        const std::uint64_t value = encoding.value_of(observable.value);
        all.pattern.push_back(is_open ? encoding.is_open(observable.value)
                                      : encoding.equals(observable.value, value));
        all.values.push_back(value);
        all.group.push_back(-1);
        if (!is_open || fixed_->pool().is_constant(term)) continue;
        const auto known = std::ranges::find(all.terms, term);
        all.group.back() = static_cast<int>(known - all.terms.begin());
        if (known != all.terms.end()) continue;
        const std::optional<BitPattern> pattern = BitPatterns(fixed_->pool()).of(term);
        if (!pattern) return std::nullopt;
        all.terms.push_back(term);
        all.patterns.push_back(*pattern);
    }
    if (!are_independent(all.terms)) return std::nullopt;
    return all;
}

bool OpenOutcomes::are_unspecified(const std::vector<litmus::TermId>& terms) const {
    const BitPatterns patterns(fixed_->pool());
    return std::ranges::any_of(terms, [&](litmus::TermId term) {
        return std::ranges::any_of(patterns.leaves(term), [&](litmus::TermId leaf) {
            return fixed_->pool()[leaf].op == TermOp::choice;
        });
    });
}

bool OpenOutcomes::are_independent(const std::vector<litmus::TermId>& terms) const {
    std::set<litmus::TermId> seen;
    for (const litmus::TermId term : terms)
        for (const litmus::TermId leaf : BitPatterns(fixed_->pool()).leaves(term)) {
            const litmus::Term& of = fixed_->pool()[leaf];
            const bool is_open = of.op == TermOp::choice ? of.width > 1 : goes_round(leaf);
            if (!is_open || !seen.insert(leaf).second) return false;
        }
    return true;
}

/// What is read is what goes round in a circle, unchanged.
bool OpenOutcomes::goes_round(litmus::TermId read) const {
    return std::ranges::find(fixed_->cuts(), std::pair(read, read)) != fixed_->cuts().end();
}

/// The execution with these values of the observables.
Execution OpenOutcomes::member(Execution execution, const Shown& shown, const Values& values) {
    const BitPatterns patterns(fixed_->pool());
    BitPatterns::Chosen chosen;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (shown.group[i] >= 0)
            patterns.choose(shown.terms[static_cast<std::size_t>(shown.group[i])], values[i],
                            chosen);
    execution.final_values.clear();
    search_.encoding().complete(execution, chosen);
    for (std::size_t i = 0; i < values.size(); ++i)
        ensure(search_.encoding().value_of(search_.structure().observables[i].value) == values[i],
               "a member of a family has its values");
    return execution;
}

/// Null where the outcome is known, or one of a family that needs no value out of thin air.
OutcomeEntry* OpenOutcomes::record(const Execution& execution, const Shown& shown,
                                   const Values& values, bool out_of_thin_air) {
    if (out_of_thin_air && is_in_family(values)) return nullptr;
    if (!entry_of_.emplace(values, entries_.size()).second) return nullptr;
    const Execution with_values = member(execution, shown, values);
    search_.replay(with_values);
    OutcomeEntry& entry = entries_.emplace_back();
    entry.values = values;
    entry.satisfies_condition = *condition_.holds(values);
    entry.out_of_thin_air = out_of_thin_air;
    entry.executions = 1;
    witnesses_.keep(entries_, entries_.size() - 1, with_values);
    return &entry;
}

bool OpenOutcomes::is_in_family(const Values& values) const {
    return std::ranges::any_of(patterns_, [&](const auto& family) {
        const OutcomeEntry& entry = entries_[family.first];
        if (!entry.fits(values)) return false;
        return std::ranges::any_of(family.second, [&](const std::vector<BitPattern>& patterns) {
            for (std::size_t i = 0; i < values.size(); ++i) {
                const int group = entry.family->free_group[i];
                if (group >= 0 && !patterns[static_cast<std::size_t>(group)].contains(values[i]))
                    return false;
            }
            return true;
        });
    });
}

void OpenOutcomes::list_members(const Execution& execution, const Shown& shown, unsigned free_bits,
                                bool out_of_thin_air) {
    for (std::uint64_t number = 0; number < std::uint64_t{1} << free_bits; ++number) {
        std::uint64_t rest = number;
        std::vector<std::uint64_t> of_group;
        for (const BitPattern& pattern : shown.patterns) {
            of_group.push_back(pattern.with(rest));
            rest >>= pattern.free();
        }
        Values values = shown.values;
        for (std::size_t i = 0; i < values.size(); ++i)
            if (shown.group[i] >= 0) values[i] = of_group[static_cast<std::size_t>(shown.group[i])];
        (void)record(execution, shown, values, out_of_thin_air);
    }
}

// ---- members that the condition names ----

std::uint64_t OpenOutcomes::unmentioned(const BitPattern& pattern,
                                        const std::vector<std::uint64_t>& mentioned) const {
    // As an example nothing that other executions show, where there is such a value.
    std::uint64_t number = 0, examples = 0;
    const auto is_mentioned = [&] {
        return std::ranges::find(mentioned, pattern.with(number)) != mentioned.end();
    };
    while (is_mentioned() || (shown_.contains(pattern.with(number)) && examples++ < kMostExamples))
        ++number;
    return pattern.with(number);
}

/// Those that are mentioned, and last one for all others.
std::vector<std::uint64_t> OpenOutcomes::candidates(const BitPattern& pattern) const {
    const std::vector<std::uint64_t> mentioned = condition_.constants();
    const std::set<std::uint64_t> distinct(mentioned.begin(), mentioned.end());
    std::vector<std::uint64_t> all;
    std::ranges::copy_if(distinct, std::back_inserter(all), [&](std::uint64_t value) {
        return pattern.contains(value) && (value & ~pattern.mask()) == 0;
    });
    all.push_back(unmentioned(pattern, mentioned));
    return all;
}

OpenOutcomes::Members OpenOutcomes::members(const Shown& shown, bool satisfying) {
    Members found;
    found.is_one = true;
    std::vector<std::optional<std::uint64_t>> of(shown.terms.size());
    Values first;
    steps_ = 0;
    extend(shown, satisfying, of, first, found);
    found.is_one = found.is_one && found.some.size() == 1;
    return found;
}

/// `of`: the values of groups, as far as the first observables tell.
void OpenOutcomes::extend(const Shown& shown, bool satisfying,
                          std::vector<std::optional<std::uint64_t>>& of, Values& first,
                          Members& found) {
    if (++steps_ > kMostTrials) refuse("a condition on many values that nothing fixes");
    const std::optional<bool> holds = condition_.holds(first);
    if (refusal_ || found.some.size() == 2 || (holds && *holds != satisfying)) return;
    const std::size_t place = first.size();
    if (place == shown.values.size()) {
        found.some.push_back(first);
        return;
    }
    const int group = shown.group[place];
    const auto go_on = [&](std::uint64_t value) {
        first.push_back(value);
        extend(shown, satisfying, of, first, found);
        first.pop_back();
    };
    if (group < 0) return go_on(shown.values[place]);
    std::optional<std::uint64_t>& known = of[static_cast<std::size_t>(group)];
    if (known) return go_on(*known);
    std::vector<std::uint64_t> all = candidates(shown.patterns[static_cast<std::size_t>(group)]);
    const std::uint64_t any_other = all.back();
    if (holds) all = {any_other};
    for (const std::uint64_t value : all) {
        const std::size_t before = found.some.size();
        known = value;
        go_on(value);
        if (value == any_other && found.some.size() > before) found.is_one = false;
    }
    known.reset();
}

void OpenOutcomes::record_family(const Execution& execution, const Shown& shown,
                                 bool out_of_thin_air) {
    const std::size_t mentioned = condition_.constants().size();
    for (const BitPattern& pattern : shown.patterns)
        if (pattern.free() < 32 && (std::uint64_t{1} << pattern.free()) < mentioned + 2)
            return refuse("few values that nothing fixes");
    const Members satisfying = members(shown, true), refuting = members(shown, false);
    if (refusal_) return;
    const bool are_both = !satisfying.some.empty() && !refuting.some.empty();
    // A member that the condition names is listed beside the family.
    const bool names_refuting = are_both && !satisfying.is_one && refuting.is_one;
    if (are_both)
        (void)record(execution, shown, (names_refuting ? refuting : satisfying).some.front(),
                     out_of_thin_air);
    const bool is_refuting = !refuting.some.empty() && !names_refuting;
    const Values& representative = (is_refuting ? refuting : satisfying).some.back();
    const auto is_same = [&](const OutcomeEntry& entry) {
        if (!entry.family || entry.family->free_group != shown.group) return false;
        for (std::size_t i = 0; i < entry.values.size(); ++i)
            if (shown.group[i] < 0 && entry.values[i] != representative[i]) return false;
        return true;
    };
    auto known = std::ranges::find_if(entries_, is_same);
    if (known == entries_.end()) {
        const Execution with_values = member(execution, shown, representative);
        search_.replay(with_values);
        OutcomeEntry& entry = entries_.emplace_back();
        entry.values = representative;
        entry.satisfies_condition = !is_refuting;
        entry.out_of_thin_air = out_of_thin_air;
        entry.family =
            model::Family{.free_group = shown.group, .unspecified = are_unspecified(shown.terms)};
        entry.executions = 1;
        witnesses_.keep(entries_, entries_.size() - 1, with_values);
        known = std::prev(entries_.end());
    } else if (known->satisfies_condition == is_refuting) {
        const auto number = known - entries_.begin();
        (void)record(execution, shown, representative, out_of_thin_air);
        known = entries_.begin() + number;
    }
    patterns_[static_cast<std::size_t>(known - entries_.begin())].push_back(shown.patterns);
}

/// Executions alike that show the same: of one without open values, all that show it.
void OpenOutcomes::exclude(const Execution& execution, const Shown& shown) {
    Clause other;
    for (const Lit each : shown.pattern) other.push_back(~each);
    const bool is_open = std::ranges::any_of(
        search_.structure().observables, [&](const litmus::Observable& observable) {
            return search_.holds(search_.encoding().is_open(observable.value));
        });
    if (is_open)
        for (const Lit each : search_.encoding().skeleton(execution)) other.push_back(~each);
    search_.add(other);
}

/// Whether all values are possible: where one pattern does not tell, the others are asked only
/// where there are none.
void OpenOutcomes::decide_extents() {
    for (const auto& [number, patterns] : patterns_) {
        const bool is_every = std::ranges::any_of(patterns, [](const auto& of_groups) {
            return std::ranges::all_of(of_groups, &BitPattern::is_every);
        });
        const bool is_only = patterns_.size() == 1 && patterns.size() == 1;
        if (!is_every && !is_only && !search_.stopped())
            refuse("several sorts of values that nothing fixes");
        entries_[number].family->extent = is_every            ? model::Extent::every
                                          : search_.stopped() ? model::Extent::undecided
                                                              : model::Extent::some;
    }
}

/// Each member of the second family is one of the first, which has all its members.
bool OpenOutcomes::contains(const OutcomeEntry& all, const OutcomeEntry& special) {
    if (all.family->extent != model::Extent::every ||
        (all.out_of_thin_air && !special.out_of_thin_air))
        return false;
    const auto shows = [&](std::size_t i) {
        const int group = special.family->free_group[i];
        return std::pair(group, group < 0 ? special.values[i] : 0);
    };
    std::map<int, std::pair<int, std::uint64_t>> of_group;
    for (std::size_t i = 0; i < all.values.size(); ++i) {
        const int group = all.family->free_group[i];
        const auto expected = group < 0 ? std::pair(-1, all.values[i])
                                        : of_group.emplace(group, shows(i)).first->second;
        if (shows(i) != expected) return false;
    }
    return true;
}

void OpenOutcomes::drop_special_cases() {
    std::vector<bool> is_special(entries_.size());
    for (std::size_t i = 0; i < entries_.size(); ++i)
        for (const OutcomeEntry& all : entries_)
            if (entries_[i].family && all.family && &all != &entries_[i] &&
                contains(all, entries_[i]))
                is_special[i] = true;
    std::size_t number = 0;
    std::erase_if(entries_, [&](const OutcomeEntry&) { return is_special[number++]; });
}

void OpenOutcomes::conclude() {
    const bool complete = !search_.stopped();
    const bool some = std::ranges::any_of(entries_, &OutcomeEntry::satisfies_condition);
    const bool all = std::ranges::all_of(entries_, &OutcomeEntry::satisfies_condition);
    if (some || complete) answer_.condition_satisfiable = some;
    if (!all || complete) answer_.condition_always = all;
    drop_special_cases();
    model::drop_members_of_families(entries_);
    if (!request_.outcomes && !request_.all_executions) keep_what_decides();
    answer_.outcomes = std::move(entries_);
}

/// Nobody asked for the outcomes: one that satisfies the condition, and one that does not.
void OpenOutcomes::keep_what_decides() {
    bool has[2] = {false, false};
    std::erase_if(entries_, [&](const model::OutcomeEntry& each) {
        return std::exchange(has[each.satisfies_condition ? 1 : 0], true);
    });
}

}  // namespace clmm::explorer
