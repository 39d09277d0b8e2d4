#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "clmm/generator/space.h"

/// Suites of tests: those in which everything is needed, cycles of relaxations, tests at random.
namespace clmm::suites {

/// A program with one thing less, and where its final state is found in that of the whole one.
///
/// Shape    `from` has the place of each of observed(weaker) in observed(whole). A state of the
///          whole asks nothing of the places whose value in it came from a write in `lost`; what
///          a read-modify-write in it has added is taken away.
struct Weakening {
    generator::Program program;
    std::string what;  ///< `P0: store x release → relaxed`
    std::vector<std::size_t> from;
    struct Write {
        std::string location;
        std::uint32_t value = 0;
        bool is_added = false;  ///< to what was there: `add`, `or` and `xor` of a bit of its own
    };
    std::vector<Write> lost;
};

/// Whether what a read-modify-write leaves tells which writes it is from: exchange, add, or, xor.
[[nodiscard]] bool is_told(generator::Modification modification);

/// What is left of a state of the whole in the weaker program: nullopt where nothing is asked.
using Pattern = std::vector<std::optional<std::uint32_t>>;
[[nodiscard]] Pattern pattern_of(const generator::State& state, const generator::Program& whole,
                                 const Weakening& weakening);

/// Every single step that makes a program weaker, in a space's words.
///
/// Steps    an order weaker, a scope narrower, by one in the space's lists (of a fence without
///          weaker order: left out with what follows); a flag of a fence or barrier of two; a
///          dependency on data, a condition; a fence, a barrier, an access left out; a
///          read-modify-write as its load, its store, or both one after another (of one that adds
///          or compares no store: it would be another value, or sure to be written); where the
///          space has them, a location that is not atomic, a thread out of its work-group, a
///          work-group out of its device (unless local memory or a barrier is shared). Where a
///          location's last write is left out, nothing depends on what is read there.
/// Errors   none; read-modify-writes are those of is_told().
/// Tests    tests/unit/suites/minimal_test.cpp
[[nodiscard]] std::vector<Weakening> weakenings(const generator::Program& program,
                                                const generator::Space& space);

}  // namespace clmm::suites
