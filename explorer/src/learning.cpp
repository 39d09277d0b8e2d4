// What the solver learns from a conflict.
#include <algorithm>

#include "sat.h"

namespace clmm::explorer {

void Sat::resolve() {
    ++conflicts_;
    if (until_restart_ > 0) --until_restart_;
    std::uint32_t highest = 0;
    for (const Lit each : conflict_) highest = std::max(highest, level_of(each));
    backtrack(highest);
    if (highest == 0) {
        contradiction_ = true;
        return;
    }
    if (conflict_is_new_) keep_conflict(highest);
    Clause learnt;
    collect(learnt);
    minimise(learnt);
    learn(learnt);
    order_.decay();
    if (!conflict_is_new_) return;
    for (const Clause& lemma : theory_->take_lemmas()) add(lemma);
}

/// The theory's clause, where what is learnt from it is another.
void Sat::keep_conflict(std::uint32_t highest) {
    const auto higher = [&](Lit a, Lit b) { return level_of(a) > level_of(b); };
    std::ranges::stable_sort(conflict_, higher);
    if (conflict_.size() < 2 || level_of(conflict_[1]) != highest) return;
    attach(conflict_, distinct_levels(conflict_));
    ++learnt_count_;
}

void Sat::note(Lit literal, Clause& learnt, std::uint32_t& open) {
    const std::uint32_t variable = literal.variable();
    if (seen_[variable] != 0 || level_[variable] == 0) return;
    seen_[variable] = 1;
    order_.raise(variable);
    if (level_[variable] == level())
        ++open;
    else
        learnt.push_back(literal);
}

/// The first place goes to the literal by which all of the last level's part is implied.
void Sat::collect(Clause& learnt) {
    learnt.assign(1, {});
    std::uint32_t open = 0;
    for (const Lit each : conflict_) note(each, learnt, open);
    std::size_t at = trail_.size();
    while (true) {
        do --at;
        while (seen_[trail_[at].variable()] == 0);
        const Lit implied = trail_[at];
        seen_[implied.variable()] = 0;
        if (--open == 0) {
            learnt[0] = ~implied;
            return;
        }
        for (const Lit each : all(reason_[implied.variable()]))
            if (each != implied) note(each, learnt, open);
    }
}

/// Drops literals that the others imply.
void Sat::minimise(Clause& learnt) {
    const Clause noted(learnt.begin() + 1, learnt.end());
    std::erase_if(learnt, [&](Lit each) {
        if (each == learnt.front()) return false;
        const Reference reason = reason_[each.variable()];
        return reason != kNone && std::ranges::all_of(all(reason), [&](Lit other) {
                   return other.variable() == each.variable() || level_of(other) == 0 ||
                          seen_[other.variable()] != 0;
               });
    });
    for (const Lit each : noted) seen_[each.variable()] = 0;
}

void Sat::learn(Clause& learnt) {
    const auto later = [&](Lit a, Lit b) { return level_of(a) < level_of(b); };
    if (learnt.size() == 1) {
        backtrack(0);
        assign(learnt[0], kNone);
        return;
    }
    std::iter_swap(learnt.begin() + 1, std::max_element(learnt.begin() + 1, learnt.end(), later));
    const std::uint32_t levels = distinct_levels(learnt);
    backtrack(level_of(learnt[1]));
    assign(learnt[0], attach(learnt, levels));
    ++learnt_count_;
}

std::uint32_t Sat::distinct_levels(const Clause& clause) {
    ++mark_;
    level_mark_.resize(level() + 1);
    std::uint32_t count = 0;
    for (const Lit each : clause) {
        std::uint32_t& mark = level_mark_[level_of(each)];
        if (mark != mark_) ++count;
        mark = mark_;
    }
    return count;
}

}  // namespace clmm::explorer
