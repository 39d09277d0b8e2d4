#include "clmm/runtime/observer.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <thread>

#include "nested.h"

namespace clmm::runtime {
namespace {

using testing::child_of;
using testing::code;
using testing::Gate;
using testing::Machine;
using testing::Nested;

/// Passes sets of points along as the rules say: a point is `what:id`.
class Recorder final : public Observer {
public:
    using Points = std::set<std::string>;

    void memory_created(const MemoryArgument& memory, bool has_contents) override {
        note((has_contents ? "created with contents " : "created ") + std::to_string(memory.size));
    }
    void memory_freed(const MemoryArgument& memory) override {
        note("freed " + std::to_string(memory.size));
    }
    void enqueued(CommandId command, CommandType /*type*/, CommandId parent) override {
        const std::lock_guard lock(mutex_);
        // What a work-item does stands for its kernel-instance here.
        const Points& known =
            parent != 0 ? commands_[parent] : threads_[std::this_thread::get_id()];
        commands_[command].insert(known.begin(), known.end());
        commands_[command].insert("enqueued:" + std::to_string(command));
    }
    void started(CommandId command, std::span<const CommandId> completed) override {
        const std::lock_guard lock(mutex_);
        for (const CommandId earlier : completed) join(commands_[command], completions_[earlier]);
    }
    void started_after_parent(CommandId command, CommandId parent) override {
        const std::lock_guard lock(mutex_);
        join(commands_[command], ends_[parent]);
    }
    void started_after_group(CommandId command, CommandId parent,
                             std::uint64_t work_group) override {
        const std::lock_guard lock(mutex_);
        EXPECT_TRUE(groups_.contains({parent, work_group}));
        commands_[command].insert("group:" + std::to_string(work_group));
    }
    void touched(CommandId /*command*/, std::span<const MemoryTouch> touches) override {
        for (const MemoryTouch& touch : touches)
            note(std::string(touch.writes ? "writes " : "reads ") +
                 std::to_string(std::accumulate(touch.extent.begin(), touch.extent.end(),
                                                std::size_t{1}, std::multiplies<>())));
    }
    void group_ended(CommandId command, std::uint64_t work_group) override {
        const std::lock_guard lock(mutex_);
        groups_.insert({command, work_group});
    }
    void ended(CommandId command) override {
        const std::lock_guard lock(mutex_);
        ends_[command] = commands_[command];
        ends_[command].insert("ended:" + std::to_string(command));
    }
    void child_completed(CommandId parent, CommandId child) override {
        const std::lock_guard lock(mutex_);
        join(commands_[parent], completions_[child]);
    }
    void completed(CommandId command) override {
        const std::lock_guard lock(mutex_);
        EXPECT_FALSE(completions_.contains(command)) << "completed twice";
        completions_[command] = commands_[command];
        completions_[command].insert("completed:" + std::to_string(command));
    }
    void waited(CommandId command) override {
        const std::lock_guard lock(mutex_);
        EXPECT_TRUE(completions_.contains(command)) << "told too late";
        join(threads_[std::this_thread::get_id()], completions_[command]);
    }
    void status_set(CommandId event) override {
        const std::lock_guard lock(mutex_);
        join(commands_[event], threads_[std::this_thread::get_id()]);
        commands_[event].insert("set:" + std::to_string(event));
    }
    void callback_begins(CommandId event) override {
        const std::lock_guard lock(mutex_);
        threads_[std::this_thread::get_id()] = completions_[event];
    }
    void callback_ends() override {
        const std::lock_guard lock(mutex_);
        threads_.erase(std::this_thread::get_id());
    }
    void native_begins(CommandId command) override {
        const std::lock_guard lock(mutex_);
        threads_[std::this_thread::get_id()] = commands_[command];
    }
    void native_ends() override {
        const std::lock_guard lock(mutex_);
        threads_.erase(std::this_thread::get_id());
    }

    [[nodiscard]] Points known_here() const {
        const std::lock_guard lock(mutex_);
        const auto found = threads_.find(std::this_thread::get_id());
        return found == threads_.end() ? Points{} : found->second;
    }
    /// What the command knew when it was complete.
    [[nodiscard]] Points known_to(const Event& event) const {
        const std::lock_guard lock(mutex_);
        return completions_.at(event.command_id());
    }
    [[nodiscard]] std::vector<std::string> notes() const {
        const std::lock_guard lock(mutex_);
        return notes_;
    }

private:
    static void join(Points& to, const Points& from) { to.insert(from.begin(), from.end()); }
    void note(std::string text) {
        const std::lock_guard lock(mutex_);
        notes_.push_back(std::move(text));
    }

