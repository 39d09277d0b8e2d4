#include "run/session.h"

#include <exception>
#include <new>
#include <sstream>

#include "clmm/base/printable.h"
#include "clmm/hardware/comparison.h"
#include "clmm/report/value.h"
#include "clmm/targets/languages.h"
#include "run/explain.h"

namespace clmm::cli {
namespace {

using enumerator::CheckResult;
using hardware::RunRecord;
using hardware::RunStatus;
using hardware::RunVerdict;

void say(TestRecords& records, const Diagnostics& diagnostics) {
    records.err += render(diagnostics);
}

void reject(TestRecords& records, const Diagnostics& problems) {
    say(records, problems);
    records.code = worst(records.code, ExitCode::bad_input);
}

std::string state_text(const CheckResult& result, const hardware::ComparedState& state) {
    model::OutcomeEntry entry;
    entry.values = state.values;
    if (state.verdict == hardware::StateVerdict::allowed_unseen) entry.family = state.family;
    return report::format_state(result.structure, entry);
}

}  // namespace

/// A test, checked when that is first needed: not where the database has all its runs.
struct RunSession::Test {
    const litmus::LitmusTest& test;
    ModelStore::Loaded model;
    std::string label;
    std::optional<Result<CheckResult>> checked = {};

    Result<CheckResult>& result(const enumerator::CheckOptions& options) {
        if (!checked) checked = enumerator::check(test, **model, options);
        return *checked;
    }
};

ExitCode code_of(const RunRecord& record, bool alone) {
    switch (record.status) {
        case RunStatus::skipped:
            return ExitCode::as_expected;
        case RunStatus::unsupported:
            return alone ? ExitCode::bad_input : ExitCode::as_expected;
        case RunStatus::failed:
            return ExitCode::bad_input;
        case RunStatus::finished:
        case RunStatus::interrupted:
            break;
    }
    if (record.verdict == RunVerdict::forbidden) return ExitCode::expectation_failed;
    const bool open =
        record.verdict == RunVerdict::unknown || record.status == RunStatus::interrupted;
    return open ? ExitCode::unknown : ExitCode::as_expected;
}

TestRecords RunSession::run(const Input& input) noexcept {
    TestRecords records;
    const auto fail = [&](const char* what) {
        records.err += "clmm: internal error: " + printable(input.path + ": " + what) + "\n";
        records.code = ExitCode::internal_error;
    };
    try {
        run_test(input, records);
    } catch (const std::bad_alloc&) {
        fail("out of memory");
    } catch (const std::exception& error) {
        fail(error.what());
    }
    return records;
}

enumerator::CheckOptions RunSession::check_options() const {
    enumerator::CheckOptions options = arguments_.check.check;
    options.budget = context_.budget;
    return options;
}

std::optional<litmus::LitmusTest> RunSession::read(const Input& input, TestRecords& records) const {
    const Result<SourcePtr> source = read_source(input.path);
    if (!source) {
        reject(records, source.diagnostics());
        return std::nullopt;
    }
    if (is_kernel_file(arguments_.check, input.path)) {
        reject(records, {{Severity::error, "E-USAGE", "a plain kernel is no litmus test",
                          "clmm exec runs it", *source, Span{0, 0}}});
        return std::nullopt;
    }
    auto test = targets::read_test(*source);
    if (!test) {
        reject(records, test.diagnostics());
        return std::nullopt;
    }
    say(records, test.diagnostics());
    return std::move(test).value();
}

std::string RunSession::model_word(const litmus::LitmusTest& test) const {
    return arguments_.check.models.empty() ? std::string(enumerator::default_model(test))
                                           : arguments_.check.models.front();
}

ModelStore::Loaded RunSession::model_for(const litmus::LitmusTest& test) {
    return models_.get(model_word(test));
}

std::string RunSession::model_label(const litmus::LitmusTest& test,
                                    const model::MemoryModel& model) {
    constexpr std::size_t kDigits = 16;  // enough to tell versions of a file apart
    std::string label = model.program.name;
    for (const std::string& variant : arguments_.check.variants) label += " " + variant;
    const enumerator::CheckOptions& check = arguments_.check.check;
    if (check.forbid_thin_air == model::ThinAir::dependency) label += " thin-air=dependency";
    if (check.forbid_thin_air == model::ThinAir::sb) label += " thin-air=sb";
    if (check.unroll != enumerator::CheckOptions{}.unroll)
        label += " unroll=" + std::to_string(check.unroll);
    if (const std::string text = models_.text_of(model_word(test)); !text.empty())
        label += " text=" + text.substr(0, kDigits);
    return label;
}

std::optional<RunSession::Checked> RunSession::check(const Input& input, TestRecords& records) {
    const auto test = read(input, records);
    if (!test) return std::nullopt;
    const ModelStore::Loaded model = model_for(*test);
    if (!*model) {
        reject(records, model->diagnostics());
        return std::nullopt;
    }
    auto result = enumerator::check(*test, **model, check_options());
    if (!result) {
        reject(records, result.diagnostics());
        return std::nullopt;
    }
    return Checked{std::move(result).value(), model};
}

void RunSession::run_test(const Input& input, TestRecords& records) {
    const auto read_in = read(input, records);
    if (!read_in) return;
    const ModelStore::Loaded model = model_for(*read_in);
    if (!*model) return reject(records, model->diagnostics());
    Test test{*read_in, model, model_label(*read_in, **model)};
    if (arguments_.show_code) {
        const auto& result = test.result(check_options());
        if (!result) return reject(records, result.diagnostics());
        return show_code(*result, records);
    }
    run_on_all(test, records);
    if (arguments_.mutants && records.code != ExitCode::internal_error) run_mutants(test, records);
}

void RunSession::run_on_all(Test& test, TestRecords& records) {
    for (OpenDevice& device : devices_) {
        RunRecord plan = planned(test.test, test.label, device, arguments_);
        if (!take_known(plan, records)) run_on(device, test, std::move(plan), records);
    }
}

bool RunSession::take_known(const RunRecord& planned, TestRecords& records) {
    if (campaign_ == nullptr) return false;
    auto found = campaign_->find(planned);
    if (!found) {
        reject(records, found.diagnostics());
        return false;
    }
    if (!found->has_value()) return false;
    records.code = worst(records.code, code_of(**found, alone_));
    records.records.push_back(std::move(**found));
    ++records.known;
    return true;
}

void RunSession::run_on(OpenDevice& device, Test& test, RunRecord planned, TestRecords& records) {
    if (context_.budget.exceeded()) {
        records.code = worst(records.code, ExitCode::unknown);
        return;
    }
    auto& result = test.result(check_options());
    if (!result) return reject(records, result.diagnostics());
    DeviceRun run = run_on_device(*result, device, context_, std::move(planned));
    say(records, run.problems);
    if (run.record.has_histogram()) judge(result.value(), **test.model, run, records);
    keep(run.record, records);
    const bool late = run.record.status == RunStatus::failed && device.unfinished;
    records.code = worst(records.code, late ? ExitCode::unknown : code_of(run.record, alone_));
    records.records.push_back(std::move(run.record));
}

void RunSession::judge(CheckResult& result, const model::MemoryModel& model, DeviceRun& run,
                       TestRecords& records) const {
    const hardware::Comparison comparison = hardware::compare(run.histogram, result);
    RunRecord& record = run.record;
    record.verdict = comparison.verdict;
    record.verdict_reason = comparison.reason;
    record.racy = comparison.racy;
    record.model_complete = comparison.model_complete;
    record.placements = hardware::placements_of(run.histogram, record.test.quantifier);
    for (const hardware::ComparedState& state : comparison.states)
        record.states.push_back(
            {state_text(result, state), state.count, state.satisfies, state.verdict});
    if (record.verdict != RunVerdict::forbidden) return;
    std::ostringstream problems;
    explain_forbidden(result, {model, check_options(), arguments_.dot, arguments_.style}, record,
                      problems);
    records.err += problems.str();
}

/// What is not over, or may go otherwise another time, is run again.
void RunSession::keep(const RunRecord& record, TestRecords& records) {
    if (campaign_ == nullptr || record.status == RunStatus::interrupted ||
        record.status == RunStatus::failed)
        return;
    if (const auto added = campaign_->add(record); !added) reject(records, added.diagnostics());
}

void RunSession::run_mutants(Test& test, TestRecords& records) {
    auto& result = test.result(check_options());
    if (!result) return reject(records, result.diagnostics());
    hardware::MutantSet set = hardware::mutants_of(*result, **test.model, check_options());
    if (!set.stopped.empty()) records.code = worst(records.code, ExitCode::unknown);
    records.no_mutants = set.mutants.empty()
                             ? (set.stopped.empty() ? set.none_because : set.stopped)
                             : std::string();
    const std::string parent = records.records.empty() ? "" : records.records.front().test.hash;
    for (OpenDevice& device : devices_)
        for (hardware::Mutant& mutant : set.mutants) {
            Test weaker{mutant.result.test, test.model, test.label};
            RunRecord plan = planned(mutant.result.test, test.label, device, arguments_);
            plan.test.mutant_of = parent;
            plan.test.weakness_kind = mutant.kind;
            plan.test.weakness = mutant.change;
            if (take_known(plan, records)) continue;
            weaker.checked = mutant.result;
            run_on(device, weaker, std::move(plan), records);
        }
}

void RunSession::show_code(const CheckResult& result, TestRecords& records) {
    for (OpenDevice& device : devices_) {
        const auto harness = hardware::Harness::prepare(result.test, result.structure,
                                                        device.device->info(), device.tuning);
        if (!harness) {
            reject(records, harness.diagnostics());
            continue;
        }
        records.out += "// " + result.test.name + " on " + device.device->info().name + "\n" +
                       std::string(harness->source()->text());
        const auto program = harness->build(*device.device);
        if (!program) {
            reject(records, program.diagnostics());
            continue;
        }
        if (auto code = (*program)->code())
            records.out +=
                (device.device->info().language == "X86" ? "// its machine code\n"
                                                         : "// what its compiler makes of it\n") +
                *code;
        else
            say(records, code.diagnostics());
    }
}

}  // namespace clmm::cli
