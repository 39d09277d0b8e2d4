#pragma once

#include <string>
#include <string_view>

#include "clmm/litmus/event_structure.h"
#include "clmm/model/engine.h"

/// Final states as the tools of others read them. Errors   none.
namespace clmm::report {

/// A line of a log as herd writes and mcompare7 reads them (tools/lexLog_tools.mll of herdtools):
/// addresses by their names alone, an element's as `a.1`; what is to be known of the state behind
/// `#`: `x=42; p=y;  # out of thin air`, `x=v; y=v;  # any v: out of thin air`.
[[nodiscard]] std::string log_line(const litmus::EventStructure& structure,
                                   const model::OutcomeEntry& outcome);
/// Addresses in any text as log_line() has them.
[[nodiscard]] std::string with_plain_addresses(std::string_view text);

}  // namespace clmm::report
