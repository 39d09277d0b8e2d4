#pragma once

#include <vector>

#include "aarch64/instruction.h"
#include "clmm/litmus/event_structure.h"
#include "herd/program.h"

namespace clmm::targets::aarch64 {

/// What a test of Armv8 is read into.
struct Program final : targets::Program {
    std::vector<std::vector<Instruction>> threads;  ///< by column
};

/// Throws Rejected.
[[nodiscard]] Program parse_program(std::string_view text);

/// Sets of the vocabulary, by their numbers.
enum Set : std::size_t {
    acquire,
    acquire_pc,
    release,
    no_return,
    single,
    comparing,
    dmb_full,
    dmb_ld,
    dmb_st,
    dsb,
    for_itself,
    isb
};
enum Relation : std::size_t { picks };

/// The events of all threads. Of an atomic instruction a read and a write in `AMO`, joined by rmw;
/// the write of a CAS takes place where it succeeds. A store-exclusive succeeds or does not, where
/// the load-exclusive before it was of the same location; otherwise it fails.
/// Errors   Rejected (E-NAME, E-ADDRESS, E-TYPE).
[[nodiscard]] litmus::EventStructure unfold(const litmus::FrontEnd& language,
                                            const litmus::LitmusTest& test, const Program& program,
                                            unsigned unroll);

}  // namespace clmm::targets::aarch64
