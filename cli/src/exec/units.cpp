#include "exec/units.h"

#include <functional>
#include <ostream>

#include "clmm/report/hash.h"
#include "clmm/runtime/unit_program.h"
#include "exec/findings.h"
#include "exec/options.h"
#include "exec/rules.h"
#include "exec/sandboxed.h"
#include "exec/states.h"
#include "exec/values/argument.h"
#include "output/problems.h"

namespace clmm::cli {
namespace {

/// Whether the condition is about this state: what `exists` looks for, or `forall` rules out.
bool is_notable(const litmus::LitmusTest& test, const runtime::HostOutcome& outcome) {
    if (!test.quantifier || !outcome.finished || outcome.filtered) return false;
    return outcome.satisfies == (*test.quantifier != litmus::Quantifier::forall);
}

runtime::Platform platform() {
    return runtime::Platform(std::vector<runtime::DeviceDescription>(
        runtime::HostProgram::devices(), runtime::HostProgram::device(1)));
}

using Execution = std::function<runtime::UnitOutcome(runtime::Schedule& schedule,
                                                     const runtime::ControlOptions& options)>;

/// As one that is to be run again and again.
template <class Program>
Execution execution_of(const Result<Program>& program, std::ostream& err) {
    if (!program) throw ExecError{program.diagnostics()};
    show_problems(program.diagnostics(), err);
    return [program = *program, devices = platform()](runtime::Schedule& schedule,
                                                      const runtime::ControlOptions& options) {
        return program.run(devices, schedule, options);
    };
}

Execution execution_of(const ExecArguments& arguments, const SingleTest& loaded,
                       std::ostream& err) {
    if (runtime::is_of_work_items(loaded.test))
        return execution_of(runtime::UnitProgram::load(loaded.test), err);
    runtime::CheckSet checks = arguments.checks.wanted;
    // What a load may read is known only where nothing races.
    if (arguments.schedule.control.weak_memory) checks.race = true;
    if (checks.race) checks.rules = rules_of(loaded.memory_model());
    return execution_of(runtime::HostProgram::load(loaded.test, checks), err);
}

}  // namespace

ExitCode run_scheduled_test(const ExecArguments& arguments, const CheckArguments& check,
                            const SingleTest& loaded, HardLimit& limit, std::ostream& out,
                            std::ostream& err) {
    const litmus::LitmusTest& test = loaded.test;
    const Execution execute = execution_of(arguments, loaded, err);
    SeenStates seen;
    runtime::UnitOutcome last;
    ScheduleArguments schedules = arguments.schedule;
    if (schedules.control.weak_memory) schedules.control.rules = rules_of(loaded.memory_model());
    ScheduledRuns runs(schedules, scheduled_program(arguments, test.name, report::test_hash(test)));
    runs(arguments.runs, arguments.timeout,
         [&](runtime::Schedule& schedule, const runtime::ControlOptions& options) {
             if (arguments.side != nullptr) arguments.side->enter();
             limit.restart();
             runtime::UnitOutcome outcome = execute(schedule, options);
             if (outcome.rejected) throw ExecError{outcome.outcome.failure};
             const bool failed = !outcome.outcome.failure.empty() || !outcome.findings.empty();
             const ScheduledRun run{outcome.end, failed, is_notable(test, outcome.outcome)};
             if (outcome.outcome.finished) seen.add(outcome.outcome);
             if (run.end != runtime::RunEnd::given_up) last = std::move(outcome);
             return run;
         });
    limit.restart();
    ExitCode code = runs.completeness();
    if (last.outcome.finished && runs.is_single())
        out << state_report(test, last.outcome);
    else
        out << histogram_text(test, seen);
    out << runs.summary();
    show_problems(finding_diagnostics(last.findings), err);
    if (last.findings.empty()) err << clmm::render(last.outcome.failure);
    for (const std::string& line : last.outcome.waiting) err << "  " << line << "\n";
    if (!last.findings.empty() || !last.outcome.failure.empty()) {
        code = ExitCode::expectation_failed;
        if (!runs.replay_hint().empty()) err << "clmm: again: " << runs.replay_hint() << "\n";
    }
    if (arguments.check_model && !seen.states.empty())
        code = worst(code, compare_with_model(loaded, check, seen, runs.explored_all(), out));
    return code;
}

}  // namespace clmm::cli
