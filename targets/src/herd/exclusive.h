#pragma once

#include <optional>

#include "herd/structure_builder.h"

namespace clmm::targets {

/// What came of a store that is conditional on a reservation.
struct Conditional {
    litmus::TermId succeeds;
    std::optional<litmus::EventId> written;  ///< none: there was no reservation
};

/// A load that reserves its location for the next conditional store of its thread.
void reserve(StructureBuilder& builder, litmus::EventId loaded, const RegisterValue& address);

/// A store that takes place, as one with the load, if the execution lets it succeed and the
/// reservation is of the same address. It uses the reservation up. That it may fail for no reason
/// is what all architectures have.
Conditional store_conditional(StructureBuilder& builder, const RegisterValue& address,
                              const Pointee& to, const RegisterValue& stored, Span span);

}  // namespace clmm::targets
