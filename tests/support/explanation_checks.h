#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "clmm/enumerator/explanation.h"

/// What `clmm explain` promises, held against all candidate executions of a test.
namespace clmm::test {

/// What was found wrong, in sentences, and how much was looked at.
struct Checked {
    std::vector<std::string> problems;
    bool affordable = true;  ///< else nothing was compared with all candidates
    std::size_t candidates = 0, arguments = 0, refutations = 0, literals = 0;
    std::size_t changes = 0;  ///< strengthenings undone or weakened

    Checked& operator+=(const Checked& other);
};

/// Each argument leaves no candidate with the wanted terms; each reason entails that its axiom is
/// violated; no refutation, no literal and no term that is said to force one can be left out.
[[nodiscard]] Checked check_arguments(const model::EventStructure& structure,
                                      const model::MemoryModel& model,
                                      const std::vector<litmus::TermId>& wanted,
                                      const std::vector<enumerator::ForbiddenArgument>& arguments,
                                      model::ThinAir forbidden);

/// An explanation of a state, forbidden or allowed. Of an allowed one: the witness is an execution
/// of the test and the model with the state; the strengthenings forbid it, and with any one of them
/// undone or weaker it is allowed again.
[[nodiscard]] Checked check_state(const model::EventStructure& structure,
                                  const model::MemoryModel& model,
                                  const enumerator::StateExplanation& explanation,
                                  model::ThinAir forbidden);

/// Of an allowed state, only the strengthenings; where they are several, no single one is enough.
[[nodiscard]] Checked check_expected_state(const model::EventStructure& structure,
                                           const model::MemoryModel& model,
                                           const enumerator::StateExplanation& explanation,
                                           model::ThinAir forbidden);

/// The last inference is the raised flag's; strengthenings as above.
[[nodiscard]] Checked check_race(const enumerator::CheckResult& result,
                                 const model::MemoryModel& model,
                                 const enumerator::RaceExplanation& explanation);

}  // namespace clmm::test