    mutable std::mutex mutex_;
    std::map<std::thread::id, Points> threads_;
    std::map<CommandId, Points> commands_;
    std::map<CommandId, Points> ends_;
    std::map<CommandId, Points> completions_;
    std::set<std::pair<CommandId, std::uint64_t>> groups_;
    std::vector<std::string> notes_;
};

std::string completion(const Event& event) {
    return "completed:" + std::to_string(event.command_id());
}

struct Observed {
    std::shared_ptr<Recorder> recorder = std::make_shared<Recorder>();
    Machine machine{4, {.observer = recorder}};

    [[nodiscard]] bool knows(const Event& later, const Event& earlier) const {
        return recorder->known_to(later).contains(completion(earlier));
    }
    [[nodiscard]] Event nothing(const CommandQueue& queue, const WaitList& wait = {}) const {
        return queue.native_kernel([](auto) {}, {}, wait);
    }
};

TEST(Observer, rule_2_a_command_knows_what_it_waited_for_and_no_other) {
    const Observed o;
    const Event a = o.nothing(o.machine.out_of_order);
    const Event b = o.nothing(o.machine.out_of_order);
    const Event c = o.nothing(o.machine.out_of_order, {a});
    o.machine.out_of_order.finish();
    EXPECT_TRUE(o.knows(c, a));
    EXPECT_FALSE(o.knows(c, b));
}

TEST(Observer, rule_2_holds_where_the_event_was_complete_before) {
    const Observed o;
    const Event a = o.nothing(o.machine.out_of_order);
    o.machine.out_of_order.finish();
    std::thread([&] {
        const Event b = o.nothing(o.machine.out_of_order, {a});
        o.machine.out_of_order.flush();
        b.wait();
        EXPECT_TRUE(o.knows(b, a));
    }).join();
}

TEST(Observer, rule_4_a_thread_knows_what_it_waited_for_and_another_thread_does_not) {
    const Observed o;
    const Event a = o.nothing(o.machine.out_of_order);
    const Event b = o.nothing(o.machine.out_of_order);
    a.wait();
    EXPECT_TRUE(o.recorder->known_here().contains(completion(a)));
    EXPECT_FALSE(o.recorder->known_here().contains(completion(b)));
    std::thread([&] { EXPECT_TRUE(o.recorder->known_here().empty()); }).join();
    o.machine.out_of_order.finish();
    EXPECT_TRUE(o.recorder->known_here().contains(completion(b))) << "rule 8";
}

TEST(Observer, rule_5_commands_of_an_in_order_queue_know_what_was_before) {
    const Observed o;
    const Event a = o.nothing(o.machine.in_order);
    const Event other = o.nothing(o.machine.out_of_order);
    const Event b = o.nothing(o.machine.in_order);
    o.machine.in_order.finish();
    o.machine.out_of_order.finish();
    EXPECT_TRUE(o.knows(b, a));
    EXPECT_FALSE(o.knows(b, other));
}

TEST(Observer, rules_6_and_7_markers_know_all_before_and_barriers_are_known_behind) {
    const Observed o;
    const CommandQueue& queue = o.machine.out_of_order;
    const Event a = o.nothing(queue);
    const Event marker = queue.marker();
    const Event b = o.nothing(queue);
    const Event barrier = queue.barrier();
    const Event c = o.nothing(queue);
    queue.finish();
    EXPECT_TRUE(o.knows(marker, a));
    EXPECT_FALSE(o.knows(b, a)) << "a marker orders nothing behind it";
    EXPECT_TRUE(o.knows(barrier, a));
    EXPECT_TRUE(o.knows(barrier, b));
    EXPECT_TRUE(o.knows(c, b));
}

TEST(Observer, rule_11_a_callback_knows_its_event) {
    const Observed o;
    Gate called;
    const Event a = o.nothing(o.machine.in_order);
    const Event b = o.nothing(o.machine.in_order);
    Recorder::Points known;
    a.set_callback(0, [&](int) {
        known = o.recorder->known_here();
        called.open();
    });
    o.machine.in_order.finish();
    called.wait();
    EXPECT_TRUE(known.contains(completion(a)));
    EXPECT_FALSE(known.contains(completion(b)));
}

TEST(Observer, rule_12_what_waits_for_a_user_event_knows_who_set_it) {
    const Observed o;
    const UserEvent go(o.machine.context);
    const Event a = o.nothing(o.machine.out_of_order);
    const Event waits = o.nothing(o.machine.out_of_order, {go});
    const Event free = o.nothing(o.machine.out_of_order);
    o.machine.out_of_order.flush();
    a.wait();
    free.wait();
    go.set_status(0);
    o.machine.out_of_order.finish();
    EXPECT_TRUE(o.knows(waits, a)) << "through the thread that set it";
    EXPECT_FALSE(o.knows(free, a));
}

struct ObservedNested {
    std::shared_ptr<Recorder> recorder = std::make_shared<Recorder>();
    Machine machine{4, {.observer = recorder}};
    DeviceQueue queue{machine.context, machine.device, {true, 0}};

