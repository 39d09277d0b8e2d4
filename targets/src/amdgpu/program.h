#pragma once

#include <vector>

#include "amdgpu/instruction.h"
#include "clmm/litmus/event_structure.h"
#include "herd/program.h"

namespace clmm::targets::amdgpu {

/// What a test of AMDGPU is read into.
struct Program final : targets::Program {
    const Processor* processor = nullptr;
    std::vector<std::vector<Instruction>> threads;  ///< by column
    std::set<std::string> lds;                      ///< locations in LDS
    /// Locations that atomics, or loads which bypass the vector cache, go to. On gfx90a such memory
    /// is fine-grained: the L2 holds none of it that others could miss.
    std::set<std::string> fine;
};

/// Throws Rejected.
[[nodiscard]] Program parse_program(std::string_view text);

/// Sets and relations of the vocabulary, by their numbers.
enum Set : std::size_t {
    at_group,
    at_agent,
    at_system,
    through_group,
    through_agent,
    invalidates_unit,
    invalidates_group,
    invalidates_agent,
    invalidates_scalar,
    writes_back_group,
    writes_back_agent,
    in_lds,
    is_scalar,
    is_wait
};
enum Relation : std::size_t { same_unit, same_wave, same_group, same_agent, waited };

/// The events of all waves. Of an atomic a read and a write, joined by rmw; the write of a cmpswap
/// takes place where it succeeds. Instructions on caches and waits are fences. A barrier is an
/// entry and an exit. Errors   Rejected (E-NAME, E-LOOP, E-TYPE).
[[nodiscard]] litmus::EventStructure unfold(const litmus::FrontEnd& language,
                                            const litmus::LitmusTest& test, const Program& program,
                                            unsigned unroll);

}  // namespace clmm::targets::amdgpu
