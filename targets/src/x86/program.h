#pragma once

#include <vector>

#include "clmm/litmus/event_structure.h"
#include "herd/program.h"
#include "x86/instruction.h"

namespace clmm::targets::x86 {

/// What a test of x86 is read into.
struct Program final : targets::Program {
    std::vector<std::vector<Instruction>> threads;  ///< by column
    bool has_64_bits = false;                       ///< a test of X86_64
};

/// A test of X86, which has registers of 32 bits, in Intel's syntax. Throws Rejected.
[[nodiscard]] Program parse_program(std::string_view text);
/// A test of X86_64, which has registers of 64 bits as well, in Intel's syntax or in AT&T's, whose
/// registers begin with `%` and whose addresses stand in round brackets. Throws Rejected.
[[nodiscard]] Program parse_program_64(std::string_view text);

/// Sets of the vocabulary, by their numbers.
enum Set : std::size_t { locked, mfence, lfence, sfence };

/// The events of all threads. A locked instruction is a read and a write of set `A`, joined by rmw;
/// the write of a CMPXCHG takes place where it succeeds. Errors   Rejected (E-NAME, E-ADDRESS).
[[nodiscard]] litmus::EventStructure unfold(const litmus::FrontEnd& language,
                                            const litmus::LitmusTest& test, const Program& program,
                                            unsigned unroll);

}  // namespace clmm::targets::x86
