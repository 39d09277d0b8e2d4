#pragma once

#include <optional>
#include <string>
#include <vector>

#include "clmm/hardware/campaign.h"
#include "clmm/hardware/mutants.h"
#include "exit_code.h"
#include "inputs.h"
#include "run/device.h"

namespace clmm::cli {

/// What one input leaves.
struct TestRecords {
    /// Of each device the test's run, then those of its mutants.
    std::vector<hardware::RunRecord> records;
    std::string no_mutants;  ///< why there are none, where they were asked for
    std::size_t known = 0;   ///< of the records, how many the database had
    std::string out;         ///< of --show-code
    std::string err;
    ExitCode code = ExitCode::as_expected;
};

/// Everything that the tests of one command share.
///
/// Threads  one at a time.
class RunSession {
public:
    RunSession(const RunArguments& arguments, ModelStore& models, std::vector<OpenDevice>& devices,
               hardware::Campaign* campaign, RunContext context, bool alone)
        : arguments_(arguments),
          models_(models),
          devices_(devices),
          campaign_(campaign),
          context_(std::move(context)),
          alone_(alone) {}

    /// Runs a test on each device, unless the database has that. Never throws: our own mistakes and
    /// lack of memory become ExitCode::internal_error with a message.
    [[nodiscard]] TestRecords run(const Input& input) noexcept;

    /// A test with what the model says of it.
    struct Checked {
        enumerator::CheckResult result;
        ModelStore::Loaded model;
    };
    /// Reads a test and checks it. What is wrong goes to `records`.
    [[nodiscard]] std::optional<Checked> check(const Input& input, TestRecords& records);
    [[nodiscard]] enumerator::CheckOptions check_options() const;

private:
    struct Test;
    void run_test(const Input& input, TestRecords& records);
    void run_on_all(Test& test, TestRecords& records);
    void run_mutants(Test& test, TestRecords& records);
    void run_on(OpenDevice& device, Test& test, hardware::RunRecord planned, TestRecords& records);
    [[nodiscard]] bool take_known(const hardware::RunRecord& planned, TestRecords& records);
    void judge(enumerator::CheckResult& result, const model::MemoryModel& model, DeviceRun& run,
               TestRecords& records) const;
    void keep(const hardware::RunRecord& record, TestRecords& records);
    void show_code(const enumerator::CheckResult& result, TestRecords& records);
    [[nodiscard]] std::optional<litmus::LitmusTest> read(const Input& input,
                                                         TestRecords& records) const;
    [[nodiscard]] ModelStore::Loaded model_for(const litmus::LitmusTest& test);
    /// The model's name, with a fingerprint where a file has it, and what of the command line makes
    /// it another model.
    [[nodiscard]] std::string model_label(const litmus::LitmusTest& test,
                                          const model::MemoryModel& model);
    [[nodiscard]] std::string model_word(const litmus::LitmusTest& test) const;

    const RunArguments& arguments_;
    ModelStore& models_;
    std::vector<OpenDevice>& devices_;
    hardware::Campaign* campaign_;
    RunContext context_;
    bool alone_;  ///< the command is about one test
};

/// What a record means for the exit code. A test that cannot be executed is a mistake where it is
/// the only one; among others it is one less.
[[nodiscard]] ExitCode code_of(const hardware::RunRecord& record, bool alone);

}  // namespace clmm::cli
