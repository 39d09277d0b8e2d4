#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "check/junit.h"
#include "check/test_run.h"

/// What all tests of a `clmm check` leave, and how it is written.
namespace clmm::cli {

struct Totals {
    Counts counts;
    ExitCode code = ExitCode::as_expected;
    std::vector<report::Finding> findings;
    std::string proofs;
    std::vector<JunitCase> cases;

    void add(const TestRun& run);
    /// For JUnit.
    void add_case(const std::string& name, const TestRun& run) {
        cases.push_back({name, run.code, run.err});
    }
};

/// Prints results in order as they come; what stands around them in JSON with its life.
class Printer {
public:
    Printer(const CheckArguments& arguments, std::ostream& out, std::ostream& err);
    ~Printer();
    Printer(const Printer&) = delete;
    Printer& operator=(const Printer&) = delete;

    void print(const TestRun& run);

private:
    bool json_;
    bool first_ = true;
    std::ostream& out_;
    std::ostream& err_;
};

[[nodiscard]] bool use_colour(Choice choice, const std::ostream& err);

/// What is also written, for other programs: --sarif, --junit, --proof. `problems` are of no test.
/// False, with a message, where a file cannot be written.
[[nodiscard]] bool write_files(const CheckArguments& arguments, Totals& totals,
                               const Diagnostics& problems, std::ostream& err);

}  // namespace clmm::cli
