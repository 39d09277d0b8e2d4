#pragma once

#include <string_view>
#include <vector>

#include "clmm/litmus/opencl_events.h"
#include "clmm/parser/litmus_tree.h"
#include "unfold/call_sites.h"

/// What making a test's text stronger and making it weaker have in common.
namespace clmm::litmus {

/// The calls that some unit reaches, in the order of the text.
[[nodiscard]] std::vector<CallSite> reached_calls(const syntax::LitmusTree& tree,
                                                  const EventStructure& structure,
                                                  Language language);

/// It is placed as a thread of the host.
[[nodiscard]] bool is_host(const syntax::Thread& thread);

/// Notes a new value for the argument of a kind; kinds that are no arguments change nothing.
void set_argument(Arguments& arguments, PlaceKind kind, const Strength& to);

}  // namespace clmm::litmus
