#include "clmm/comparison/fit.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "clmm/base/parallel.h"

namespace clmm::comparison {
namespace {

using model::Check;
using model::CheckRole;
using model::MemoryModel;
using Decisions = std::vector<Decision>;  ///< by test

bool is_axiom(const Check& check) { return check.role == CheckRole::axiom; }

/// The model with those of its axioms that `keep` says.
template <class Keep>
MemoryModel with_axioms(const MemoryModel& whole, Keep&& keep) {
    MemoryModel part = whole;
    std::erase_if(part.program.checks,
                  [&](const Check& each) { return is_axiom(each) && !keep(each); });
    return part;
}

/// Every state that a allows, b allows too.
bool allows_no_more(const Decision& a, const Decision& b) {
    if (b.is_undefined) return true;
    return !a.is_undefined && std::ranges::includes(b.states, a.states);
}

class Fitting {
public:
    Fitting(const std::vector<Observed>& tests, const FitFamily& family, const FitOptions& options)
        : tests_(tests), family_(family), options_(options) {}

    Fit operator()() {
        reference_model_ = family_.load({});
        reference_ = decide_all(*reference_model_, true);
        for (Decision& each : reference_) {
            fit_.problems.push_back(std::exchange(each.problem, {}));
            fit_.undefined.push_back(each.is_undefined);
        }
        fit_.reference = contradictions(reference_);
        if (!is_over()) look_at_switches();
        if (!is_over()) look_at_combinations();
        if (!is_over()) group();
        if (!is_over()) look_at_axioms();
        return std::move(fit_);
    }

private:
    bool is_over() {
        if (!fit_.ended.empty()) return true;
        if (const auto stop = options_.budget.exceeded()) fit_.ended = describe(*stop);
        return !fit_.ended.empty();
    }

    Decisions decide_all(const MemoryModel& model, bool races) {
        Decisions all(tests_.size());
        in_parallel(tests_.size(), options_.jobs, [&](std::size_t i, unsigned) {
            if (fit_.problems.empty() || fit_.problems[i].empty())
                all[i] = family_.decide(i, model, races);
        });
        return all;
    }

    [[nodiscard]] Contradictions contradictions(const Decisions& all) const {
        Contradictions found;
        for (std::size_t test = 0; test < all.size(); ++test) {
            std::size_t number = 0;
            for (const auto& [state, count] : tests_[test].states) {
                if (number == all[test].seen.size()) break;
                const Stand stand = all[test].seen[number++];
                if (stand == Stand::open) ++found.open;
                if (stand == Stand::forbidden) found.states.push_back({test, state, count});
            }
        }
        std::ranges::stable_sort(found.states, std::greater{}, &Evidence::count);
        return found;
    }

    // ---- switches and their combinations ----

    void look_at_switches() {
        for (const model::Switch& each : family_.switches) {
            FittedSwitch& made = fit_.switches.emplace_back(each.name);
            for (const model::Switch::Value& value : each.values) {
                FittedValue looked = look_at(each, value.value);
                if (is_over()) return;
                made.tells = made.tells || looked.tells;
                made.values.push_back(std::move(looked));
            }
        }
    }

    FittedValue look_at(const model::Switch& of, const std::string& value) {
        FittedValue made{value, value == of.value};
        if (made.is_reference) {
            made.by_itself = fit_.reference;
            return made;
        }
        const std::string word = of.name + "=" + value;
        const MemoryModel* const model = family_.load({word});
        if (model == nullptr) {
            made.rejected = "there is no such model";
            return made;
        }
        const Decisions& all = known_[{word}] = decide_all(*model, true);
        for (const Decision& each : all)
            if (made.rejected.empty()) made.rejected = each.problem;
        made.tells = all != reference_;
        made.by_itself = contradictions(all);
        made.is_open = !made.tells && made.rejected.empty();
        for (std::size_t test = 0; test < tests_.size(); ++test)
            add_telling(test, reference_[test], all[test], made.told_by);
        return made;
    }

    /// States of a test that one allows and the other forbids, and that were not seen.
    void add_telling(std::size_t test, const Decision& a, const Decision& b,
                     std::vector<Evidence>& told_by) const {
        if (!a.open.empty() || !b.open.empty()) return;
        if (a.is_undefined != b.is_undefined) told_by.push_back({test, {}, 0});
        if (a.is_undefined || b.is_undefined) return;
        std::vector<std::string> differing;
        std::ranges::set_symmetric_difference(a.states, b.states, std::back_inserter(differing));
        for (std::string& state : differing)
            if (!tests_[test].states.contains(state))
                told_by.push_back({test, std::move(state), 0});
    }

