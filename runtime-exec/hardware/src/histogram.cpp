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
    instances += other.instances;
    launches += other.launches;
    device_time += other.device_time;
    wall_time += other.wall_time;
}

}  // namespace clmm::hardware
