#pragma once

#include "unfold/unfolding.h"

namespace clmm::litmus {

/// Which map commands of a location the unmap command with this number undoes: the last one that
/// its thread has called and not undone; where the thread has none left, all of other threads. The
/// cases exclude one another, and one of them holds.
[[nodiscard]] std::vector<UndoneMaps> undone_maps(Unfolding& unfolding, std::size_t unmap,
                                                  LocationId location);

/// Link::ends_mapping, once all commands have run. Where it is still open what an unmap command
/// undoes, that is a bound (Limit::mappings).
void link_mappings(Unfolding& unfolding);

}  // namespace clmm::litmus
