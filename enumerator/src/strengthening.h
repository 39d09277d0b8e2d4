#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "clmm/enumerator/explanation.h"

namespace clmm::enumerator {

/// A least strengthening under which no execution satisfies the wanted terms, none of which
/// `witness` breaks now. nullopt: even the strongest orders, widest scopes and one region allow it.
[[nodiscard]] std::optional<Stronger> strengthened_without_state(
    const model::EventStructure& structure, const model::MemoryModel& model,
    const std::vector<litmus::TermId>& wanted, const model::Execution& witness,
    const ExplainOptions& options);

/// … under which the actions of the entry have no such undefined behaviour.
[[nodiscard]] std::optional<Stronger> strengthened_without_race(const CheckResult& result,
                                                                const model::MemoryModel& model,
                                                                const model::UndefinedEntry& race,
                                                                const ExplainOptions& options);

/// Refutations with their inferences.
[[nodiscard]] std::vector<ForbiddenArgument> with_inferences(
    const model::EventStructure& structure, const model::MemoryModel& model,
    std::vector<model::Argument> arguments);

}  // namespace clmm::enumerator
