#include "stress.h"

#include <chrono>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <thread>

#include "clmm/runtime/device_queue.h"
#include "stress_graph.h"
#include "stress_program.h"

namespace clmm::runtime::testing {

namespace {

constexpr int kFailures[] = {-5, -59, -4711};

/// A thread of the host that sets user events and flushes queues meanwhile.
class Helper {
public:
    Helper() : thread_([this] { run(); }) {}
    ~Helper() {
        post(std::nullopt);
        thread_.join();
    }
    Helper(const Helper&) = delete;
    Helper& operator=(const Helper&) = delete;

    struct Job {
        std::optional<UserEvent> event;
        int status = 0;
        std::optional<CommandQueue> flush;
        std::optional<Event> wait;
    };
    void post(std::optional<Job> job) {
        {
            const std::lock_guard lock(mutex_);
            jobs_.push_back(std::move(job));
        }
        posted_.notify_one();
    }

private:
    void run() {
        while (const auto job = next()) {
            if (job->event) job->event->set_status(job->status);
            if (job->flush) job->flush->flush();
            if (job->wait) job->wait->wait();
        }
    }
    std::optional<Job> next() {
        std::unique_lock lock(mutex_);
        posted_.wait(lock, [this] { return !jobs_.empty(); });
        auto job = std::move(jobs_.front());
        jobs_.pop_front();
        return job;
    }

    std::mutex mutex_;
    std::condition_variable posted_;
    std::deque<std::optional<Job>> jobs_;
    std::thread thread_;
};

/// Some hundred commands at random, until all are complete.
class Round {
public:
    Round(const Context& context, const Kernel& kernel, std::atomic<std::uint64_t>& tickets,
          std::uint64_t seed)
        : context_(context),
          kernel_(kernel),
          buffer_(context, 64),
          tickets_(tickets),
          random_(seed) {
        for (unsigned i = 0; i < 6; ++i) {
            const bool out_of_order = i % 2 == 1;
            const auto& devices = context.devices();
            queues_.push_back({CommandQueue(context, devices[i % devices.size()],
                                            {.out_of_order = out_of_order, .profiling = i >= 4}),
                               out_of_order,
                               {}});
        }
    }

    void run(unsigned commands) {
        Helper helper;
        for (unsigned i = 0; i < commands; ++i) enqueue_one(helper);
        for (auto& [event, status] : open_)
            helper.post(Helper::Job{.event = std::move(event), .status = status});
        open_.clear();
        for (const Queue& queue : queues_) queue.handle.flush();
        for (const Queue& queue : queues_) queue.handle.finish();
        for (const auto& step : steps_) step->event.wait();
    }

    [[nodiscard]] const std::vector<std::unique_ptr<Step>>& steps() const { return steps_; }

private:
    struct Queue {
        CommandQueue handle;
        bool out_of_order;
        std::vector<const Step*> steps;
    };

    unsigned pick(unsigned below) { return static_cast<unsigned>(random_() % below); }
    bool chance(unsigned percent) { return pick(100) < percent; }
    int some_failure() { return kFailures[pick(3)]; }

    Step& add_step(Step::Kind kind) {
        steps_.push_back(std::make_unique<Step>());
        steps_.back()->number = steps_.size() - 1;
        steps_.back()->kind = kind;
        return *steps_.back();
    }

    void enqueue_one(Helper& helper) {
        if (chance(5)) return add_user_event(helper);
        if (chance(5)) helper.post(Helper::Job{.flush = queues_[pick(6)].handle});
        if (chance(2) && open_.empty() && !steps_.empty())
            helper.post(
                Helper::Job{.wait = steps_[pick(static_cast<unsigned>(steps_.size()))]->event});
        if (!open_.empty() && chance(10)) set_one(helper);
        enqueue_command(queues_[pick(6)]);
    }

    // ---- user events ----

    void add_user_event(Helper& helper) {
        const Event earlier = steps_.empty() ? Event() : recent().event;
        Step& step = add_step(Step::Kind::user);
        step.failure = chance(15) ? some_failure() : 0;
        const UserEvent event(context_);
        step.event = event;
        const int status = step.failure;
        if (chance(5)) {
            step.failure = static_cast<int>(ErrorCode::invalid_event);  // never set
        } else if (earlier && chance(30)) {
            earlier.set_callback(0, [event, status](int) { event.set_status(status); });
        } else if (chance(30)) {
            helper.post(Helper::Job{.event = event, .status = status});
        } else {
            open_.emplace_back(event, status);
        }
    }

    void set_one(Helper& helper) {
        const std::size_t which = pick(static_cast<unsigned>(open_.size()));
        if (chance(50))
            open_[which].first.set_status(open_[which].second);
        else
            helper.post(Helper::Job{.event = open_[which].first, .status = open_[which].second});
        open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(which));
    }

    // ---- commands ----

