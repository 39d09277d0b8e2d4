#include <algorithm>
#include <thread>

#include "clmm/base/reject.h"
#include "clmm/runtime/compile.h"
#include "clmm/runtime/controlled.h"
#include "clmm/runtime/host_program.h"
#include "clmm/runtime/unit_program.h"
#include "host/api.h"
#include "host/final_state.h"
#include "host/kernel_tree.h"
#include "host/test_launch.h"
#include "units/command.h"

namespace clmm::runtime {
namespace {

constexpr unsigned kDevices = 4;

/// What the checker understands and no run does.
void check_kind(const syntax::LitmusTree& tree, const CheckSet& checks) {
    if (tree.threads.empty() && tree.launches.empty())
        reject("E-UNSUPPORTED", "the test has no host thread", Span{0, 0});
    if (!checks.any()) return;
    std::size_t units = 0;
    for (const syntax::Thread& thread : tree.threads)
        if (!host::is_host(thread) && ++units > 1)
            reject("E-UNSUPPORTED",
                   "how the checks see several single work-items beside host threads depends on "
                   "what they share, which is not executed",
                   thread.name_span, "make them one kernel: NDRange k(x), global_size(2), …");
}

std::shared_ptr<const std::vector<host::UnitKernel>> units_of(const HostProgram::Code& code) {
    auto units = std::make_shared<std::vector<host::UnitKernel>>();
    for (const syntax::Thread& thread : code.tree.threads)
        if (!host::is_host(thread)) units->push_back(host::unit_kernel(code, thread));
    return units;
}

void run_thread(const std::shared_ptr<host::Run>& run, const syntax::Thread& thread) {
    host::HostThread host(run, "P" + std::to_string(thread.number));
    run->order_start();
    host::guarded(*run, host, [&] { host.run_thread(thread.number); });
    run->end_thread();
}

std::thread start(const std::shared_ptr<host::Run>& run, const syntax::Thread& thread) {
    run->begin_thread();
    return std::thread([run, &thread] { run_thread(run, thread); });
}

/// The threads of a run; those of one that did not finish stay behind.
class Threads {
public:
    void add(std::thread thread) { threads_.push_back(std::move(thread)); }
    void join() {
        for (std::thread& thread : threads_) thread.join();
        threads_.clear();
    }
    ~Threads() {
        for (std::thread& thread : threads_) thread.detach();
    }

private:
    std::vector<std::thread> threads_;
};

/// Commands that terminated abnormally.
Diagnostics failed_commands(const host::Run& run) {
    Diagnostics failed;
    for (const HostCommand& command : run.commands())
        if (command.event.state() == CommandState::complete && command.event.status() < 0)
            failed.push_back({Severity::error, "E-EXEC",
                              "the command '" + command.name + "' terminated abnormally: " +
                                  status_name(command.event.status()) + ": " +
                                  command.event.failure(),
                              "", nullptr, Span{}});
    return failed;
}

}  // namespace

Result<HostProgram> HostProgram::load(const litmus::LitmusTest& test, const CheckSet& checks) {
    using Outcome = Result<HostProgram>;
    const auto code = std::make_shared<Code>(Code{test, checks});
    code->questions = std::make_shared<host::FinalQuestions>(code->test);
    try {
        check_kind(code->tree, checks);
        host::check_initial_state(code->tree);
        code->units = units_of(*code);
        Diagnostics diagnostics = code->compile(*code->units, checks.any());
        if (has_errors(diagnostics)) return Outcome::failure(std::move(diagnostics));
        host::check_meetings(*code->kernels, *code);
        return {HostProgram(code), std::move(diagnostics)};
    } catch (const Rejected& rejected) {
        return Outcome::failure(rejected.in(test.source));
    }
}

unsigned HostProgram::work_groups() const {
    return host::launched_groups(code_->tree) + static_cast<unsigned>(code_->units->size());
}

unsigned HostProgram::devices() { return kDevices; }

DeviceDescription HostProgram::device(unsigned compute_units) {
    DeviceDescription device;
    device.compute_units = compute_units;
    device.fine_grained_system = true;
    device.base_address_alignment = 1;  // sub-buffers begin where the test says
    return device;
}

HostOutcome HostProgram::run(const Platform& platform,
                             std::optional<std::chrono::milliseconds> timeout,
                             Budget budget) const {
    HostOutcome outcome;
    if (timeout) budget.set_timeout(*timeout);
    try {
        const auto run = std::make_shared<host::Run>(code_, platform);
        Threads threads;
        host::start_launches(run);
        const host::UnitCommands units(run);
        for (const syntax::Thread& thread : code_->tree.threads)
            if (host::is_host(thread)) threads.add(start(run, thread));
        const bool in_time = run->wait_for_all(budget);
        outcome.commands = run->commands();
        outcome.failure = run->failure();
        if (!in_time) outcome.waiting = run->unfinished();
        if (!in_time || !outcome.failure.empty()) return outcome;
        threads.join();
        outcome.failure = failed_commands(*run);
        if (!outcome.failure.empty()) return outcome;
        units.read_registers();
        host::read_final_state(*run, outcome);
        outcome.findings = run->findings();
        outcome.finished = true;
    } catch (const Rejected& rejected) {
        outcome.failure.push_back(rejected.in(code_->tree.source));
    } catch (const Error& error) {
        outcome.failure.push_back(host::at_api_call(error, Span{}));
    }
    return outcome;
}

namespace {

/// One execution under the control of a schedule.
class ControlledHostRun {
public:
    ControlledHostRun(const std::shared_ptr<const HostProgram::Code>& code,
                      const Platform& platform, Schedule& schedule, const ControlOptions& options)
        : code_(code),
          controlled_(platform, schedule, options),
          run_(std::make_shared<host::Run>(code, platform, host::LocalObjects::no,
                                           options.weak_memory ? &controlled_.writes() : nullptr,
                                           &controlled_.writes())) {}
    /// What still waits for a user event ends while its commands are controlled.
    ~ControlledHostRun() { run_->close_user_events(); }
    ControlledHostRun(const ControlledHostRun&) = delete;
    ControlledHostRun& operator=(const ControlledHostRun&) = delete;

