#include "check/command_order.h"

#include <algorithm>

namespace clmm::runtime::check {

// ---- who acts ----

Unit CommandOrder::acting() {
    std::vector<Unit>& stack = acting_[std::this_thread::get_id()];
    if (stack.empty()) stack.push_back(races_.add_host_thread());
    return stack.back();
}

Unit CommandOrder::unit_of(CommandId command) {
    const auto found = units_.find(command);
    if (found != units_.end()) return found->second;
    return units_.emplace(command, races_.add_command(0)).first->second;
}

// ---- rule 1: enqueuing ----

void CommandOrder::enqueued(CommandId command, CommandType type, CommandId parent) {
    // To make a user event orders nothing before those that wait for it: setting it does.
    if (type == CommandType::user) {
        user_events_.insert(command);
        return;
    }
    const bool is_child = parent != 0;
    races_.acquire(unit_of(command),
                   is_child ? races_.enqueue_child(acting()) : races_.release(acting()));
}

// ---- rules 2, 5, 6, 7, 12, 13, 14: what it starts after ----

namespace {
const Token kNothing;
}

const Token& CommandOrder::completion(CommandId command) const {
    const auto found = completions_.find(command);
    return found == completions_.end() ? kNothing : found->second;
}

/// Rule 12 is about commands that wait for a user event, and about nobody else.
const Token& CommandOrder::completion_for_host(CommandId command) const {
    const bool orders = rules_.user_event == Rules::UserEvent::all_that_wait;
    return !orders && user_events_.contains(command) ? kNothing : completion(command);
}

void CommandOrder::started(CommandId command, std::span<const CommandId> completed) {
    for (const CommandId earlier : completed) races_.acquire(unit_of(command), completion(earlier));
}

void CommandOrder::started_after_parent(CommandId command, CommandId parent) {
    races_.acquire(unit_of(command), ends_.at(parent));
}

void CommandOrder::started_after_group(CommandId command, CommandId parent,
                                       std::uint64_t work_group) {
    races_.acquire(unit_of(command), groups_.at({parent, work_group}));
}

void CommandOrder::group_ended(CommandId command, std::uint64_t work_group) {
    const auto launch = launches_.find(command);
    groups_[{command, work_group}] =
        launch != launches_.end()
            ? races_.end_group(launch->second, static_cast<std::uint32_t>(work_group))
            : races_.release(unit_of(command));
}

// ---- memory ----

void CommandOrder::touch_row(Unit unit, const std::byte* base, std::uint64_t size, bool writes,
                             SiteId site) {
    const auto place = resolve_(base);
    if (!place) return;  // memory of the host that nobody declared
    races_.access(unit, place->object, place->offset, std::min(size, place->size), writes, site);
}

void CommandOrder::touched(CommandId command, std::span<const MemoryTouch> touches) {
    const Unit unit = unit_of(command);
    const SiteId site = site_of_(command);
    for (const MemoryTouch& touch : touches)
        for (std::size_t z = 0; z < touch.extent[2]; ++z)
            for (std::size_t y = 0; y < touch.extent[1]; ++y)
                touch_row(unit, touch.base + z * touch.slice_pitch + y * touch.row_pitch,
                          touch.extent[0], touch.writes, site);
}

// ---- rules 3, 10: the end, and completion ----

void CommandOrder::ended(CommandId command) {
    const auto launch = launches_.find(command);
    if (launch != launches_.end()) {
        races_.end_launch(launch->second);
        launches_.erase(launch);
    }
    ends_[command] = races_.release(unit_of(command));
}

void CommandOrder::child_completed(CommandId parent, CommandId child) {
    races_.acquire(unit_of(parent), completion(child));
}

void CommandOrder::completed(CommandId command) {
    completions_[command] = races_.release(unit_of(command));
}

// ---- rules 4, 8, 11, 12: the host ----

void CommandOrder::waited(CommandId command) {
    races_.acquire(acting(), completion_for_host(command));
}

void CommandOrder::status_set(CommandId event) {
    races_.acquire(unit_of(event), races_.release(acting()));
}

void CommandOrder::callback_begins(CommandId event) {
    const Unit callback = races_.add_host_thread();
    races_.acquire(callback, completion_for_host(event));
    enter(callback);
}

}  // namespace clmm::runtime::check
