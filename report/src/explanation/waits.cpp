#include "explanation/waits.h"

#include <algorithm>

#include "clmm/litmus/strengthening.h"
#include "text/repair_rows.h"

namespace clmm::report {
namespace {

using enumerator::Repair;
using enumerator::RepairGoal;
using enumerator::RepairResult;

bool waits(const RepairResult& result, const Repair& repair) {
    return std::ranges::any_of(repair.changes, [&](const litmus::Change& change) {
        return enumerator::is_a_wait(result.space->places()[change.place]);
    });
}

/// `line 8 had '0' in place of 'CL_QUEUE_…'`, `'clFinish(q);' stood before line 9`.
ToldChange told_change(const RepairRow& row) {
    const std::string to = "'" + row.to + "'";
    if (!row.inserts)
        return {row.line + " had " + to + " in place of '" + row.from + "'" +
                    (row.implied ? ", which is implied" : ""),
                row.line, row.span};
    if (row.beside.empty()) return {to + " stood " + row.side + " " + row.line, to, row.span};
    return {to + " stood " + row.beside + " in " + row.line, to, row.span};
}

}  // namespace

void Waits::complete(ToldExplanation& told, const enumerator::StateExplanation& why) {
    if (why.witness) complete(told, why.expected, RepairGoal::forbid);
}

void Waits::complete(ToldExplanation& told, const enumerator::RaceExplanation& why) {
    const std::string& kind = result_.answer.undefined[why.entry].kind;
    const auto& checks = model_.program.checks;
    if (std::ranges::find(checks, kind, &model::Check::name) == checks.end()) return;
    complete(told, why.expected,
             model::is_race(kind) ? RepairGoal::race_free : RepairGoal::defined);
}

/// What ends a race without ordering anything orders nothing.
bool Waits::orders(const enumerator::Stronger& stronger) const {
    const auto all = result_.structure.language->strengthenings(result_.structure);
    return std::ranges::none_of(stronger.strengthenings, [&](const auto& each) {
        const auto kind = std::ranges::find(all->kinds(), each.kind, &litmus::StrengthKind::name);
        return kind != all->kinds().end() && kind->for_races;
    });
}

const RepairResult* Waits::repaired(RepairGoal goal) {
    const auto [found, is_new] = repaired_.try_emplace(goal);
    if (is_new) {
        enumerator::RepairOptions options{.goal = goal, .check = options_.check};
        options.check.outcomes = true;
        if (auto result = enumerator::repair(result_.test, model_, options))
            found->second = std::move(result).value();
    }
    return found->second ? &*found->second : nullptr;
}

void Waits::complete(ToldExplanation& told, const std::optional<enumerator::Stronger>& stronger,
                     RepairGoal goal) {
    if (!options_.expected || (stronger && orders(*stronger))) return;
    if (!can_wait_) can_wait_ = enumerator::can_wait_for_more(result_);
    const RepairResult* const result = *can_wait_ ? repaired(goal) : nullptr;
    if (result == nullptr) return;
    const auto first = std::ranges::find_if(
        result->repairs, [&](const Repair& each) { return waits(*result, each); });
    if (first != result->repairs.end()) {
        told.changes.clear();
        for (const RepairRow& row : repair_rows(*result, first->changes))
            told.changes.push_back(told_change(row));
        told.not_excluded.clear();
    } else if (!told.not_excluded.empty()) {
        told.not_excluded += result->is_proved()
                                 ? " Nor would one or two calls that wait for more."
                                 : " Whether calls that wait for more would was not found out.";
    }
}

}  // namespace clmm::report