    void operator()(UnitOutcome& outcome) {
        if (run_->is_weak()) host::reject_pipes(code_->test);
        host::start_launches(run_);
        const host::UnitCommands units(run_);
        for (const syntax::Thread& thread : code_->tree.threads)
            if (host::is_host(thread)) {
                run_->begin_thread();
                controlled_.add_thread([run = run_, &thread] { run_thread(run, thread); });
            }
        controlled_.when_stuck([&] { note_unfinished(outcome.outcome); });
        outcome.end = controlled_.run();
        outcome.findings = run_->findings();
        outcome.outcome.failure = run_->failure();
        if (outcome.end == RunEnd::finished && !all_complete()) {
            outcome.end = RunEnd::stuck;
            note_unfinished(outcome.outcome);
        }
        // What is not executed at all is no matter of schedules.
        outcome.rejected = std::ranges::any_of(
            outcome.outcome.failure, [](const Diagnostic& each) { return each.code != "E-EXEC"; });
        if (!outcome.outcome.failure.empty()) return;
        if (outcome.end == RunEnd::stuck) outcome.outcome.failure.push_back(nothing_goes_on());
        if (outcome.end != RunEnd::finished && outcome.end != RunEnd::cancelled) return;
        outcome.outcome.failure = failed_commands(*run_);
        if (outcome.end != RunEnd::finished || !outcome.outcome.failure.empty()) return;
        units.read_registers();
        host::read_final_state(*run_, outcome.outcome);
        outcome.outcome.finished = true;
    }

private:
    /// Their packets order memory, which the race detector does not follow.
    [[nodiscard]] bool all_complete() const {
        return std::ranges::all_of(run_->commands(), [](const HostCommand& command) {
            return command.event.state() == CommandState::complete;
        });
    }
    void note_unfinished(HostOutcome& outcome) const { outcome.waiting = run_->unfinished(); }
    [[nodiscard]] static Diagnostic nothing_goes_on() {
        return {Severity::error, "E-EXEC", "no thread, command or work-item can go on", "",
                nullptr,         Span{}};
    }

    std::shared_ptr<const HostProgram::Code> code_;
    ControlledRuntime controlled_;
    std::shared_ptr<host::Run> run_;
};

}  // namespace

UnitOutcome HostProgram::run(const Platform& platform, Schedule& schedule,
                             const ControlOptions& options) const {
    UnitOutcome outcome;
    try {
        ControlledHostRun(code_, platform, schedule, options)(outcome);
    } catch (const Rejected& rejected) {
        outcome.rejected = true;
        outcome.outcome.failure.push_back(rejected.in(code_->tree.source));
    } catch (const Error& error) {
        outcome.outcome.failure.push_back(host::at_api_call(error, Span{}));
    }
    return outcome;
}

}  // namespace clmm::runtime
