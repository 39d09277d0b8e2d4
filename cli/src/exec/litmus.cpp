#include "exec/litmus.h"

#include <algorithm>
#include <cstdlib>
#include <ostream>

#include "check/check_arguments.h"
#include "clmm/runtime/host_program.h"
#include "clmm/runtime/unit_program.h"
#include "exec/checks.h"
#include "exec/findings.h"
#include "exec/profile.h"
#include "exec/rules.h"
#include "exec/sandboxed.h"
#include "exec/states.h"
#include "exec/units.h"
#include "exec/values/argument.h"
#include "explain/single_test.h"
#include "output/problems.h"
#include "output/standard.h"

namespace clmm::cli {
namespace {

constexpr std::chrono::seconds kTimeout{60};
constexpr unsigned kComputeUnits = 2;
constexpr unsigned kMostComputeUnits = 32;

/// Work-groups of the test's own launches may wait for one another and for what is enqueued.
unsigned compute_units_for(const runtime::HostProgram& program) {
    return std::min(kComputeUnits + program.work_groups(), kMostComputeUnits);
}

class LitmusRun {
public:
    LitmusRun(const ExecArguments& arguments, HardLimit& limit, std::ostream& out,
              std::ostream& err)
        : arguments_(arguments), limit_(limit), out_(out), err_(err), models_(arguments.variants) {
        check_.inputs = {arguments.input};
        check_.models = arguments.models;
        check_.check.unroll = arguments.unroll;
        check_.check.event_limit = arguments.event_limit;
        check_.check.timeout = arguments.timeout;
    }

    ExitCode operator()() {
        reject_kernel_options();
        const auto loaded = single_test(check_, models_, err_);
        if (!loaded) throw ExecError{loaded.diagnostics()};
        const litmus::LitmusTest& test = loaded->test;
        if (test.front_end != &litmus::opencl())
            throw ExecError{{{Severity::error, "E-USAGE",
                              "the runtime runs tests in OpenCL C, and this one is in " +
                                  std::string(test.front_end->name()),
                              "clmm check decides it", test.source, Span{0, 0}}}};
        if (runtime::is_of_work_items(test)) {
            reject_checks(arguments_.checks);
            return run_scheduled_test(arguments_, check_, *loaded, limit_, out_, err_);
        }
        if (is_scheduled(arguments_.schedule)) {
            reject_profile();
            return run_scheduled_test(arguments_, check_, *loaded, limit_, out_, err_);
        }
        runtime::CheckSet checks = arguments_.checks.wanted;
        if (checks.race) checks.rules = rules_of(loaded->memory_model());
        const auto program = runtime::HostProgram::load(test, checks);
        if (!program) throw ExecError{program.diagnostics()};
        show_problems(program.diagnostics(), err_);
        const std::vector<runtime::DeviceDescription> devices(
            runtime::HostProgram::devices(),
            runtime::HostProgram::device(arguments_.compute_units != 0
                                             ? arguments_.compute_units
                                             : compute_units_for(*program)));
        const runtime::Platform platform(devices);
        if (arguments_.side != nullptr) arguments_.side->enter();
        SeenStates seen;
        runtime::HostOutcome last;
        for (std::uint64_t i = 0; i < arguments_.runs; ++i) {
            limit_.restart();
            last = program->run(platform, arguments_.timeout.value_or(kTimeout),
                                arguments_.schedule.control.budget);
            if (!last.finished) end_unfinished(test, last, seen);
            seen.add(last);
            merge_findings(findings_, last.findings);
        }
        limit_.restart();
        const ExitCode found = show_findings();
        if (!arguments_.checks.json)
            out_ << (arguments_.runs == 1 ? state_report(test, last) : histogram_text(test, seen));
        write_profile(last);
        return arguments_.check_model
                   ? worst(found, compare_with_model(*loaded, check_, seen, false, out_))
                   : found;
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

    void reject_profile() const {
        if (arguments_.profile || !arguments_.trace_file.empty() || arguments_.checks.json)
            reject(nullptr, {}, "E-ARGUMENT",
                   "--profile, --trace and --json are for runs without a schedule",
                   "leave out --schedule, --replay, --record and --weak-memory");
    }

    /// Of all runs, in words or as JSON.
    ExitCode show_findings() {
        if (arguments_.checks.json)
            out_ << findings_json(arguments_.input, findings_);
        else
            show_problems(finding_diagnostics(findings_), err_);
        if (arguments_.checks.given && !arguments_.checks.json)
            err_ << findings_summary(findings_) << "\n";
        return findings_.empty() ? ExitCode::as_expected : ExitCode::expectation_failed;
    }

    /// Threads and kernels that did not end cannot be stopped from outside: the process ends with
    /// them.
    [[noreturn]] void end_unfinished(const litmus::LitmusTest& test,
                                     const runtime::HostOutcome& outcome, const SeenStates& seen) {
        limit_.lift();
        if (!arguments_.checks.json && !seen.states.empty()) out_ << histogram_text(test, seen);
        const ExitCode found = show_findings();
        show_problems(outcome.failure, err_);
        if (outcome.failure.empty()) {
            const bool is_interrupted = arguments_.schedule.control.budget.exceeded().has_value();
            err_ << "clmm: " << (is_interrupted ? "interrupted" : "the time is over")
                 << ", and the test has not ended:\n";
            for (const std::string& line : outcome.waiting) err_ << "  " << line << "\n";
        }
        const bool is_open = outcome.failure.empty();
        end_process(worst(found, is_open ? ExitCode::unknown : ExitCode::bad_input), out_, err_);
    }

    void write_profile(const runtime::HostOutcome& outcome) {
        Timeline timeline;
        for (const runtime::HostCommand& command : outcome.commands)
            timeline.add(command.name, command.queue, command.event);
        show_profile(arguments_, timeline, out_);
    }

    const ExecArguments& arguments_;
    HardLimit& limit_;
    std::ostream& out_;
    std::ostream& err_;
    ModelStore models_;
    CheckArguments check_;
    std::vector<runtime::Finding> findings_;
};

}  // namespace

ExitCode run_litmus(const ExecArguments& arguments, HardLimit& limit, std::ostream& out,
                    std::ostream& err) {
    return LitmusRun(arguments, limit, out, err)();
}

}  // namespace clmm::cli
