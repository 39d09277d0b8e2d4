#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "clmm/enumerator/check.h"
#include "clmm/generator/space.h"

namespace clmm::suites {

/// A test in which everything is needed.
struct SuiteTest {
    std::uint64_t number = 0;             ///< of its program, in the order of the space
    generator::Program program = {};      ///< named: `MP+rel.wg+acq.wg`
    generator::State state = {};          ///< forbidden
    std::vector<std::size_t> shown = {};  ///< what of the state is enough: places of observed()
    /// Axioms that forbid it, each needed: the model without it allows the state. None: several
    /// would each be enough, or it is out of thin air.
    std::vector<std::string> axioms = {};
    bool is_first = false;  ///< of some axiom's, the first
};

struct SuiteResult;

struct SuiteOptions {
    generator::Space space;
    std::size_t shard = 1, shards = 1;  ///< the shard-th of so many parts, counted from 1
    unsigned jobs = 1;
    enumerator::CheckOptions check;       ///< its budget is the search's
    const SuiteResult* so_far = nullptr;  ///< of an earlier search of the same; goes on there
    std::function<void(const SuiteResult& so_far)> progress = {};  ///< may be empty
};

/// What a search has shown.
///
/// Shape    programs = free + undefined + needed + unknown + rest: those that forbid nothing, have
///          undefined behaviour, have a test of the suite, are not known, and the others.
struct SuiteResult {
    std::uint64_t next = 0;  ///< the program with which a search goes on
    std::uint64_t programs = 0, free = 0, undefined = 0, needed = 0, unknown = 0;
    std::vector<SuiteTest> found;
    std::map<std::string, std::uint64_t> open;  ///< why programs are unknown
    std::string ended;                          ///< why the space was not gone through; else empty

    [[nodiscard]] bool is_complete() const { return ended.empty() && unknown == 0; }
};

/// The minimal suite of a model: every program of a space with a final state that the model forbids
/// and that each single step makes allowed by which the program becomes weaker (weakenings()), each
/// once up to names. What has undefined behaviour allows everything.
///
/// Idea     Lustig, Wright, Papakonstantinou, Giroux, "Automated synthesis of comprehensive memory
///          model litmus test suites", ASPLOS 2017: tests are minimal with respect to
///          relaxations of their instructions. By enumeration, not by a solver; final states are
///          what tests can see.
/// Errors   of check(): models that are not about the language of the tests. E-STATE: the earlier
///          search was of other programs. Read-modify-writes of the space are exchanges.
/// State    the same for any number of jobs.
/// Tests    tests/unit/suites/minimal_test.cpp holds it against one that shares nothing with it but
///          check().
[[nodiscard]] Result<SuiteResult> minimal_suite(const model::MemoryModel& model,
                                                const SuiteOptions& options);

/// What searches of all parts of a space have shown, as one that has been to its end.
[[nodiscard]] SuiteResult joined(const std::vector<SuiteResult>& parts);

/// The test with its condition, and what is expected of a model that is said by name.
[[nodiscard]] std::string to_litmus(const SuiteTest& test, const std::string& model);

}  // namespace clmm::suites