    /// All combinations of the switches that tell, those with the fewest changes first.
    [[nodiscard]] std::vector<std::vector<std::string>> all_changes() {
        std::vector<std::vector<std::string>> all{{}};
        fit_.all_combinations = 1;
        for (const FittedSwitch& each : fit_.switches) {
            if (!each.tells) continue;
            const std::size_t before = all.size();
            std::uint64_t values = 1;
            for (const FittedValue& value : each.values) {
                if (!value.tells || !value.rejected.empty()) continue;
                ++values;
                for (std::size_t i = 0; i < before; ++i) {
                    all.push_back(all[i]);
                    all.back().push_back(each.name + "=" + value.value);
                }
            }
            fit_.all_combinations *= values;
            std::ranges::stable_sort(all, std::less{}, &std::vector<std::string>::size);
            // What is cut here has at least as many changes as all that is kept. None of one change
            // is: each value is looked at.
            const auto one = std::ranges::count_if(
                all, [](const std::vector<std::string>& changes) { return changes.size() <= 1; });
            all.resize(std::min(all.size(),
                                std::max(options_.combinations, static_cast<std::size_t>(one))));
        }
        return all;
    }

    void look_at_combinations() {
        for (std::vector<std::string>& changes : all_changes()) {
            Decisions decided = decisions_of(changes);
            if (is_over()) return;
            decisions_.push_back(std::move(decided));
            Combination& made = fit_.combinations.emplace_back(std::move(changes));
            made.contradictions = contradictions(decisions_.back());
        }
    }

    Decisions decisions_of(const std::vector<std::string>& changes) {
        if (changes.empty()) return reference_;
        if (const auto known = known_.find(changes); known != known_.end()) return known->second;
        const MemoryModel* const model = family_.load(changes);
        return model != nullptr ? decide_all(*model, true) : Decisions(tests_.size());
    }

    // ---- those that remain ----

    void group() {
        for (std::size_t i = 0; i < fit_.combinations.size(); ++i) {
            if (fit_.combinations[i].contradictions.any()) continue;
            ++fit_.remaining;
            mark_open(fit_.combinations[i].changes);
            const auto same = std::ranges::find_if(fit_.groups, [&](const Group& each) {
                return decisions_[each.members.front()] == decisions_[i];
            });
            fit_.combinations[i].group = static_cast<std::size_t>(same - fit_.groups.begin());
            if (same != fit_.groups.end())
                same->members.push_back(i);
            else
                add_group(i);
        }
        for (Group& each : fit_.groups)
            each.is_strongest = std::ranges::none_of(
                fit_.groups, [&](const Group& other) { return is_stronger(other, each); });
        fit_.are_independent = are_independent();
        list_unseen();
    }

    void add_group(std::size_t combination) {
        Group& made = fit_.groups.emplace_back();
        made.members.push_back(combination);
        for (const Decision& each : decisions_[combination]) {
            made.states += each.states.size();
            made.undefined += each.is_undefined ? 1 : 0;
        }
    }

    void mark_open(const std::vector<std::string>& changes) {
        for (FittedSwitch& each : fit_.switches)
            for (FittedValue& value : each.values) {
                const bool is_changed = std::ranges::any_of(changes, [&](const std::string& word) {
                    return word.starts_with(each.name + "=");
                });
                const bool is_this =
                    std::ranges::find(changes, each.name + "=" + value.value) != changes.end();
                if (is_this || (!is_changed && value.is_reference)) value.is_open = true;
            }
    }

    [[nodiscard]] bool is_stronger(const Group& a, const Group& b) const {
        if (&a == &b) return false;
        const Decisions& ours = decisions_[a.members.front()];
        const Decisions& theirs = decisions_[b.members.front()];
        for (std::size_t i = 0; i < ours.size(); ++i)
            if (!allows_no_more(ours[i], theirs[i])) return false;
        return true;
    }

    [[nodiscard]] bool are_independent() const {
        std::size_t product = 0;
        for (const Combination& each : fit_.combinations)
            product += std::ranges::all_of(fit_.switches, [&](const FittedSwitch& of) {
                return !of.tells || value_in(of, each.changes).is_open;
            });
        return product == fit_.remaining;
    }

    static const FittedValue& value_in(const FittedSwitch& of,
                                       const std::vector<std::string>& changes) {
        const FittedValue* found = nullptr;
        for (const FittedValue& each : of.values) {
            if (each.is_reference && found == nullptr) found = &each;
            if (std::ranges::find(changes, of.name + "=" + each.value) != changes.end())
                found = &each;
        }
        return *found;
    }

