#pragma once

#include <cstdint>
#include <vector>

#include "cross/oracle.h"
#include "cross/targets/runs.h"

/// Vulkan's memory model in the words of the specification's appendix, to hold `vulkan` against.
namespace clmm::oracle::vulkan {

enum class Kind : std::uint8_t {
    load,
    store,
    add,       ///< rmw.atom….add
    exchange,  ///< rmw.atom…
    membar,
    cbar,  ///< number 0
    avdevice,
    visdevice
};
/// From the narrowest.
enum class Scope : std::uint8_t { subgroup, workgroup, queue_family, device };

/// Storage classes are bits: 1 is sc0, 2 sc1.
struct Instruction {
    Kind kind = Kind::load;
    bool is_atomic = false;
    bool acquires = false;
    bool releases = false;
    bool makes_available = false;  ///< av, of a plain store; atomics do anyway
    bool makes_visible = false;    ///< vis, of a plain load
    bool sem_available = false;
    bool sem_visible = false;
    bool is_non_private = false;
    Scope scope = Scope::device;
    unsigned semantics = 0;
    int reference = -1;  ///< of Program::references
    int value = 0;
    /// In an execution a read-modify-write is two operations, a load and a store that writes what
    /// that read and `value`, or `value`: the instruction that they are of.
    int origin = -1;
    bool is_second_half = false;
    bool adds = false;
};

struct Thread {
    int subgroup = 0;
    int workgroup = 0;
    int queue_family = 0;
    std::vector<Instruction> body = {};
};

struct Program {
    std::vector<unsigned> classes;  ///< by location
    std::vector<int> references;    ///< their locations; the first are the locations' own
    std::vector<Thread> threads = {};
    std::vector<std::pair<int, int>> system = {};  ///< threads: system-synchronizes-with
    bool sees_a_write = false;  ///< only executions in which the second thread first reads no 0
};

[[nodiscard]] targets::Effects effects(const Program& test);
/// The test with read-modify-writes as two operations.
[[nodiscard]] Program in_halves(const Program& test);
[[nodiscard]] Answer decide(const Program& test);
[[nodiscard]] Printed to_litmus(const Program& test);

/// A store, then a synchronizing instruction; another one, then a load: message passing with all
/// of an alphabet, by number.
[[nodiscard]] std::uint64_t small_tests();
[[nodiscard]] Program small_test(std::uint64_t number);
/// Two to four threads of one to four instructions.
[[nodiscard]] Program random_test(std::uint64_t seed);

}  // namespace clmm::oracle::vulkan