    Step& recent() {
        const auto size = static_cast<unsigned>(steps_.size());
        return *steps_[size - 1 - pick(std::min(size, 40U))];
    }

    void enqueue_command(Queue& queue) {
        WaitList wait;
        std::vector<const Step*> waits_for;
        for (unsigned n = chance(60) ? pick(4) : 0; n > 0 && !steps_.empty(); --n) {
            const Step& other = recent();
            waits_for.push_back(&other);
            wait.push_back(other.event);
        }
        Step& step = add_step(some_kind());
        step.waits_for = std::move(waits_for);
        order(queue, step);
        step.event = enqueue(queue.handle, step, wait);
        queue.steps.push_back(&step);
    }

    Step::Kind some_kind() {
        const unsigned kind = pick(100);
        if (kind < 70) return Step::Kind::kernel;
        if (kind < 80) return Step::Kind::native;
        if (kind < 86) return Step::Kind::copy;
        return kind < 93 ? Step::Kind::marker : Step::Kind::barrier;
    }

    /// What the specification says about the order of a queue, by looking at all of it.
    static void order(const Queue& queue, Step& step) {
        const bool waits_for_all = step.waits_for.empty() && (step.kind == Step::Kind::marker ||
                                                              step.kind == Step::Kind::barrier);
        for (const Step* earlier : queue.steps)
            if (!queue.out_of_order || waits_for_all || earlier->kind == Step::Kind::barrier)
                step.follows.push_back(earlier);
    }

    Event enqueue(const CommandQueue& queue, Step& step, const WaitList& wait) {
        switch (step.kind) {
            case Step::Kind::marker:
                return queue.marker(wait);
            case Step::Kind::barrier:
                return queue.barrier(wait);
            case Step::Kind::copy:
                return queue.copy_buffer(buffer_, buffer_, 0, 32, 0, wait);
            case Step::Kind::native:
                return queue.native_kernel([&step, this](auto) { run_native(step, tickets_); }, {},
                                           wait);
            default:
                break;
        }
        plan(step);
        kernel_.set_bytes(0, bytes_of(&step));
        return queue.ndrange_kernel(
            kernel_, {.global_size = {step.groups, 1, 1}, .local_size = Index3{1, 1, 1}}, wait);
    }

    void plan(Step& step) {
        step.groups = 1 + pick(Trace::kMaxGroups);
        if (chance(3)) {
            step.failure = some_failure();
            step.failing_group = pick(step.groups);
        }
        if (!chance(15)) return;
        for (unsigned n = 1 + pick(3); n > 0; --n) {
            auto child = std::make_unique<ChildStep>();
            child->groups = 1 + pick(8);
            child->failure = chance(5) ? some_failure() : 0;
            child->flag = static_cast<EnqueueFlag>(pick(3));
            step.children.push_back(std::move(child));
        }
    }

    const Context& context_;
    Kernel kernel_;
    Buffer buffer_;
    std::atomic<std::uint64_t>& tickets_;
    std::mt19937_64 random_;
    std::vector<Queue> queues_;
    std::vector<std::pair<UserEvent, int>> open_;
    std::vector<std::unique_ptr<Step>> steps_;
};

std::uint64_t count_groups(const Step& step) {
    auto groups = static_cast<std::uint64_t>(std::popcount(step.trace.executed.load()));
    for (const auto& child : step.children)
        groups += static_cast<std::uint64_t>(std::popcount(child->trace.executed.load()));
    return groups;
}

void add_up(StressReport& report, const Round& round, std::uint64_t seed) {
    for (const auto& step : round.steps()) {
        report.commands += 1 + step->children.size();
        report.work_groups += count_groups(*step);
        report.failures += step->event.status() < 0;
    }
    for (const std::string& problem : replay(round.steps()))
        report.problems.push_back("seed " + std::to_string(seed) + ": " + problem);
    ++report.rounds;
}

}  // namespace

StressReport run_stress(const StressOptions& options) {
    using Clock = std::chrono::steady_clock;
    StressReport report;
    std::atomic<std::uint64_t> tickets = 0;
    const Platform platform({{.name = "a", .compute_units = 2}, {.name = "b", .compute_units = 2}});
    const Context context(platform.devices());
    std::vector<DeviceQueue> queues;
    for (const Device& device : platform.devices())
        queues.emplace_back(context, device, DeviceQueueProperties{.is_default = true});
    const Program program(context, std::make_shared<StressProgram>(tickets));
    const Kernel kernel(program, "parent");
    for (std::uint64_t seed = options.seed;
         report.work_groups < options.work_groups && report.problems.empty(); ++seed) {
        const auto start = Clock::now();
        Round round(context, kernel, tickets, seed);
        round.run(options.commands_per_round);
        report.seconds += std::chrono::duration<double>(Clock::now() - start).count();
        add_up(report, round, seed);
    }
    return report;
}

}  // namespace clmm::runtime::testing
