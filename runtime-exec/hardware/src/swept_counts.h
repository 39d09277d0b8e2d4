#pragma once

#include <vector>

#include "clmm/hardware/histogram.h"
#include "outcome.h"
#include "placements.h"

namespace clmm::hardware {

/// How often each state was seen in each class of placements.
class SweptCounts {
public:
    explicit SweptCounts(const std::vector<PlacementClass>& classes);

    /// A launch of this class has brought the table's counts to where they are.
    void add(std::size_t of_class, const StateTable& states);
    [[nodiscard]] std::vector<SeenPlacement> seen(const StateTable& states,
                                                  const litmus::FinalQuestion& question) const;

private:
    struct Counts {
        std::uint64_t launches = 0;
        std::vector<std::uint64_t> by_state;
    };
    const std::vector<PlacementClass>& classes_;
    std::vector<Counts> counts_;
    std::vector<std::uint64_t> before_;
};

}  // namespace clmm::hardware
