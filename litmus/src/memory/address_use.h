#pragma once

#include <optional>

#include "clmm/litmus/event_structure.h"

namespace clmm::litmus {

struct Provenance;
struct Unfolding;

/// What a pointer is as a number, or beside another pointer: an address, as far as it is known
/// which.
[[nodiscard]] TermId as_address(Unfolding& unfolding, TermId pointer, const Provenance& object);

/// Sees to it that nothing depends on the numbers that addresses have in a structure, and prints
/// observables that may hold addresses as such.
///
/// Idea     no text gives an address a number. An address may be moved, stored, compared for
///          equality with another, and given an offset; what else is made of it is any value, and
///          may be looked at, but decides nothing.
/// Errors   E-ADDRESS: whether something takes place, where, or what the condition asks for, is
/// made
///          of addresses; or an observable is, whose value is not a free one.
/// Cost     linear in the terms, times the longest chain of addresses through memory.
[[nodiscard]] std::optional<Diagnostic> check_address_use(EventStructure& structure,
                                                          const SourcePtr& source);

}  // namespace clmm::litmus
