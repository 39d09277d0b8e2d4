#pragma once

#include <vector>

#include "clmm/litmus/event_structure.h"
#include "herd/program.h"
#include "ptx/instruction.h"

namespace clmm::targets::ptx {

/// What a test of PTX is read into.
struct Program final : targets::Program {
    std::vector<std::vector<Instruction>> threads;  ///< by column
};

/// Throws Rejected.
[[nodiscard]] Program parse_program(std::string_view text);

/// Sets and relations of the vocabulary, by their numbers. Orders and proxies stand as in the
/// enums.
enum Set : std::size_t { first_order, first_scope = 6, first_proxy = 9, alias = 13, reduction };
enum Relation : std::size_t { scopes_include, same_cta, same_address };

/// The events of all threads. Of an atom a read and a write, joined by rmw; the write of a cas
/// takes place where it succeeds. A bar.sync is an entry and an exit, a bar.arrive an entry; who
/// waits at one for ever has no final state. Errors   Rejected (E-NAME, E-LOOP).
[[nodiscard]] litmus::EventStructure unfold(const litmus::FrontEnd& language,
                                            const litmus::LitmusTest& test, const Program& program,
                                            unsigned unroll);

}  // namespace clmm::targets::ptx
