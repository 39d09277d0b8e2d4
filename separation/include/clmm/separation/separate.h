#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "clmm/enumerator/check.h"
#include "clmm/generator/space.h"

/// The smallest tests that tell two models apart.
namespace clmm::separation {

/// How a test separates: by a final state that one model has and the other excludes, both being
/// race-free; or by undefined behaviour that it has under one alone.
enum class By : std::uint8_t { state, race };

/// A test that separates and contains no smaller one that does so in the same way.
struct Separation {
    std::uint64_t number = 0;  ///< in the order of the space
    std::size_t weaker = 0;    ///< 0: the first model allows more; 1: the second
    By kind = By::state;
    generator::Program program = {};  ///< named: `MP+rel.wg+acq.dev`
    generator::State state = {};      ///< that the weaker model alone has; empty for a race
    /// What of it is enough: `exists` over these of generator::observed() holds under the weaker
    /// model alone.
    std::vector<std::size_t> shown = {};
};

struct SeparateResult;

/// Which tests to look at, and how.
struct SeparateOptions {
    generator::Space space;
    std::size_t shard = 1, shards = 1;  ///< the shard-th of so many parts, counted from 1
    unsigned jobs = 1;
    bool both = false;   ///< also what the second model allows and the first excludes
    bool states = true;  ///< separations of this kind
    bool races = true;
    /// What an earlier search with the same options had found when it ended; null: nothing. Its
    /// separations need no programs.
    const SeparateResult* so_far = nullptr;
    /// Numbers of the programs that searches of all parts found or left open: no other one
    /// separates. Null: nothing is known.
    const std::set<std::uint64_t>* known = nullptr;
    /// Its budget is the search's. An engine that is named decides all by itself.
    enumerator::CheckOptions check;
    std::function<void(const SeparateResult& so_far)> progress;  ///< may be empty
};

/// What a search has shown.
///
/// Shape    tests = decided + contained + unknown. `contained` hold a separation that was found
///          before, in each of the ways that are looked for, and were not decided.
///          Where the search is complete, `found` are all minimal separations of the space (of the
///          part): each once up to names.
struct SeparateResult {
    std::uint64_t tests = 0, decided = 0, contained = 0, unknown = 0;
    std::vector<Separation> found;
    std::map<std::string, std::uint64_t> open;  ///< why tests are unknown
    std::vector<std::uint64_t> undecided;       ///< numbers of these
    std::string ended;                          ///< why the space was not gone through; else empty
    std::uint64_t next = 0;                     ///< the first program that was not looked at

    [[nodiscard]] bool is_complete() const { return ended.empty() && unknown == 0; }
};

/// Goes through a space, smaller tests first.
///
/// Minimal  a test is larger than one that results from leaving out accesses, fences, barriers,
///          dependencies and threads, weakening orders, narrowing scopes and flags, making a
///          read-modify-write a load or a store, or not using its result; in any number of steps.
/// Errors   of check(): models that are not about the language of the tests.
/// Cost     some tens of microseconds a test that is small, whose executions are listed; what
///          separates is asked of an engine as well.
/// State    the same for any number of jobs.
/// Tests    tests/unit/separation holds it against an enumerator and a minimality that share
///          nothing with it but check().
[[nodiscard]] Result<SeparateResult> separate(const model::MemoryModel& first,
                                              const model::MemoryModel& second,
                                              const SeparateOptions& options);

/// `MP+rel.wg+acq.dev`, `SB+fence.scs`, `CoRR`: the classic name of the accesses, or what they
/// are; then, thread by thread, orders and scopes where some are not relaxed, fences, dependencies;
/// then what is in local memory, and who shares work-groups and devices. Of OpenCL, scopes that are
/// not said are memory_scope_all_devices.
[[nodiscard]] std::string name_of(const generator::Program& program);

/// `exists (0:r0=1 /\ 1:r0=0)`; empty for a race.
[[nodiscard]] std::string condition_of(const Separation& separation);

/// The test with its condition. `models` are the words of both models: where these are names, the
/// test says what it expects of them.
[[nodiscard]] std::string to_litmus(const Separation& separation,
                                    const std::array<std::string, 2>& models);

}  // namespace clmm::separation
