#pragma once

#include <vector>

#include "clmm/litmus/event_structure.h"
#include "herd/program.h"
#include "vulkan/instruction.h"

namespace clmm::targets::vulkan {

/// What a test of Vulkan's memory model is read into.
struct Program final : targets::Program {
    std::vector<std::vector<Instruction>> threads;  ///< by column
};

/// Throws Rejected.
[[nodiscard]] Program parse_program(std::string_view text);

/// Sets and relations of the vocabulary, by their numbers; the first sets are those of Word.
enum Set : std::size_t { avdevice = kWords, visdevice, cbar };
enum Relation : std::size_t {
    same_sub_group,
    same_work_group,
    same_queue_family,
    system_synchronizes,
    same_reference
};

/// The events of all threads. Of an rmw a read, which has the words of an acquire, and a write,
/// which has those of a release. A cbar is an entry and an exit; who waits at one for ever has no
/// final state. Errors   Rejected (E-NAME, E-LOOP).
[[nodiscard]] litmus::EventStructure unfold(const litmus::FrontEnd& language,
                                            const litmus::LitmusTest& test, const Program& program,
                                            unsigned unroll);

}  // namespace clmm::targets::vulkan
