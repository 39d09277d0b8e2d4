#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/litmus/event_structure.h"
#include "clmm/model/engine.h"

namespace clmm::report {

/// A value as people write it: signed or unsigned decimal, or `&x` for an address.
/// An address of no object prints as 0 (null) or hexadecimal.
///
/// Units    `value` is the bits as an execution has them: of the observable's width, without a
/// sign.
[[nodiscard]] std::string format_value(const litmus::EventStructure& structure,
                                       const litmus::Observable& observable, std::uint64_t value);

/// The same for the value of a memory access to `location`.
[[nodiscard]] std::string format_value(const litmus::EventStructure& structure,
                                       litmus::LocationId location, std::uint64_t value);

/// herd's notation of a final state, `0:r0=0; 1:r1=1;`. Observables that a family leaves
/// free print as `v`, or `v1`, `v2` … where there are several groups.
[[nodiscard]] std::string format_state(const litmus::EventStructure& structure,
                                       const model::OutcomeEntry& outcome);

/// The state with what is to be known of it: `x=42; y=42;  (out of thin air)`,
/// `x=v; y=v;  (any v: out of thin air)`, `r=v;  (any v: unspecified)`.
[[nodiscard]] std::string format_outcome(const litmus::EventStructure& structure,
                                         const model::OutcomeEntry& outcome);

/// `any`, `some`, or `some or any` where that was not found out.
[[nodiscard]] std::string_view extent_word(model::Extent extent);

/// Why the values of a family are free: `out of thin air`, `unspecified`, or both.
[[nodiscard]] std::string why_free(const model::OutcomeEntry& family);

/// The name of a free group: `v`, or `v1` … where there are several.
[[nodiscard]] std::string group_name(const model::Family& family, int group);

}  // namespace clmm::report
