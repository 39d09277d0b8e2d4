#include "clmm/hardware/score.h"

#include <cmath>

namespace clmm::hardware {

double reproducibility(std::uint64_t sightings, std::uint64_t instances) {
    if (instances == 0) return 0;
    const double expected = static_cast<double>(sightings) / static_cast<double>(instances) *
                            static_cast<double>(kStandardInstances);
    return -std::expm1(-expected);
}

}  // namespace clmm::hardware
