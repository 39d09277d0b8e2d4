#include "clmm/hardware/histogram.h"

#include <algorithm>

namespace clmm::hardware {

void Histogram::add(const Histogram& other) {
    for (const SeenState& state : other.states) {
        const auto place = std::ranges::lower_bound(states, state.values, {}, &SeenState::values);
        if (place != states.end() && place->values == state.values)
            place->count += state.count;
        else
            states.insert(place, state);
    }
    for (const SeenPlacement& placement : other.placements) {
        const auto same = std::ranges::find(placements, placement.name, &SeenPlacement::name);
        if (same == placements.end()) {
            placements.push_back(placement);
            continue;
        }
        same->launches += placement.launches;
        same->instances += placement.instances;
        same->satisfying += placement.satisfying;
        same->violating += placement.violating;
    }
    instances += other.instances;
    launches += other.launches;
    device_time += other.device_time;
    wall_time += other.wall_time;
}

}  // namespace clmm::hardware
