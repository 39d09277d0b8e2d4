#include <algorithm>

#include "clmm/base/counted.h"
#include "clmm/report/repair.h"
#include "text/repair_rows.h"

namespace clmm::report {
namespace {

using enumerator::Repair;
using enumerator::RepairGoal;
using enumerator::RepairResult;

bool requires_all(const RepairResult& result) {
    return result.original.test.quantifier == litmus::Quantifier::forall;
}

std::string reached(const RepairResult& result) {
    if (result.goal == RepairGoal::race_free) return "race-free";
    if (result.goal == RepairGoal::defined) return "free of undefined behaviour";
    return requires_all(result) ? "condition always true" : "condition unreachable";
}

/// What is known not to need a repair.
std::string why_nothing(const RepairResult& result) {
    std::string text;
    if (result.original.racy == false) text = "it has no race";
    if (result.original.test.quantifier && enumerator::reaches_unwanted(result.original) == false)
        text += std::string(text.empty() ? "" : ", and ") + (requires_all(result)
                                                                 ? "its condition is always true"
                                                                 : "its condition is unreachable");
    return text;
}

std::string what(const RepairRow& row) {
    if (!row.inserts) return row.from + (row.implied ? " (implied)" : "") + " → " + row.to;
    return "+ " + row.to + (row.beside.empty() ? "" : " " + row.beside);
}

std::string changes_to_text(const RepairResult& result, const litmus::Changes& changes) {
    std::vector<std::pair<std::string, std::string>> told;
    for (const RepairRow& row : repair_rows(result, changes))
        told.emplace_back(row.side.empty() ? row.line : row.side + " " + row.line, what(row));
    std::size_t width = 0;
    for (const auto& [where, what] : told) width = std::max(width, where.size());
    std::string text;
    for (const auto& [where, what] : told)
        text += "  " + where + std::string(width + 2 - where.size(), ' ') + what + "\n";
    return text;
}

/// What the search has shown about what is weaker.
std::string proof(const RepairResult& result, const Repair& repair) {
    const std::size_t changes = repair.changes.size();
    std::string text = "Checked " + counted(result.checked, "change") + ": ";
    if (changes == 1)
        return text + (repair.weaker == 0 ? "there is no weaker one.\n"
                                          : "none of the " + std::to_string(repair.weaker) +
                                                " that are weaker is enough.\n");
    text += changes == 2 ? "no single change is enough"
                         : "no " + std::to_string(changes - 1) + " changes are enough";
    return text + ", and none of the " + std::to_string(repair.weaker) +
           " that are weaker than these.\n";
}

/// Why what was found may not be the weakest, or what was not found may exist.
std::string doubts(const RepairResult& result) {
    std::string text;
    if (!result.stopped.empty()) text += "The search ended early: " + result.stopped + ".\n";
    if (result.undecided.empty()) return text;
    const enumerator::UndecidedChanges& first = result.undecided.front();
    text += "Undecided (" + first.reason + "):\n" + changes_to_text(result, first.changes);
    if (const std::size_t others = result.undecided.size() - 1; others != 0)
        text += "and " + counted(others, "other") + ".\n";
    return text;
}

std::string found_to_text(const RepairResult& result, std::size_t shown) {
    const std::vector<Repair>& repairs = result.repairs;
    const std::size_t told = std::clamp<std::size_t>(shown, 1, repairs.size());
    std::string text =
        reached(result) + " with " + counted(repairs.front().changes.size(), "change") + "\n";
    for (std::size_t i = 0; i < told; ++i)
        text += (i == 0 ? "" : " or\n") + changes_to_text(result, repairs[i].changes);
    if (result.is_proved())
        text += proof(result, repairs.front());
    else
        text += "Checked " + counted(result.checked, "change") + ". Not proved minimal:\n" +
                doubts(result);
    if (const std::size_t others = repairs.size() - told; others != 0)
        text += counted(others, "other repair") + (others == 1 ? " is" : " are") + " as weak.\n";
    return text;
}

}  // namespace

std::string repair_to_text(const RepairResult& result, const RepairTextOptions& options) {
    std::string text =
        "Repair  " + result.original.test.name + " (" + result.original.model + "): ";
    if (!result.unknown.empty()) return text + "unknown " + result.unknown + "\n";
    if (!result.goal) return text + "nothing to repair: " + why_nothing(result) + "\n";
    if (!result.repairs.empty()) return text + found_to_text(result, options.shown);
    const std::string aim = (result.goal == RepairGoal::forbid ? "its " : "it ") + reached(result) +
                            "; " + std::to_string(result.checked) + " checked\n";
    const std::string limit = "with at most " + counted(result.most_changes, "change");
    text += result.is_proved() ? "no repair " + limit + " makes " + aim
                               : "unknown: no repair " + limit + " was found that makes " + aim;
    return text + doubts(result);
}

}  // namespace clmm::report
