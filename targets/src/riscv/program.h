#pragma once

#include <vector>

#include "clmm/litmus/event_structure.h"
#include "herd/program.h"
#include "riscv/instruction.h"

namespace clmm::targets::riscv {

/// What a test of RISC-V is read into.
struct Program final : targets::Program {
    std::vector<std::vector<Instruction>> threads;  ///< by column
};

/// Throws Rejected.
[[nodiscard]] Program parse_program(std::string_view text);

/// Sets of the vocabulary, by their numbers: annotations, kinds of accesses, and what a fence
/// orders.
enum Set : std::size_t {
    acquire,
    release,
    amo,
    reserving,
    before_reads,
    before_writes,
    after_reads,
    after_writes,
    tso
};

/// The events of all threads. Of an AMO a read and a write, joined by rmw; the write of an amocas
/// takes place where it succeeds. A store-conditional succeeds or does not, where the load-reserved
/// before it was of the same location; otherwise it fails. Errors   Rejected (E-NAME, E-ADDRESS,
/// E-TYPE).
[[nodiscard]] litmus::EventStructure unfold(const litmus::FrontEnd& language,
                                            const litmus::LitmusTest& test, const Program& program,
                                            unsigned unroll);

}  // namespace clmm::targets::riscv
