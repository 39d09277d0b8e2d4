#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "clmm/base/result.h"
#include "clmm/enumerator/check.h"
#include "clmm/litmus/changes.h"

namespace clmm::enumerator {

/// What a repair is for.
enum class RepairGoal : std::uint8_t {
    race_free,  ///< no data race and no unsequenced race
    defined,    ///< no undefined behaviour of any kind
    forbid      ///< the states that the condition speaks of (of a `forall`, the others) are gone
};
[[nodiscard]] std::string_view to_string(RepairGoal goal);  ///< `race-free`
[[nodiscard]] std::optional<RepairGoal> parse_repair_goal(std::string_view word);

/// Units    `check.timeout` and `check.budget` are of the whole search.
struct RepairOptions {
    /// Else defined where the model finds undefined behaviour that is no race, else race-free where
    /// there is one, else forbid.
    std::optional<RepairGoal> goal;
    unsigned most_changes = 2;
    CheckOptions check;
};

/// Changes whose check did not decide whether they are enough. What is stronger is not tried.
struct UndecidedChanges {
    litmus::Changes changes;
    std::string reason;
};

/// Changes that reach the goal.
struct Repair {
    litmus::Changes changes;
    std::string text;                  ///< the whole test with the changes
    std::size_t weaker = 0;            ///< changes that are weaker; all of them were checked
    std::size_t weaker_undecided = 0;  ///< … and left open: then this may not be the weakest
};

/// The weakest repairs of a test.
///
/// Shape    `repairs` are all that are minimal among those with the fewest changes: no admissible
///          change that is weaker (at a part of the places, nowhere stronger) is enough. First
///          those that insert fewer fences, then the weaker ones, then by place. `places` is set
///          where something was to be repaired.
struct RepairResult {
    CheckResult original;
    std::optional<RepairGoal> goal;  ///< none: there is nothing to repair, or nobody knows
    std::string unknown;             ///< why nobody knows whether there is
    std::shared_ptr<const litmus::ChangeSpace> space;
    unsigned most_changes = 0;
    std::vector<Repair> repairs;
    std::size_t checked = 0;                  ///< changes, without the empty one
    std::vector<UndecidedChanges> undecided;  ///< among them
    std::string stopped;  ///< why the search ended before it was done; empty where it was

    /// All that is weaker than the repair was decided, or with no repair, all there is.
    [[nodiscard]] bool is_proved() const;
};

/// Whether the states that the condition's author does not want are reachable: of a `forall` those
/// that violate it, else those that satisfy the proposition.
[[nodiscard]] std::optional<bool> reaches_unwanted(const CheckResult& result);

/// What there is to repair, where nothing is asked for: see RepairOptions. None, too, where that is
/// unknown.
[[nodiscard]] std::optional<RepairGoal> needed_repair(const CheckResult& result,
                                                      const model::Program& program);

/// Whether someone waits for more by a change here, where an order, scope or fence is stronger
/// elsewhere.
[[nodiscard]] bool is_a_wait(const litmus::ChangePlace& place);
/// Whether the test's text has such places.
[[nodiscard]] bool can_wait_for_more(const CheckResult& result);

/// Finds the weakest changes of a test's text that reach the goal.
///
/// Idea     every change is made in the text, read and unfolded anew, and decided by itself: a
///          stronger order can make a test worse (a wider scope need not match its partner's any
///          more), so nothing is inferred from other changes. What saves time is that executions
///          found for one change often are executions with another: if one is consistent under the
///          model and has the race, or the state, that other change is refuted.
///          A repair keeps an execution, brings no undefined behaviour of a new kind, and, for
///          forbid, no race. What a test does that is no access (a host's calls, the commands that
///          they leave) takes place in every execution where it did before, and in some where it
///          did in some: what ends a race by waiting for ever is no repair.
/// Errors   of check() on the original; E-REPAIR where its text was not written as it is (a kernel
///          after the preprocessor), where its language offers no changes, or where forbid is asked
///          of a test without a condition.
/// Cost     a check for each change that no known execution refutes; with at most two changes,
///          quadratic in the number of statements.
/// Tests    tests/unit/enumerator/repair_test.cpp, tests/corpus/repair_test.cpp (against a naive
///          enumeration), tests/golden/repair
[[nodiscard]] Result<RepairResult> repair(const litmus::LitmusTest& test,
                                          const model::MemoryModel& model,
                                          const RepairOptions& options);

}  // namespace clmm::enumerator
