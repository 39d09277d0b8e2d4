// Commands and threads under the control of a schedule.
#include <algorithm>

#include "clmm/base/counted.h"
#include "clmm/runtime/controlled.h"
#include "controlled/commands.h"
#include "controlled/thread.h"
#include "execute/compiled_kernel.h"
#include "execute/group_run.h"
#include "platform/platform_core.h"

namespace clmm::runtime {

class ControlledRuntime::Core : public Director {
public:
    Core(const Platform& platform, Schedule& schedule, const ControlOptions& options)
        : platform_(platform.devices().front().core()->platform),
          options_(options),
          run_(schedule, options, never_) {
        platform_->director = this;
    }
    ~Core() override {
        abandon(ErrorCode::out_of_resources, "the run has ended");
        threads_.clear();
        platform_->director = nullptr;
    }
    Core(const Core&) = delete;
    Core& operator=(const Core&) = delete;

    // ---- Director ----

    void ready(CommandPtr command) override {
        ready_.push_back(std::move(command));
        if (abandoned_) end_ready();
    }
    void post(std::function<void()> callback) override {
        if (abandoned_) return;
        add_thread([call = std::move(callback)] {
            become_runtime_thread();
            call();
        });
    }
    void wait(Command& command) override {
        if (ControlledThread* thread = ControlledThread::current()) return thread->wait(command);
        run_until([&] { return command.is_complete(); });
    }

    // ---- ControlledRuntime ----

    [[nodiscard]] Schedule& writes() { return run_.writes(); }
    [[nodiscard]] RunEnd end() const { return end_; }
    void when_stuck(std::function<void()> tell) { tell_stuck_ = std::move(tell); }
    void add_thread(std::function<void()> body) {
        threads_.push_back(std::make_shared<ControlledThread>(std::move(body)));
        run_.add(threads_.back());
    }
    RunEnd run() {
        run_until([] { return false; });
        return end_;
    }

private:
    template <class Done>
    void run_until(const Done& done);
    [[nodiscard]] std::optional<RunEnd> step();
    void start_ready();
    void start(const CommandPtr& command);
    void give_up(RunEnd end);
    void report_stuck();
    void abandon(ErrorCode code, const std::string& sentence);
    void end_ready();

