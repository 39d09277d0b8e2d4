#pragma once

#include "clmm/base/bit_matrix.h"
#include "unfold/unfolding.h"

namespace clmm::litmus {

/// Which meetings may be one instance, and which instances some unit comes to before others.
///
/// Shape    meetings are numbered as in Unfolding::meetings.
/// Cost     O(n²) comparisons of paths, and a closure of n×n bits.
class MeetingGraph {
public:
    explicit MeetingGraph(Unfolding& unfolding);

    /// Two meetings of different calls of which each may have to come before the other.
    [[nodiscard]] bool cross(std::size_t a, std::size_t b) const;
    /// Some meeting crosses this one.
    [[nodiscard]] bool is_crossed(std::size_t meeting) const { return crossed_.test(meeting); }
    /// The first meeting that may be the same instance, directly or through others.
    [[nodiscard]] std::size_t instance(std::size_t meeting) const { return instance_[meeting]; }
    /// Meetings of a unit, in the order of its text.
    [[nodiscard]] const std::vector<std::size_t>& of(UnitId unit) const {
        return of_unit_[unit.index()];
    }

private:
    void collect(Unfolding& unfolding);
    void find_crossed(const Unfolding& unfolding);

    std::vector<std::size_t> instance_;
    std::vector<std::vector<std::size_t>> of_unit_;
    std::vector<std::size_t> call_;  ///< equal for meetings that are told apart by counting only
    BitMatrix before_;               ///< of instances, transitively
    BitSet crossed_;
};

}  // namespace clmm::litmus
