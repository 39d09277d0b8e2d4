#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

namespace clmm::hardware {

/// A final state that was seen.
///
/// Shape    `values` by the observables of the test's event structure, in their order; addresses
///          are the abstract ones of litmus::Location.
struct SeenState {
    std::vector<std::uint64_t> values;
    std::uint64_t count = 0;
    bool satisfies = false;  ///< the condition's proposition, without its quantifier
    bool filtered = false;   ///< the filter leaves it out
};

/// What was seen of a test on a device. States are sorted by their values; counts add up to
/// `instances`.
struct Histogram {
    std::vector<SeenState> states;
    std::uint64_t instances = 0;
    std::uint64_t launches = 0;
    std::chrono::nanoseconds device_time{0};
    std::chrono::nanoseconds wall_time{0};

    /// Of the same test: adds the counts.
    void add(const Histogram& other);
};

}  // namespace clmm::hardware
