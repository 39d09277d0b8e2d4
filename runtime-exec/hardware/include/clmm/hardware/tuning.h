#pragma once

#include <cstdint>
#include <string>

#include "clmm/base/result.h"

namespace clmm::hardware {

/// What stress groups do to their scratchpad, twice in a row.
enum class StressPattern : std::uint8_t { store_store, store_load, load_store, load_load };

/// How instances of a test are executed so that weak behaviour shows. All of it is about time and
/// place, nothing about what the test means.
///
/// Units    sizes in work-items, strides and scratch in 32-bit words, percentages 0 to 100.
struct Tuning {
    enum class Style : std::uint8_t {
        parallel,  ///< many instances at once, a work-item for each role of each (GPUs)
        looping    ///< a work-group for each role, all instances in a loop (CPUs)
    };
    Style style = Style::parallel;

    /// On which logical processors the device's compute units are.
    enum class Affinity : std::uint8_t {
        none,         ///< wherever the system puts them
        incremental,  ///< each `affinity_step` behind the one before
        random,       ///< somewhere else in each launch
        sweep         ///< looping: the test's work-groups in each way there is, launch by launch
    };
    Affinity affinity = Affinity::none;
    std::uint32_t affinity_step = 1;

    std::uint32_t instances = 65'536;     ///< of one launch
    std::uint32_t work_group_size = 256;  ///< work-items of a group that test; roles share them
    std::uint32_t stride = 1;             ///< words between the same location of two instances
    std::uint32_t location_offset = 1;    ///< words between two locations of an instance, at least
    std::uint32_t permutation = 419;      ///< instances of a second role: k · this mod instances,
                                          ///< made co-prime to the instances
    std::uint32_t location_permutation = 1'031;  ///< likewise, where locations lie
    std::uint32_t shuffle_percent = 0;  ///< launches whose work-groups change their numbers
    std::uint32_t barrier_percent = 0;  ///< launches whose roles wait for one another first
    std::uint32_t spin_limit = 1'024;   ///< turns that such a wait lasts at most

    std::uint32_t stress_groups = 0;   ///< work-groups that do nothing but disturb
    std::uint32_t stress_percent = 0;  ///< launches in which they do
    std::uint32_t stress_iterations = 512;
    StressPattern stress_pattern = StressPattern::store_load;
    std::uint32_t scratch_size = 2'048;    ///< words of their scratchpad
    std::uint32_t stress_line = 64;        ///< words between the places that they use
    std::uint32_t stress_targets = 2;      ///< how many such places
    std::uint32_t pre_stress_percent = 0;  ///< launches whose testing work-items disturb first
    std::uint32_t pre_stress_iterations = 128;
    StressPattern pre_stress_pattern = StressPattern::store_load;

    // looping
    std::uint32_t batch = 64;         ///< instances between two synchronisations of the roles
    std::uint32_t random_delay = 16;  ///< turns at most that a role is late, at random
    bool preload = false;             ///< touch the locations of an instance before it
    bool indirection = false;         ///< blocks of instances in another order

    friend bool operator==(const Tuning&, const Tuning&) = default;
};

/// JSON, one member for each field by its name. What is left out keeps its default.
/// Errors   E-TUNING with a place: unknown members, wrong types, values out of range.
[[nodiscard]] Result<Tuning> read_tuning(SourcePtr json);
[[nodiscard]] std::string to_json(const Tuning& tuning);

struct DeviceInfo;
/// What to begin with on a device.
[[nodiscard]] Tuning default_tuning(const DeviceInfo& device);

}  // namespace clmm::hardware
