#include "host/run.h"

#include <algorithm>

#include "clmm/base/reject.h"
#include "units/command.h"

namespace clmm::runtime::host {
namespace {

constexpr std::uint64_t kOutOfOrder = 1;
constexpr std::uint64_t kQueueOnDevice = 4;

}  // namespace

namespace {

std::shared_ptr<Checks> checks_of(CheckSet wanted, Schedule* writes) {
    wanted.writes = writes;
    return wanted.any() ? make_checks(wanted) : nullptr;
}

}  // namespace

Run::Run(std::shared_ptr<const HostProgram::Code> code, const Platform& platform,
         LocalObjects local, Schedule* writes, Schedule* failures)
    : code_(std::move(code)),
      is_weak_(writes != nullptr),
      checks_(checks_of(code_->checks, writes)),
      host_checks_(checks_ ? std::make_unique<check::HostChecks>(*checks_) : nullptr),
      context_(platform.devices(), sinks()),
      program_(context_, program_of(*code_)) {
    failures_.schedule = failures;
    for (const Device& device : context_.devices())
        default_queues_.emplace_back(context_, device, DeviceQueueProperties{.is_default = true});
    declare();
    program_device_number_ = first_device();
    memory_ = std::make_unique<Memory>(*code_, context_, program_,
                                       context_.devices()[program_device_number_], local);
    start_checks();
}

ContextSinks Run::sinks() {
    return {.print = {},
            .report =
                [this](const Finding& finding) {
                    const std::scoped_lock lock(mutex);
                    reported_.push_back(finding);
                },
            .error = {},
            .observer = checks_};
}

/// The host's own memory is none that the runtime knows; the initial state has a value for all.
void Run::start_checks() {
    if (!host_checks_) return;
    const std::lock_guard lock(*host_checks_);
    for (const Object& object : memory_->objects()) host_checks_->give_values(object.base);
    for (const Object& object : memory_->objects())
        if (!object.own.empty() && object.is_of_host())
            host_checks_->declare(
                object.base, object.size,
                object.is_system_svm ? check::Memory::system_svm : check::Memory::host);
    objects_made_ = host_checks_->release_thread();
}

void Run::order_start() const {
    if (!host_checks_) return;
    const std::lock_guard lock(*host_checks_);
    host_checks_->acquire_thread(objects_made_);
}

void Run::enter_api(const std::string& thread, Span span) const {
    if (!host_checks_) return;
    const std::lock_guard lock(*host_checks_);
    host_checks_->at({thread, code_->tree.source, span});
}

std::vector<Finding> Run::findings() const {
    std::vector<Finding> all;
    {
        const std::scoped_lock lock(mutex);
        all = reported_;
    }
    if (checks_)
        for (Finding& each : checks_->findings()) all.push_back(std::move(each));
    return all;
}

/// That of the first queue that the initial state declares.
std::uint64_t Run::first_device() const {
    const auto queue = std::ranges::find_if(queues_, [](const auto& each) { return !!each.host; });
    return queue == queues_.end() ? 0 : queue->device_number;
}

void Run::declare() {
    for (const syntax::InitEntry& entry : code_->tree.initial_state) {
        if (!entry.type || !entry.type->pointers.empty()) continue;
        if (entry.type->base == "cl_event") declared_[entry.name] = add_user_event(entry.name);
        if (entry.type->base != "cl_command_queue") continue;
        std::uint64_t numbers[2] = {0, 0};
        if (entry.value)
            if (const auto* list = std::get_if<syntax::InitializerList>(&entry.value->node))
                for (std::size_t i = 0; i < list->elements.size() && i < 2; ++i)
                    numbers[i] = constant_of(*list->elements[i]);
        declared_[entry.name] = add_queue(entry.name, numbers[0], numbers[1], entry.span);
    }
}

Device Run::device(std::uint64_t number, Span span) const {
    if (number >= context_.devices().size())
        reject(
            "E-UNSUPPORTED",
            "a test is executed on devices 0 to " + std::to_string(context_.devices().size() - 1),
            span);
    return context_.devices()[number];
}

std::uint64_t Run::add_queue(std::string name, std::uint64_t number, std::uint64_t properties,
                             Span span) {
    QueueHandle queue{.name = std::move(name), .host = {}, .device = {}, .device_number = number};
    if ((properties & kQueueOnDevice) != 0)
        queue.device.emplace(context_, device(number, span));
    else
        queue.host.emplace(
            context_, device(number, span),
            QueueProperties{.out_of_order = (properties & kOutOfOrder) != 0, .profiling = true});
    const std::scoped_lock lock(mutex);
    if (queue.name.empty()) queue.name = "queue " + std::to_string(queues_.size() + 1);
    queues_.push_back(std::move(queue));
    return queues_.size();
}

std::uint64_t Run::add_user_event(std::string name) {
    const UserEvent user(context_);
    const std::scoped_lock lock(mutex);
    if (name.empty()) name = "user event " + std::to_string(events_.size() + 1);
    events_.push_back({std::move(name), user.event(), user});
    return events_.size();
}

std::uint64_t Run::add_command(std::string name, std::uint64_t queue, const Event& event) {
    if (host_checks_) {
        const std::lock_guard checked(*host_checks_);
        host_checks_->name_command(name);
    }
    const std::scoped_lock lock(mutex);
    commands_.push_back({name, queues_[queue - 1].name, event});
    events_.push_back({std::move(name), event, std::nullopt});
    return events_.size();
}

QueueHandle Run::queue(std::uint64_t handle, Span span) const {
    const std::scoped_lock lock(mutex);
    if (handle == 0 || handle > queues_.size()) reject("E-EXEC", "this is no command-queue", span);
    return queues_[handle - 1];
}

EventHandle Run::event(std::uint64_t handle, Span span) const {
    const std::scoped_lock lock(mutex);
    if (handle == 0 || handle > events_.size())
        reject("E-EXEC", "this is no event", span, "nothing has been assigned to it");
    return events_[handle - 1];
}

std::optional<std::uint64_t> Run::declared(const std::string& name) const {
    const auto found = declared_.find(name);
    return found == declared_.end() ? std::nullopt : std::optional(found->second);
}

// ---- how it goes on ----

void Run::begin_thread() {
    const std::scoped_lock lock(mutex);
    ++threads_;
}

void Run::end_thread() {
    const std::scoped_lock lock(mutex);
    --threads_;
    changed_.notify_all();
}

void Run::begin_callback() {
    const std::scoped_lock lock(mutex);
    ++callbacks_;
}

void Run::end_callback() {
    const std::scoped_lock lock(mutex);
    --callbacks_;
    changed_.notify_all();
}

void Run::close_user_events() {
    for (const EventHandle& event : events_)
        if (event.user && event.event.state() != CommandState::complete)
            event.user->set_status(static_cast<int>(ErrorCode::invalid_event));
}

void Run::fail(Diagnostic diagnostic) {
    if (!diagnostic.source) diagnostic.source = code_->tree.source;
    const std::scoped_lock lock(mutex);
    failure_.push_back(std::move(diagnostic));
    changed_.notify_all();
}

void Run::note(const std::string& thread, std::string what) {
    const std::scoped_lock lock(mutex);
    if (what.empty())
        waiting_.erase(thread);
    else
        waiting_[thread] = std::move(what);
}

bool Run::is_idle() const {
    return threads_ == 0 && callbacks_ == 0 &&
           std::ranges::all_of(commands_, [](const HostCommand& command) {
               return command.event.state() == CommandState::complete;
           });
}

bool Run::wait_for_all(const Budget& budget) {
    std::unique_lock lock(mutex);
    std::size_t flushed = 0;
    while (failure_.empty() && !is_idle()) {
        if (budget.exceeded()) return false;
        // What nobody has flushed must run all the same once no thread is left that could do it.
        if (threads_ == 0 && flushed < commands_.size()) {
            flushed = commands_.size();
            std::vector<CommandQueue> queues;
            for (const QueueHandle& queue : queues_)
                if (queue.host) queues.push_back(*queue.host);
            lock.unlock();
            for (const CommandQueue& queue : queues) queue.flush();
            lock.lock();
        }
        // Commands complete without telling this thread.
        changed_.wait_for(
            lock, threads_ == 0 ? std::chrono::microseconds(50) : std::chrono::microseconds(5000));
    }
    return true;
}

Diagnostics Run::failure() const {
    const std::scoped_lock lock(mutex);
    return failure_;
}

std::vector<std::string> Run::unfinished() const {
    const std::scoped_lock lock(mutex);
    std::vector<std::string> lines;
    for (const auto& [thread, what] : waiting_) lines.push_back(thread + " " + what);
    for (const HostCommand& command : commands_)
        if (command.event.state() != CommandState::complete)
            lines.push_back("the command '" + command.name + "' on " + command.queue + " is " +
                            std::string(to_string(command.event.state())));
    for (const EventHandle& event : events_)
        if (event.user && event.event.state() != CommandState::complete)
            lines.push_back("the status of the user event '" + event.name + "' was never set");
    return lines;
}

std::vector<HostCommand> Run::commands() const {
    const std::scoped_lock lock(mutex);
    return commands_;
}

}  // namespace clmm::runtime::host
