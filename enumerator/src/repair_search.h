#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/enumerator/repair.h"
#include "counterexamples.h"
#include "going_on.h"

namespace clmm::enumerator {

/// Why a result leaves something open.
[[nodiscard]] std::string why_open(const CheckResult& result);

/// The options with their timeout as a deadline of the budget, for many checks.
[[nodiscard]] CheckOptions with_budget_of(CheckOptions options);

/// Tries changes by their number, and of those at the same places the weaker ones first.
class RepairSearch {
public:
    /// `result` has the original, the goal and the space; the rest is filled in.
    RepairSearch(const model::MemoryModel& model, const RepairOptions& options,
                 RepairResult& result);
    void operator()();

private:
    enum class Judgement : std::uint8_t { enough, not_enough, undecided };

    void try_places(std::size_t first, std::size_t count, std::vector<std::size_t>& places);
    void try_levels(const std::vector<std::size_t>& places);
    void try_changes(const litmus::Changes& changes);
    [[nodiscard]] Trial* trial_of(const litmus::Changes& changes);
    Judgement judge(const CheckResult& result,
                    const std::vector<litmus::ChangedText::Fence>& fences);
    [[nodiscard]] bool is_unwanted(std::string_view kind) const;
    [[nodiscard]] bool inserts(const litmus::Change& change) const;
    [[nodiscard]] bool is_stopped();
    [[nodiscard]] bool is_above_one_known(const litmus::Changes& changes) const;
    void count_weaker(Repair& repair) const;
    void sort_repairs();

    const model::MemoryModel& model_;
    const RepairOptions& options_;
    RepairResult& result_;
    Counterexamples known_;
    std::map<litmus::Changes, std::optional<Trial>> trials_;  ///< by the changes of arguments
    std::vector<std::string> kinds_;  ///< of undefined behaviour that the original has
    GoingOn goes_on_;
};

}  // namespace clmm::enumerator