    /// The child's event as the host sees it is unknown; its parent's completion knows it.
    [[nodiscard]] Recorder::Points run(EnqueueFlag flag) const {
        const auto child = code("child", [](auto&) {});
        const Event parent = machine.in_order.ndrange_kernel(
            machine.kernel([&](const FunctionCall& call) {
                call.environment.enqueue_child(child_of(call, child, flag));
            }),
            {.global_size = {1, 1, 1}, .local_size = Index3{1, 1, 1}});
        parent.wait();
        Recorder::Points known = recorder->known_to(parent);
        known.erase(completion(parent));
        return known;
    }
    [[nodiscard]] static std::size_t count(const Recorder::Points& points,
                                           const std::string& prefix) {
        return static_cast<std::size_t>(std::ranges::count_if(
            points, [&](const std::string& each) { return each.starts_with(prefix); }));
    }
};

TEST(Observer, a_parent_knows_the_completion_of_its_children) {
    const ObservedNested o;
    EXPECT_EQ(ObservedNested::count(o.run(EnqueueFlag::no_wait), "completed:"), 1U);
}

TEST(Observer, rule_13_a_child_that_waits_for_the_kernel_knows_its_end) {
    EXPECT_EQ(ObservedNested::count(ObservedNested().run(EnqueueFlag::wait_kernel), "ended:"), 1U);
    EXPECT_EQ(ObservedNested::count(ObservedNested().run(EnqueueFlag::no_wait), "ended:"), 0U);
}

TEST(Observer, rule_14_a_child_that_waits_for_the_group_knows_its_end) {
    EXPECT_EQ(ObservedNested::count(ObservedNested().run(EnqueueFlag::wait_work_group), "group:"),
              1U);
    EXPECT_EQ(ObservedNested::count(ObservedNested().run(EnqueueFlag::no_wait), "group:"), 0U);
}

TEST(Observer, commands_tell_the_bytes_that_they_touch) {
    const Observed o;
    std::vector<int> numbers(16);
    {
        const Buffer a(o.machine.context, 64);
        const Buffer b(o.machine.context, 32,
                       {KernelAccess::read_write, HostAccess::read_write, HostPointer::copy},
                       numbers.data());
        o.machine.in_order.write_buffer(a, Blocking::yes, 0, 8, numbers.data());
        o.machine.in_order.read_buffer(a, Blocking::yes, 4, 4, numbers.data());
        static_cast<void>(o.machine.in_order.copy_buffer(a, b, 0, 0, 16));
        const Mapping mapping =
            o.machine.in_order.map_buffer(a, Blocking::yes, MapFlag::write, 0, 24);
        static_cast<void>(o.machine.in_order.unmap(a, mapping.pointer));
        o.machine.in_order.finish();
    }
    const std::vector<std::string> expected = {"created 64", "created with contents 32",
                                               "reads 8",    "writes 8",
                                               "reads 4",    "writes 4",
                                               "reads 16",   "writes 16",
                                               "reads 24",   "reads 24",
                                               "freed 32",   "freed 64"};
    EXPECT_EQ(o.recorder->notes(), expected);
}

}  // namespace
}  // namespace clmm::runtime
