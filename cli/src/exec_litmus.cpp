#include "exec_litmus.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <ostream>

#include "check_arguments.h"
#include "clmm/hardware/log.h"
#include "clmm/report/hash.h"
#include "clmm/report/value.h"
#include "clmm/runtime/host_program.h"
#include "exec_argument.h"
#include "exec_profile.h"
#include "inputs.h"
#include "single_test.h"

namespace clmm::cli {
namespace {

constexpr std::chrono::seconds kTimeout{60};
constexpr unsigned kComputeUnits = 2;

std::string state_text(const runtime::HostOutcome& outcome) {
    std::string text;
    for (const auto& each : outcome.state)
        text += (text.empty() ? "" : " ") + each.name + "=" + each.value + ";";
    return text;
}

/// What was observed, by state.
struct Histogram {
    struct Entry {
        std::uint64_t count = 0;
        bool satisfies = false;
    };
    std::map<std::string, Entry> states;
    std::uint64_t filtered = 0;

    void add(const runtime::HostOutcome& outcome) {
        if (outcome.filtered) {
            ++filtered;
            return;
        }
        Entry& entry = states[state_text(outcome)];
        ++entry.count;
        entry.satisfies = outcome.satisfies;
    }
};

/// litmus7's form.
std::string histogram_text(const litmus::LitmusTest& test, const Histogram& seen) {
    hardware::ObservedTest observed{.name = test.name,
                                    .quantifier = test.quantifier,
                                    .condition = test.condition_text,
                                    .hash = report::test_hash(test),
                                    .states = {},
                                    .filtered = seen.filtered,
                                    .seconds = {}};
    for (const auto& [state, entry] : seen.states)
        observed.states.push_back({state, entry.count, entry.satisfies});
    return hardware::to_log(observed);
}

/// A single execution.
std::string state_report(const litmus::LitmusTest& test, const runtime::HostOutcome& outcome) {
    std::string text = "Test " + test.name + "\n" + state_text(outcome) + "\n";
    if (outcome.filtered) return text + "The filter leaves this execution out\n";
    if (!test.quantifier) return text;
    return text + "Condition " + test.condition_text + ": the state " +
           (outcome.satisfies ? "satisfies" : "does not satisfy") + " it\n";
}

class LitmusRun {
public:
    LitmusRun(const ExecArguments& arguments, std::ostream& out, std::ostream& err)
        : arguments_(arguments), out_(out), err_(err), models_(arguments.variants) {
        check_.inputs = {arguments.input};
        check_.models = arguments.models;
        check_.check.unroll = arguments.unroll;
        check_.check.timeout = arguments.timeout;
    }

    ExitCode operator()() {
        reject_kernel_options();
        const auto loaded = single_test(check_, models_, err_);
        if (!loaded) throw ExecError{loaded.diagnostics()};
        const litmus::LitmusTest& test = loaded->test;
        const auto program = runtime::HostProgram::load(test);
        if (!program) throw ExecError{program.diagnostics()};
        err_ << clmm::render(program.diagnostics());
        const std::vector<runtime::DeviceDescription> devices(
            runtime::HostProgram::devices(),
            runtime::HostProgram::device(arguments_.compute_units != 0 ? arguments_.compute_units
                                                                       : kComputeUnits));
        const runtime::Platform platform(devices);
        Histogram seen;
        runtime::HostOutcome last;
        for (std::uint64_t i = 0; i < arguments_.runs; ++i) {
            last = program->run(platform, arguments_.timeout.value_or(kTimeout));
            if (!last.finished) end_unfinished(last);
            seen.add(last);
        }
        out_ << (arguments_.runs == 1 ? state_report(test, last) : histogram_text(test, seen));
        write_profile(last);
        return arguments_.check_model ? compare(*loaded, seen) : ExitCode::as_expected;
    }

private:
    void reject_kernel_options() const {
        const litmus::KernelLaunch& launch = arguments_.launch;
        if (!launch.global.empty() || !launch.local.empty() || !launch.offset.empty() ||
            launch.sub_group_size != 0 || !launch.arguments.empty() ||
            !launch.definitions.empty() || !launch.include_paths.empty() ||
            !arguments_.outputs.empty() || arguments_.repeat != 1)
            reject(nullptr, {}, "E-ARGUMENT",
                   "a litmus test says itself what is launched on what memory",
                   "leave out the options of kernels and --out; --runs N repeats a test");
    }

    /// Threads and kernels that did not end cannot be stopped from outside: the process ends with
    /// them.
    [[noreturn]] void end_unfinished(const runtime::HostOutcome& outcome) {
        out_.flush();
        err_ << clmm::render(outcome.failure);
        if (outcome.failure.empty()) {
            err_ << "clmm: the time is over, and the test has not ended:\n";
            for (const std::string& line : outcome.waiting) err_ << "  " << line << "\n";
        }
        err_.flush();
        std::_Exit(
            static_cast<int>(outcome.failure.empty() ? ExitCode::unknown : ExitCode::bad_input));
    }

    void write_profile(const runtime::HostOutcome& outcome) {
        Timeline timeline;
        for (const runtime::HostCommand& command : outcome.commands)
            timeline.add(command.name, command.queue, command.event);
        show_profile(arguments_, timeline, out_);
    }

    /// Whether the model allows every state that was seen.
    ExitCode compare(const SingleTest& loaded, const Histogram& seen) {
        const model::MemoryModel& model = loaded.memory_model();
        const auto result = enumerator::check(loaded.test, model, check_.check);
        if (!result) throw ExecError{result.diagnostics()};
        if (!result->answer.undefined.empty()) {
            out_ << "Model " << model.name << " allows any state: undefined behaviour ("
                 << result->answer.undefined.front().kind << ")\n";
            return ExitCode::as_expected;
        }
        ExitCode code = ExitCode::as_expected;
        for (const auto& [state, entry] : seen.states)
            if (!is_allowed(*result, state)) code = worst(code, missing(*result, state));
        if (code == ExitCode::as_expected)
            out_ << "Model " << model.name << " allows "
                 << (seen.states.size() == 1 ? "this state\n" : "these states\n");
        return code;
    }

    ExitCode missing(const enumerator::CheckResult& result, const std::string& state) {
        const bool is_open =
            !result.reason.empty() || result.answer.bound_reached || !result.racy.has_value();
        out_ << "Model " << result.model << (is_open ? " may or may not allow " : " forbids ")
             << state << "\n";
        return is_open ? ExitCode::unknown : ExitCode::expectation_failed;
    }

    /// Of a family of values out of thin air, any member counts as allowed.
    static bool is_allowed(const enumerator::CheckResult& result, const std::string& state) {
        return std::ranges::any_of(result.answer.outcomes, [&](const auto& outcome) {
            return outcome.family.has_value() ||
                   report::format_state(result.structure, outcome) == state;
        });
    }

    const ExecArguments& arguments_;
    std::ostream& out_;
    std::ostream& err_;
    ModelStore models_;
    CheckArguments check_;
};

}  // namespace

ExitCode run_litmus(const ExecArguments& arguments, std::ostream& out, std::ostream& err) {
    return LitmusRun(arguments, out, err)();
}

}  // namespace clmm::cli
