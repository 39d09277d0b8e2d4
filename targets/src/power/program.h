#pragma once

#include <vector>

#include "clmm/litmus/event_structure.h"
#include "herd/program.h"
#include "power/instruction.h"

namespace clmm::targets::power {

/// What a test of Power is read into.
struct Program final : targets::Program {
    std::vector<std::vector<Instruction>> threads;  ///< by column
};

/// Throws Rejected.
[[nodiscard]] Program parse_program(std::string_view text);

/// Sets of the vocabulary, by their numbers.
enum Set : std::size_t { reserving, sync, lwsync, isync, eieio };

/// The events of all threads. A store-conditional succeeds or does not, where the load-and-reserve
/// before it was of the same location; otherwise it fails.
/// Errors   Rejected (E-NAME, E-ADDRESS, E-TYPE).
[[nodiscard]] litmus::EventStructure unfold(const litmus::FrontEnd& language,
                                            const litmus::LitmusTest& test, const Program& program,
                                            unsigned unroll);

}  // namespace clmm::targets::power
