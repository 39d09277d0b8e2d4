#pragma once

#include <optional>
#include <vector>

#include "clmm/enumerator/check.h"
#include "clmm/generator/program.h"
#include "clmm/litmus/event_structure.h"
#include "clmm/model/outcome_set.h"

namespace clmm::skeletons {

/// Which observable of a test each is that its program shows.
///
/// Shape    in the order of generator::observed(); nothing where the test lacks one of them.
[[nodiscard]] std::optional<std::vector<std::size_t>> observed_at(
    const generator::Program& program, const std::vector<litmus::Observable>& observables);

/// The values at these observables.
[[nodiscard]] generator::State state_at(const std::vector<std::size_t>& observables,
                                        const model::OutcomeValues& values);

/// The final states of a program's answer, ascending.
[[nodiscard]] std::vector<generator::State> states_of(const generator::Program& program,
                                                      const enumerator::CheckResult& result);

}  // namespace clmm::skeletons
