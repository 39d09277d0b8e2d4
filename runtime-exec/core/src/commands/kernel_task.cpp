#include "commands/kernel_task.h"

#include <utility>

#include "objects/memory_core.h"

namespace clmm::runtime {

std::uint64_t KernelTask::start(Command& command, WorkerScratch&) {
    command_ = &command;
    instance_ = launch_.code->instantiate(launch_.range, std::move(launch_.arguments), *this);
    require(instance_ != nullptr, ErrorCode::invalid_program_executable,
            "the kernel has no executable code for this device");
    return work_group_count(launch_.range);
}

void KernelTask::run_groups(std::uint64_t first, std::uint64_t count, WorkerScratch& scratch) {
    WorkGroup group = work_group(launch_.range, first);
    for (std::uint64_t i = 0; i < count; ++i) {
        if (cancelled_.load(std::memory_order_relaxed)) return;
        run_group(group, scratch);
        if (i + 1 < count) advance(launch_.range, group);
    }
}

void KernelTask::run_group(const WorkGroup& group, WorkerScratch& scratch) {
    try {
        instance_->run(group, scratch);
    } catch (const Error& error) {
        fail(error.code(), error.sentence());
    } catch (const std::exception& error) {
        fail(ErrorCode::out_of_resources, error.what());
    } catch (...) {
        fail(ErrorCode::out_of_resources, "something was thrown");
    }
    // The children of this work-group were enqueued by this thread.
    group_done(group.linear_id);
}

void KernelTask::group_done(std::uint64_t work_group) {
    if (awaited_groups_.load(std::memory_order_relaxed) != 0) group_ended(work_group);
}

void KernelTask::fail(ErrorCode code, std::string sentence) {
    cancelled_.store(true, std::memory_order_relaxed);
    command_->fail({static_cast<int>(code), std::move(sentence)});
}

void KernelTask::group_ended(std::uint64_t work_group) {
    std::vector<CommandPtr> children;
    {
        const std::lock_guard lock(mutex_);
        const auto found = group_dependants_.find(work_group);
        if (found == group_dependants_.end()) return;
        children = std::move(found->second);
        group_dependants_.erase(found);
        awaited_groups_.fetch_sub(1, std::memory_order_relaxed);
    }
    if (Observer* observer = launch_.context->observer())
        observer->group_ended(command_->id(), work_group);
    Progress progress;
    for (const CommandPtr& child : children) {
        if (cancelled_.load(std::memory_order_relaxed))
            child->fail({static_cast<int>(ErrorCode::exec_status_error_for_events_in_wait_list),
                         "its parent terminated"});
        child->release(progress);
    }
    progress.drain();
}

void KernelTask::ended(Progress& progress) {
    instance_.reset();
    // Nobody else can set user events of this kernel-instance; what waits for them must end.
    std::unordered_map<DeviceEvent, EventEntry> events;
    {
        const std::lock_guard lock(mutex_);
        events.swap(events_);
    }
    for (const auto& [event, held] : events)
        if (held.command->type() == CommandType::user)
            static_cast<void>(
                held.command->set_user_status({static_cast<int>(ErrorCode::invalid_event),
                                               "the kernel ended without setting its user event"},
                                              progress));
}

// ---- device-side enqueue ----

QueueArgument KernelTask::default_queue() {
    const auto queue = launch_.context->default_queue(*launch_.device);
    return {queue ? queue->id : 0};
}

std::shared_ptr<DeviceQueueCore> KernelTask::own_queue(QueueArgument queue) const {
    auto core = launch_.context->queue(queue.queue);
    require(core != nullptr, ErrorCode::invalid_command_queue,
            "there is no such on-device queue in the context");
    require(core->device == launch_.device, ErrorCode::invalid_device_queue,
            "the on-device queue is another device's");
    return core;
}

void KernelTask::tell_enqueued(const Command& child) const {
    if (Observer* observer = launch_.context->observer())
        observer->enqueued(child.id(), child.type(), command_->id());
}

CommandPtr KernelTask::make_child(CommandType type, std::unique_ptr<Task> task,
                                  const std::shared_ptr<DeviceQueueCore>& queue) const {
    auto child = std::make_shared<Command>(
        type,
        Command::Setting{.context = launch_.context, .device = launch_.device, .stamped = true},
        std::move(task));
    child->carry(take_ticket(queue));
    tell_enqueued(*child);
    return child;
}

DeviceEvent KernelTask::link(const CommandPtr& child, const std::vector<DeviceEvent>& wait_list,
                             bool wants_event) {
    const std::lock_guard lock(mutex_);
    for (const DeviceEvent event : wait_list)
        static_cast<void>(entry(event, ErrorCode::invalid_event_wait_list));
    for (const DeviceEvent event : wait_list)
        child->after(*entry(event, ErrorCode::invalid_event_wait_list).command,
                     OnFailure::terminate);
    const DeviceEvent handle = wants_event ? add_event(child) : 0;
    launch_.context->platform->outstanding.enter();
    child->become_child_of(command_->shared_from_this());
    return handle;
}

void KernelTask::hold_back(const CommandPtr& child, EnqueueFlag flag, std::uint64_t work_group) {
    if (flag == EnqueueFlag::wait_kernel) child->after_end_of(*command_);
    if (flag != EnqueueFlag::wait_work_group) return;
    child->after_group(work_group);
    const std::lock_guard lock(mutex_);
    auto& waiting = group_dependants_[work_group];
    if (waiting.empty()) awaited_groups_.fetch_add(1, std::memory_order_relaxed);
    waiting.push_back(child);
}

DeviceEvent KernelTask::enqueue_child(const ChildLaunch& child) {
    const auto queue = own_queue(child.queue);
    require(child.kernel != nullptr, ErrorCode::invalid_kernel, "there is no child kernel");
    require(child.flag != EnqueueFlag::wait_work_group ||
                child.work_group < work_group_count(launch_.range),
            ErrorCode::invalid_value, "the parent has no such work-group");
    Launch launch{.context = launch_.context,
                  .device = launch_.device,
                  .code = child.kernel,
                  .range = child.range,
                  .arguments = child.arguments,
                  .kept = launch_.kept,
                  .program = launch_.program,
                  .scope = launch_.scope};
    check_launch(launch);
    std::unique_ptr<Task> task;
    if (work_item_count(child.range) > 0) task = std::make_unique<KernelTask>(std::move(launch));
    const CommandPtr command = make_child(CommandType::child_kernel, std::move(task), queue);
    const DeviceEvent event = link(command, child.wait_list, child.wants_event);
    hold_back(command, child.flag, child.work_group);
    Progress progress;
    command->submit(progress);
    progress.drain();
    return event;
}

DeviceEvent KernelTask::enqueue_marker(QueueArgument queue,
                                       const std::vector<DeviceEvent>& wait_list) {
    require(!wait_list.empty(), ErrorCode::invalid_event_wait_list,
            "a marker waits for at least one event");
    const CommandPtr command = make_child(CommandType::marker, nullptr, own_queue(queue));
    const DeviceEvent event = link(command, wait_list, true);
    Progress progress;
    command->submit(progress);
    progress.drain();
    return event;
}

// ---- events ----

KernelTask::EventEntry& KernelTask::entry(DeviceEvent event, ErrorCode code) {
    const auto found = events_.find(event);
    require(found != events_.end(), code, "there is no such event in the kernel-instance");
    return found->second;
}

DeviceEvent KernelTask::add_event(CommandPtr command) {
    events_.emplace(next_event_, EventEntry{std::move(command)});
    return next_event_++;
}

DeviceEvent KernelTask::create_user_event() {
    auto command = std::make_shared<Command>(
        CommandType::user, Command::Setting{.context = launch_.context, .device = nullptr},
        nullptr);
    tell_enqueued(*command);
    const std::lock_guard lock(mutex_);
    return add_event(std::move(command));
}

void KernelTask::set_user_event_status(DeviceEvent event, int status) {
    require(status <= 0, ErrorCode::invalid_value,
            "the status of a user event becomes CL_COMPLETE or negative");
    CommandPtr command;
    {
        const std::lock_guard lock(mutex_);
        command = entry(event, ErrorCode::invalid_event).command;
    }
    require(command->type() == CommandType::user, ErrorCode::invalid_event,
            "the event is not a user event");
    if (Observer* observer = launch_.context->observer()) observer->status_set(command->id());
    Progress progress;
    const bool first = command->set_user_status(
        {status, "a user event was set to " + status_name(status)}, progress);
    progress.drain();
    require(first, ErrorCode::invalid_operation, "the status of the user event was set before");
}

void KernelTask::retain_event(DeviceEvent event) {
    const std::lock_guard lock(mutex_);
    ++entry(event, ErrorCode::invalid_event).references;
}

void KernelTask::release_event(DeviceEvent event) {
    CommandPtr last;
    {
        const std::lock_guard lock(mutex_);
        auto& held = entry(event, ErrorCode::invalid_event);
        if (--held.references > 0) return;
        last = std::move(held.command);
        events_.erase(event);
    }
    if (last->type() != CommandType::user) return;
    Progress progress;
    static_cast<void>(
        last->set_user_status({static_cast<int>(ErrorCode::invalid_event),
                               "the user event was released before its status was set"},
                              progress));
    progress.drain();
}

bool KernelTask::is_valid_event(DeviceEvent event) {
    const std::lock_guard lock(mutex_);
    return events_.contains(event);
}

void KernelTask::capture_profiling_info(DeviceEvent event, std::uint64_t* value) {
    CommandPtr command;
    {
        const std::lock_guard lock(mutex_);
        command = entry(event, ErrorCode::invalid_event).command;
    }
    require(command->type() == CommandType::child_kernel, ErrorCode::invalid_event,
            "only child kernels have profiling information");
    command->capture_times(value);
}

// ---- memory ----

MemoryArgument KernelTask::program_scope() {
    return launch_.scope ? launch_.scope->argument() : MemoryArgument{};
}

std::optional<MemoryArgument> KernelTask::memory_at(const void* address) {
    const auto memory = launch_.context->memory_at(address);
    return memory ? std::optional(memory->argument()) : std::nullopt;
}

}  // namespace clmm::runtime
