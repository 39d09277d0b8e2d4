#pragma once

#include <vector>

#include "clmm/litmus/opencl_events.h"

/// Changes of an unfolded test after which it is what unfolding would have made of a text with
/// them. A meaning that depends on where an object is goes with the object: scopes are narrowed
/// anew from those that were written, and models are told the allocation.
namespace clmm::litmus {

/// The scope that is meant where `written` is: rules 2 to 4 of the normalisation of scopes.
[[nodiscard]] Scope normalised_scope(Scope written, bool is_host, AddressSpace space,
                                     Allocation allocation, bool narrows_local);

/// As if `written` stood in the text.
void set_scope(EventStructure& structure, EventId event, Scope written);

/// As if the local object that has these locations were declared in global memory.
void move_to_global(EventStructure& structure, const std::vector<LocationId>& object);

/// As if the location had an atomic type, and its plain accesses were relaxed atomic ones with the
/// widest scope.
void make_atomic(EventStructure& structure, LocationId location);

}  // namespace clmm::litmus
