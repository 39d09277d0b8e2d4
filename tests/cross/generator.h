#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "oracle.h"

namespace clmm::oracle {

/// A family of two-thread tests: every choice of locations and placement, and for each place in
/// each thread every access of that place's alphabet. Stores write distinct values.
///
/// Shape    tests that differ only in the names of locations or the order of threads appear
///          once; tests whose threads do not communicate do not appear.
struct Tier {
    using Alphabet =
        std::vector<Access>;  ///< for one place; Kind::load of location -1 is "nothing"
    std::string name;
    std::vector<std::vector<Location>> locations;
    std::vector<std::pair<Thread, Thread>> placements;  ///< bodies empty
    std::vector<Alphabet> first, second;                ///< by place
    std::uint64_t sample = 0;                           ///< tests drawn when not run in full
    std::uint64_t seed = 0;                             ///< of the sample
};

/// The documented sub-alphabets, see generator.cpp.
[[nodiscard]] std::vector<Tier> opencl_tiers();
[[nodiscard]] std::vector<Tier> c_tiers();

/// All tests of the tier, or, where it has more than `limit` combinations, about `limit` drawn
/// with a fixed seed. Deterministic.
void for_each_test(const Tier& tier, std::uint64_t limit,
                   const std::function<void(const Program&)>& visit);

/// Every `every`-th combination of the tier from the `first`; all shards together are all its
/// tests.
void for_each_test_of_shard(const Tier& tier, std::uint64_t first, std::uint64_t every,
                            const std::function<void(const Program&)>& visit);

/// Independent reads of independent writes: four threads, all orders, scopes and placements.
[[nodiscard]] std::vector<Program> independent_reads();
/// A plain payload passed on over two flags: three threads, all scopes, placements and regions.
[[nodiscard]] std::vector<Program> two_hops();

/// Draws from the whole alphabet: two or three threads of one to three accesses.
[[nodiscard]] Program random_test(std::uint64_t seed);

/// `kernel`: all threads run one kernel, launched once for each kernel-instance.
enum class Syntax : std::uint8_t { opencl, c, kernel };
/// A litmus file that observes all of a test's registers and locations.
struct Printed {
    std::string text;
    std::map<Place, int> lines;            ///< where each access stands
    std::vector<std::string> observables;  ///< their names in the file, in the oracle's order
};
[[nodiscard]] Printed to_litmus(const Program& test, Syntax syntax, const std::string& name);

}  // namespace clmm::oracle
