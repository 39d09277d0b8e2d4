#pragma once

#include <atomic>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

#include "check/check_arguments.h"
#include "check/expected_table.h"
#include "clmm/report/sarif.h"
#include "exit_code.h"
#include "inputs.h"

namespace clmm::cli {

/// What all tests of one command share.
struct Session {
    const CheckArguments& arguments;
    ModelStore& models;
    Budget budget;  ///< interrupt and memory limit
    const ExpectedTable* expected = nullptr;
    bool single = true;  ///< the command is about one test
    bool colour = false;
    std::ostream* live = nullptr;  ///< where a single test's output goes as it is made
    std::atomic<std::uint64_t>* outcomes = nullptr;  ///< found so far by all tests, for progress
    bool apart = false;                              ///< each test has a process of its own
};

/// How many results of one kind a test (or all tests) had.
struct Counts {
    std::size_t tests = 0;
    std::size_t holds = 0, fails = 0, unknown = 0;
    std::size_t racy = 0;
    std::size_t undefined = 0;  ///< with undefined behaviour other than races
    std::size_t met_claims = 0, failed_claims = 0;
    std::size_t rejected = 0;                 ///< tests that could not be read or checked
    std::size_t crashed = 0;                  ///< our own mistakes, and lack of memory
    std::size_t compared = 0, disagreed = 0;  ///< with the table of --expected

    Counts& operator+=(const Counts& other);
    /// The test's verdict, races and other undefined behaviour.
    void add(const enumerator::CheckResult& result);
};

/// What one test leaves to print, and how it ended.
struct TestRun {
    std::string out;
    bool has_output = false;  ///< here, or printed already
    std::string err;
    ExitCode code = ExitCode::as_expected;
    Counts counts;
    std::vector<report::Finding> findings;  ///< for --sarif
    std::string proofs;                     ///< for --proof
};

/// Checks one test under every model asked for. Never throws: our own mistakes and lack of
/// memory become a crash.
[[nodiscard]] TestRun run_test(const Session& session, const Input& input) noexcept;

/// The end of a test by a mistake of our own, or for want of memory: ExitCode::internal_error with
/// a message, also in JSON and SARIF.
void add_crash(const Session& session, const Input& input, const std::string& what, TestRun& run);

/// The end of a test by a limit that nobody asked for in time: all its verdicts are Unknown.
void add_unknown(const Session& session, const Input& input, StopReason reason, TestRun& run);

/// The message of a crash, `E-INTERNAL`.
[[nodiscard]] Diagnostics crash_problem(const std::string& what);

/// How far the work on a test has come.
enum class Stage { begun, read, deciding, decided, told };

/// What --provoke asks for happens, `WHAT:FILE` or `WHAT@STAGE:FILE`: a test of what a crash of one
/// test leaves of others.
void provoke(const CheckArguments& arguments, const Input& input, Stage stage);

/// For another process. Places keep what messages show of them.
[[nodiscard]] std::string pack(const TestRun& run);
void unpack(std::string_view bytes, TestRun& run);

}  // namespace clmm::cli
