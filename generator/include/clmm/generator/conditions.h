#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "clmm/generator/program.h"

/// Conditions that are about a final state of a program.
///
/// Shape    a State has a value for each place of observed(), in that order; places are numbers.
/// Errors   none: programs and states fit one another.
namespace clmm::generator {

/// The number that is written by way of it: a dependency adds nothing. Of numbers and dependencies.
[[nodiscard]] std::uint32_t written_value(const Value& value);

/// `exists (0:r0=1 /\ 1:r1=0)`: of a state the places of observed() that are shown.
[[nodiscard]] std::string condition_of(const Program& program, const State& state,
                                       const std::vector<std::size_t>& shown);

/// The places that tell a state from all of some others: locations go first, then registers from
/// the last.
[[nodiscard]] std::vector<std::size_t> places_that_tell(const Program& program, const State& state,
                                                        const std::vector<State>& others);

/// `Expect=opencl-3.0: forbidden, race-free`, a line of a test's text; nothing where the model's
/// word is none by which a test can name it (`rc11+load-buffering=allowed`, `my.cat`).
[[nodiscard]] std::string expectation(const std::string& model, const std::string& what);
[[nodiscard]] bool is_name_of_model(const std::string& word);

}  // namespace clmm::generator
