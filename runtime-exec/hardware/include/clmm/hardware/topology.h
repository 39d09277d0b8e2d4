#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace clmm::hardware {

/// A logical processor, and what it shares with others: equal numbers share.
struct Processor {
    unsigned number = 0;   ///< of the operating system
    unsigned core = 0;     ///< several on one core: simultaneous multithreading (SMT)
    unsigned cache = 0;    ///< the last level of its caches
    unsigned package = 0;  ///< a socket
    friend bool operator==(const Processor&, const Processor&) = default;
};

/// The logical processors that this process may use.
struct Topology {
    std::vector<Processor> processors;  ///< by number
    unsigned cache_level = 0;           ///< of Processor::cache; 0: nothing is known of caches
    friend bool operator==(const Topology&, const Topology&) = default;
};

/// What two different processors share, from the most to the least.
enum class Nearness : std::uint8_t { core, cache, package, machine };
[[nodiscard]] Nearness nearness(const Processor& a, const Processor& b);
/// `same core (SMT)`, `same L3`, `same socket`, `other socket`.
[[nodiscard]] std::string name_of(Nearness nearness, const Topology& topology);

/// Reads Linux's files of a folder such as /sys/devices/system/cpu: of each processor the lists
/// topology/core_cpus_list and package_cpus_list (thread_siblings_list and core_siblings_list in
/// older kernels) and cache/index*/shared_cpu_list.
///
/// Shape    a processor for each of `allowed`, ascending. What is not told is shared with no
///          other, the package with all.
/// Errors   none.
/// Tests    tests/unit/runtime-exec/hardware/topology_test.cpp
[[nodiscard]] Topology read_topology(const std::filesystem::path& folder,
                                     std::vector<unsigned> allowed);

/// … of this machine, for the processors that sched_getaffinity names.
[[nodiscard]] Topology this_topology();

}  // namespace clmm::hardware