    void list_unseen() {
        if (fit_.groups.empty()) return;
        for (std::size_t test = 0; test < tests_.size(); ++test) {
            std::optional<std::vector<std::string>> common;
            for (const Group& each : fit_.groups) {
                const Decision& decided = decisions_[each.members.front()][test];
                if (decided.is_undefined) continue;
                if (!common) common.emplace(decided.states);
                std::erase_if(*common, [&](const std::string& state) {
                    return !std::ranges::binary_search(decided.states, state);
                });
            }
            for (const std::string& state : common.value_or(std::vector<std::string>()))
                if (!tests_[test].states.contains(state)) fit_.unseen.push_back({test, state, 0});
        }
    }

    // ---- axioms ----

    void look_at_axioms() {
        for (const Check& check : reference_model_->program.checks) {
            if (!is_axiom(check)) continue;
            FittedAxiom made{check.name};
            look_at(made);
            if (is_over()) return;
            fit_.axioms.push_back(std::move(made));
        }
    }

    void look_at(FittedAxiom& made) {
        if (fit_.reference.any()) {
            const MemoryModel alone = with_axioms(
                *reference_model_, [&](const Check& each) { return each.name == made.name; });
            for (const Evidence& each : fit_.reference.states)
                if (forbids(alone, each)) made.states.push_back(each);
            if (!made.states.empty()) {
                made.stand = AxiomStand::contradicted;
                return;
            }
            if (takes_part(made)) return;
        }
        const Decisions without =
            decide_all(with_axioms(*reference_model_,
                                   [&](const Check& each) { return each.name != made.name; }),
                       false);
        for (std::size_t test = 0; test < tests_.size(); ++test) add_forbidden(test, without, made);
        if (!made.states.empty()) made.stand = AxiomStand::upheld;
    }

    /// What of a test the axiom alone forbids, and was not seen.
    void add_forbidden(std::size_t test, const Decisions& without, FittedAxiom& made) const {
        if (reference_[test].is_undefined || !reference_[test].open.empty()) return;
        for (const std::string& state : without[test].states)
            if (!std::ranges::binary_search(reference_[test].states, state) &&
                !tests_[test].states.contains(state))
                made.states.push_back({test, state, 0});
    }

    [[nodiscard]] bool forbids(const MemoryModel& model, const Evidence& seen) const {
        const Decision decided = family_.decide(seen.test, model, false);
        const auto& states = tests_[seen.test].states;
        const auto at =
            static_cast<std::size_t>(std::distance(states.begin(), states.find(seen.state)));
        return at < decided.seen.size() && decided.seen[at] == Stand::forbidden;
    }

    /// Of several axioms that forbid something together, the least that do, begun with this one.
    bool takes_part(FittedAxiom& made) const {
        for (const Evidence& each : fit_.reference.states) {
            std::set<std::string> kept;
            for (const Check& check : reference_model_->program.checks)
                if (is_axiom(check)) kept.insert(check.name);
            const std::set<std::string> all = kept;
            for (const std::string& name : all) {
                if (name == made.name) continue;
                kept.erase(name);
                if (!forbids(with(kept), each)) kept.insert(name);
            }
            const std::set<std::string> others = [&] {
                std::set<std::string> rest = kept;
                rest.erase(made.name);
                return rest;
            }();
            if (others.empty() || forbids(with(others), each)) continue;
            made.stand = AxiomStand::part;
            made.states.push_back(each);
            made.others.assign(others.begin(), others.end());
            return true;
        }
        return false;
    }

    [[nodiscard]] MemoryModel with(const std::set<std::string>& axioms) const {
        return with_axioms(*reference_model_,
                           [&](const Check& each) { return axioms.contains(each.name); });
    }

    const std::vector<Observed>& tests_;
    const FitFamily& family_;
    const FitOptions& options_;
    const MemoryModel* reference_model_ = nullptr;
    Decisions reference_;
    std::map<std::vector<std::string>, Decisions> known_;
    std::vector<Decisions> decisions_;  ///< by combination
    Fit fit_;
};

}  // namespace

std::string_view to_string(AxiomStand stand) {
    switch (stand) {
        case AxiomStand::contradicted:
            return "contradicted";
        case AxiomStand::part:
            return "contradicted with others";
        case AxiomStand::upheld:
            return "upheld";
        case AxiomStand::idle:
            break;
    }
    return "idle";
}

Fit fit(const std::vector<Observed>& tests, const FitFamily& family, const FitOptions& options) {
    return Fitting(tests, family, options)();
}

}  // namespace clmm::comparison
