#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "clmm/runtime/execution_environment.h"
#include "clmm/runtime/kernel_code.h"
#include "commands/command.h"
#include "commands/launch.h"
#include "platform/context_core.h"

namespace clmm::runtime {

/// Executes a kernel-instance, and is what it sees of the runtime.
///
/// Threads  run_groups and the environment: all compute units of the device at once. The device's
///          events and the work-groups that children wait for share one lock, which only
///          device-side enqueue takes.
/// Source   "Execution of kernel-instances"; "Device-side enqueue".
class KernelTask final : public Task, private ExecutionEnvironment {
public:
    explicit KernelTask(Launch launch) : launch_(std::move(launch)) {}

    std::uint64_t start(Command& command, WorkerScratch& scratch) override;
    void run_groups(std::uint64_t first, std::uint64_t count, WorkerScratch& scratch) override;
    void ended(Progress& progress) override;

    // ---- for who executes the work-groups otherwise ----

    [[nodiscard]] KernelInstance& instance() { return *instance_; }
    void stop(ErrorCode code, std::string sentence) { fail(code, std::move(sentence)); }
    [[nodiscard]] bool is_stopped() const { return cancelled_.load(std::memory_order_relaxed); }
    /// Lets the children go on that wait for a work-group.
    void group_done(std::uint64_t work_group);

private:
    struct EventEntry {
        CommandPtr command;
        unsigned references = 1;
    };

    // ---- ExecutionEnvironment ----

    QueueArgument default_queue() override;
    DeviceEvent enqueue_child(const ChildLaunch& child) override;
    DeviceEvent enqueue_marker(QueueArgument queue,
                               const std::vector<DeviceEvent>& wait_list) override;
    DeviceEvent create_user_event() override;
    void set_user_event_status(DeviceEvent event, int status) override;
    void retain_event(DeviceEvent event) override;
    void release_event(DeviceEvent event) override;
    bool is_valid_event(DeviceEvent event) override;
    void capture_profiling_info(DeviceEvent event, std::uint64_t* value) override;
    MemoryArgument program_scope() override;
    std::optional<MemoryArgument> memory_at(const void* address) override;
    void print(std::string_view text) override { launch_.context->print(text); }
    void report(Finding finding) override { launch_.context->report(finding); }
    Observer* observer() const override { return launch_.context->observer(); }
    std::uint64_t command_id() const override { return command_->id(); }
    std::uint64_t device_id() const override {
        return reinterpret_cast<std::uintptr_t>(launch_.device.get());
    }
    const std::atomic<bool>& cancelled() const override { return cancelled_; }
    void fail(ErrorCode code, std::string sentence) override;

    // ---- parts of it ----

    void run_group(const WorkGroup& group, WorkerScratch& scratch);
    void group_ended(std::uint64_t work_group);
    [[nodiscard]] std::shared_ptr<DeviceQueueCore> own_queue(QueueArgument queue) const;
    [[nodiscard]] CommandPtr make_child(CommandType type, std::unique_ptr<Task> task,
                                        const std::shared_ptr<DeviceQueueCore>& queue) const;
    void tell_enqueued(const Command& child) const;
    /// Makes it wait for what it must and be waited for; a handle for it if wanted.
    DeviceEvent link(const CommandPtr& child, const std::vector<DeviceEvent>& wait_list,
                     bool wants_event);
    void hold_back(const CommandPtr& child, EnqueueFlag flag, std::uint64_t work_group);
    /// Guarded by the lock, as the caller holds it.
    [[nodiscard]] EventEntry& entry(DeviceEvent event, ErrorCode code);
    DeviceEvent add_event(CommandPtr command);

    Launch launch_;
    Command* command_ = nullptr;  ///< whose task this is
    std::unique_ptr<KernelInstance> instance_;
    std::atomic<bool> cancelled_ = false;
    std::atomic<std::uint64_t> awaited_groups_ = 0;

    std::mutex mutex_;
    std::unordered_map<std::uint64_t, std::vector<CommandPtr>> group_dependants_;
    std::unordered_map<DeviceEvent, EventEntry> events_;
    DeviceEvent next_event_ = 1;
};

}  // namespace clmm::runtime
