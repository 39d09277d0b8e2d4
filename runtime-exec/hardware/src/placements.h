#pragma once

#include <optional>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "clmm/hardware/device.h"
#include "clmm/hardware/topology.h"
#include "clmm/hardware/tuning.h"

namespace clmm::hardware {

/// Placements of a test's work-groups that are alike: each two of them share as much.
struct PlacementClass {
    std::string name;  ///< `same L3`; of three and more `all same L3`, or pair by pair `P0 P1 same
                       ///< core (SMT), P0 P2 same L3, …`
    std::vector<std::vector<unsigned>> members;  ///< processors, by work-group of the test
};

/// All classes of placing so many work-groups on processors of their own.
///
/// Idea     of the processors for the next work-group, those that are alike to all earlier ones
///          are tried once; the first work-group is tried on all. So each class has as many
///          members as there are places for the first work-group in it.
/// Shape    nearest first; at most kMostClasses.
/// Cost     processors · 4^(groups − 1), up to a bound of 200,000 placements.
/// Tests    tests/unit/runtime-exec/hardware/placements_test.cpp
[[nodiscard]] std::vector<PlacementClass> placement_classes(const Topology& topology,
                                                            const std::vector<std::string>& groups);

/// On which processor each compute unit of a device is, from launch to launch.
class Placements {
public:
    /// `groups`: the names of the test's work-groups.
    Placements(const Tuning& tuning, const DeviceInfo& device,
               const std::vector<std::string>& groups);

    struct Launch {
        std::vector<unsigned> processors;       ///< by compute unit; empty: wherever
        std::optional<std::size_t> of_class{};  ///< in classes(); of a sweep
    };
    [[nodiscard]] Launch next(std::mt19937_64& random);
    [[nodiscard]] const std::vector<PlacementClass>& classes() const { return classes_; }

private:
    [[nodiscard]] Launch swept(std::mt19937_64& random);

    Tuning::Affinity affinity_;
    unsigned compute_units_;
    std::vector<unsigned> processors_;  ///< in the order in which compute units get them
    std::vector<PlacementClass> classes_;
    std::size_t launches_ = 0;
};

}  // namespace clmm::hardware