    std::shared_ptr<PlatformCore> platform_;
    ControlOptions options_;
    const std::atomic<bool> never_ = false;
    ControlledRun run_;
    std::deque<CommandPtr> ready_;
    std::vector<std::shared_ptr<ControlledInstance>> instances_;
    std::vector<std::shared_ptr<ControlledCommand>> commands_;
    std::vector<CommandPtr> natives_;
    /// Kept until the end: the numbers of threads that have been joined are given again.
    std::vector<std::shared_ptr<ControlledThread>> threads_;
    std::function<void()> tell_stuck_;
    RunEnd end_ = RunEnd::finished;
    bool abandoned_ = false;
    bool ends_ready_ = false;  ///< somebody does
    Failure why_;              ///< it was abandoned
    std::uint64_t steps_ = 0;
};

template <class Done>
void ControlledRuntime::Core::run_until(const Done& done) {
    while (!abandoned_ && !done()) {
        std::optional<RunEnd> end;
        try {
            end = step();
        } catch (const Error& error) {  // of the schedule: a replay that goes another way
            end_ = RunEnd::cancelled;
            abandon(error.code(), error.sentence());
            return;
        }
        if (!end) continue;
        if (*end == RunEnd::finished) return;
        give_up(*end);
    }
}

std::optional<RunEnd> ControlledRuntime::Core::step() {
    constexpr std::uint64_t kLook = 1024;
    if (steps_++ % kLook == 0 && options_.budget.exceeded()) return RunEnd::late;
    do {
        start_ready();
        run_.look_at_agents();
    } while (!ready_.empty());
    const auto end = run_.step();
    std::erase_if(instances_, [](const auto& each) { return each->has_ended(); });
    std::erase_if(commands_, [](const auto& each) { return each->has_ended(); });
    // Its last steps may have made others ready.
    return end && !ready_.empty() ? std::nullopt : end;
}

void ControlledRuntime::Core::start_ready() {
    while (!ready_.empty()) {
        const CommandPtr command = std::move(ready_.front());
        ready_.pop_front();
        start(command);
    }
}

void ControlledRuntime::Core::start(const CommandPtr& command) {
    const auto whole = [&](std::optional<std::uint64_t> groups) {
        commands_.push_back(std::make_shared<ControlledCommand>(command, groups));
        run_.add(commands_.back());
    };
    if (command->type() == CommandType::native_kernel) {
        natives_.push_back(command);
        return add_thread([command] {
            become_runtime_thread();
            run_whole(*command, {});
        });
    }
    auto* task = dynamic_cast<KernelTask*>(&command->task());
    if (task == nullptr) return whole({});
    WorkerScratch scratch(0);
    const std::uint64_t groups = command->start(scratch);
    const BoundKernel* kernel = command->has_failed() ? nullptr : bound_kernel_of(task->instance());
    if (kernel == nullptr) return whole(groups);
    const auto instance =
        std::make_shared<ControlledInstance>(command, *task, *kernel, groups, options_.weak_memory);
    instances_.push_back(instance);
    run_.add(
        [instance](std::uint32_t number) { return ControlledInstance::group(instance, number); });
}

void ControlledRuntime::Core::give_up(RunEnd end) {
    end_ = end;
    switch (end) {
        case RunEnd::stuck:
            report_stuck();
            if (tell_stuck_) tell_stuck_();
            return abandon(ErrorCode::invalid_operation, "work-items wait for one another in vain");
        case RunEnd::cut:
            return abandon(ErrorCode::out_of_resources,
                           "the run was cut after " + counted(options_.most_steps, "step"));
        case RunEnd::late:
            return abandon(ErrorCode::out_of_resources, "the time is over");
        default:
            return abandon(ErrorCode::out_of_resources, "the schedule gave the run up");
    }
}

/// One place of each kind where work-items wait.
void ControlledRuntime::Core::report_stuck() {
    if (instances_.empty()) return;
    Finding finding;
    finding.kind = FindingKind::divergence;
    finding.message = "no work-item can go on: each waits for another";
    std::vector<std::pair<const Instruction*, bool>> seen;
    for (const auto& place : run_.places()) {
        const Instruction& at = place.block->code().instructions[place.at];
        const std::pair key(&at, place.spins);
        if (std::ranges::find(seen, key) != seen.end()) continue;
        seen.push_back(key);
        finding.sites.push_back(place.block->group().site(
            *place.block, 0, at.span,
            place.spins ? "waits in a loop for another value" : "waits here"));
    }
    if (!finding.sites.empty()) instances_.front()->report(std::move(finding));
}

/// Nothing goes on: threads end where they are, commands terminate.
void ControlledRuntime::Core::abandon(ErrorCode code, const std::string& sentence) {
    if (abandoned_) return;
    abandoned_ = true;
    why_ = {static_cast<int>(code), sentence};
    const auto instances = instances_;
    for (const auto& each : instances)
        if (!each->has_ended()) each->stop(code, sentence);
    run_.remove_cancelled();
    for (const auto& each : instances) each->end_if_done();
    for (std::size_t i = 0; i < threads_.size(); ++i) threads_[i]->abandon();
    for (const auto& each : commands_) each->abandon(why_);
    for (const CommandPtr& each : natives_)
        if (each->state() == CommandState::ready) end_failed(*each, why_);
    end_ready();
}

void ControlledRuntime::Core::end_ready() {
    if (ends_ready_) return;
    ends_ready_ = true;
    while (!ready_.empty()) {
        const CommandPtr command = std::move(ready_.front());
        ready_.pop_front();
        end_failed(*command, why_);
    }
    ends_ready_ = false;
}

ControlledRuntime::ControlledRuntime(const Platform& platform, Schedule& schedule,
                                     const ControlOptions& options)
    : core_(std::make_unique<Core>(platform, schedule, options)) {}
ControlledRuntime::~ControlledRuntime() = default;

Schedule& ControlledRuntime::writes() { return core_->writes(); }
void ControlledRuntime::add_thread(std::function<void()> body) {
    core_->add_thread(std::move(body));
}
void ControlledRuntime::when_stuck(std::function<void()> tell) {
    core_->when_stuck(std::move(tell));
}
RunEnd ControlledRuntime::run() { return core_->run(); }
RunEnd ControlledRuntime::end() const { return core_->end(); }

void ControlledRuntime::before_step(const Step& step, std::uint32_t place,
                                    std::vector<std::byte> knows) {
    if (ControlledThread* thread = ControlledThread::current())
        thread->before_step(step, place, std::move(knows));
}

bool ControlledRuntime::is_controlled_thread() { return ControlledThread::current() != nullptr; }

}  // namespace clmm::runtime
