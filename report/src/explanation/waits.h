#pragma once

#include <map>
#include <optional>

#include "clmm/enumerator/repair.h"
#include "clmm/report/explanation.h"

namespace clmm::report {

/// What someone in the test's text could wait for, so that what is explained is gone: the least
/// repair, of those that wait for more if there is one. It is asked for where nothing stronger in
/// the test's events orders what is explained, since a wait is no stronger event.
///
/// Shape    `result` and `model` must live as long.
/// Errors   none: where nobody knows, the explanation says so.
/// Cost     that of enumerator::repair(), once for each goal; none in tests where nobody waits.
/// Tests    tests/golden/explain/host-*
class Waits {
public:
    Waits(const enumerator::CheckResult& result, const model::MemoryModel& model,
          enumerator::ExplainOptions options)
        : result_(result), model_(model), options_(std::move(options)) {}

    /// `why` is what is told; of the condition, not of another state.
    void complete(ToldExplanation& told, const enumerator::StateExplanation& why);
    void complete(ToldExplanation& told, const enumerator::RaceExplanation& why);

private:
    void complete(ToldExplanation& told, const std::optional<enumerator::Stronger>& stronger,
                  enumerator::RepairGoal goal);
    [[nodiscard]] bool orders(const enumerator::Stronger& stronger) const;
    const enumerator::RepairResult* repaired(enumerator::RepairGoal goal);

    const enumerator::CheckResult& result_;
    const model::MemoryModel& model_;
    enumerator::ExplainOptions options_;
    std::optional<bool> can_wait_;
    std::map<enumerator::RepairGoal, std::optional<enumerator::RepairResult>> repaired_;
};

}  // namespace clmm::report
