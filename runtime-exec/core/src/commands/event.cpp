#include "clmm/runtime/event.h"

#include <array>
#include <utility>

#include "commands/command.h"
#include "platform/context_core.h"
#include "queues/core.h"

namespace clmm::runtime {

std::string_view to_string(CommandState state) {
    switch (state) {
        case CommandState::queued:
            return "queued";
        case CommandState::submitted:
            return "submitted";
        case CommandState::ready:
            return "ready";
        case CommandState::running:
            return "running";
        case CommandState::ended:
            return "ended";
        case CommandState::complete:
            break;
    }
    return "complete";
}

std::string_view to_string(CommandType type) {
    // In the order of the enumeration.
    static constexpr std::array<std::string_view, 31> kNames = {"CL_COMMAND_USER",
                                                                "CL_COMMAND_NDRANGE_KERNEL",
                                                                "CL_COMMAND_NATIVE_KERNEL",
                                                                "CL_COMMAND_CHILD_KERNEL",
                                                                "CL_COMMAND_INITIALIZER_KERNEL",
                                                                "CL_COMMAND_FINALIZER_KERNEL",
                                                                "CL_COMMAND_MARKER",
                                                                "CL_COMMAND_BARRIER",
                                                                "CL_COMMAND_READ_BUFFER",
                                                                "CL_COMMAND_WRITE_BUFFER",
                                                                "CL_COMMAND_COPY_BUFFER",
                                                                "CL_COMMAND_FILL_BUFFER",
                                                                "CL_COMMAND_READ_BUFFER_RECT",
                                                                "CL_COMMAND_WRITE_BUFFER_RECT",
                                                                "CL_COMMAND_COPY_BUFFER_RECT",
                                                                "CL_COMMAND_MAP_BUFFER",
                                                                "CL_COMMAND_READ_IMAGE",
                                                                "CL_COMMAND_WRITE_IMAGE",
                                                                "CL_COMMAND_COPY_IMAGE",
                                                                "CL_COMMAND_FILL_IMAGE",
                                                                "CL_COMMAND_COPY_IMAGE_TO_BUFFER",
                                                                "CL_COMMAND_COPY_BUFFER_TO_IMAGE",
                                                                "CL_COMMAND_MAP_IMAGE",
                                                                "CL_COMMAND_UNMAP_MEM_OBJECT",
                                                                "CL_COMMAND_MIGRATE_MEM_OBJECTS",
                                                                "CL_COMMAND_SVM_FREE",
                                                                "CL_COMMAND_SVM_MEMCPY",
                                                                "CL_COMMAND_SVM_MEMFILL",
                                                                "CL_COMMAND_SVM_MAP",
                                                                "CL_COMMAND_SVM_UNMAP",
                                                                "CL_COMMAND_SVM_MIGRATE_MEM"};
    static_assert(kNames.size() == static_cast<std::size_t>(CommandType::svm_migrate_mem) + 1);
    return kNames[static_cast<std::size_t>(type)];
}

namespace {

Command& of(const Event& event) {
    require(static_cast<bool>(event), ErrorCode::invalid_event, "the event is of no command");
    return *event.command();
}

}  // namespace

CommandType Event::type() const { return of(*this).type(); }
std::uint64_t Event::command_id() const { return of(*this).id(); }
CommandState Event::state() const { return of(*this).state(); }
int Event::status() const { return of(*this).status(); }
std::string Event::failure() const { return of(*this).failure(); }
Profile Event::profile() const { return of(*this).profile(); }
void Event::wait() const { of(*this).wait(); }

void Event::set_callback(int status, std::function<void(int)> callback) const {
    require(status >= 0 && status <= 2, ErrorCode::invalid_value,
            "callbacks are for CL_SUBMITTED, CL_RUNNING or CL_COMPLETE");
    require(callback != nullptr, ErrorCode::invalid_value, "there is no callback");
    of(*this).set_callback(status, std::move(callback));
}

void wait_for_events(const WaitList& events) {
    require(!events.empty(), ErrorCode::invalid_value, "there is no event to wait for");
    for (const Event& event : events)
        require(of(event).place().context == of(events.front()).place().context,
                ErrorCode::invalid_context, "the events belong to several contexts");
    for (const Event& event : events)
        if (const auto queue = event.command()->place().queue.lock()) queue->flush();
    for (const Event& event : events) event.wait();
    for (const Event& event : events)
        if (event.status() < 0)
            throw Error(ErrorCode::exec_status_error_for_events_in_wait_list, event.failure());
}

// ---- UserEvent ----

struct UserEvent::Setter {
    std::shared_ptr<PlatformThreads> threads;
    Event event;

    ~Setter() {
        set({static_cast<int>(ErrorCode::invalid_event),
             "the user event was released before its status was set"});
    }

    bool set(const Failure& status) const {
        const Command& command = *event.command();
        if (Observer* observer = command.place().context->observer())
            observer->status_set(command.id());
        Progress progress;
        const bool first = event.command()->set_user_status(status, progress);
        progress.drain();
        return first;
    }
};

UserEvent::UserEvent(const Context& context)
    : setter_(std::make_shared<Setter>(
          context.threads(),
          Event(std::make_shared<Command>(
              CommandType::user, Command::Setting{.context = context.core(), .device = nullptr},
              nullptr)))) {
    if (Observer* observer = context.core()->observer())
        observer->enqueued(setter_->event.command()->id(), CommandType::user, 0);
}

void UserEvent::set_status(int status) const {
    require(status <= 0, ErrorCode::invalid_value,
            "the status of a user event becomes CL_COMPLETE or negative");
    require(setter_->set({status, "a user event was set to " + status_name(status)}),
            ErrorCode::invalid_operation, "the status of the user event was set before");
}

const Event& UserEvent::event() const { return setter_->event; }

}  // namespace clmm::runtime
