#pragma once

#include <chrono>
#include <cstdint>
#include <string>
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

/// What was seen while the test's work-groups were placed on processors in one way.
struct SeenPlacement {
    std::string name;                  ///< `same core (SMT)`
    std::vector<unsigned> processors;  ///< an example, by work-group of the test
    std::uint64_t launches = 0;
    std::uint64_t instances = 0;
    std::uint64_t satisfying = 0, violating = 0;  ///< of those that the filter passes
};

/// What was seen of a test on a device. States are sorted by their values; counts add up to
/// `instances`.
struct Histogram {
    std::vector<SeenState> states;
    std::uint64_t instances = 0;
    std::uint64_t launches = 0;
    std::chrono::nanoseconds device_time{0};
    std::chrono::nanoseconds wall_time{0};
    std::vector<SeenPlacement> placements;  ///< of a sweep; those that were not seen too

    /// Of the same test: adds the counts.
    void add(const Histogram& other);
};

}  // namespace clmm::hardware
