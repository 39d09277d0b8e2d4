#include "check/checker.h"

#include <mutex>

#include "check/kernel_checks.h"

namespace clmm::runtime {

std::shared_ptr<Checks> make_checks(const CheckSet& wanted) {
    return std::make_shared<check::Checker>(wanted);
}

namespace check {

Checker::Checker(const CheckSet& wanted) : wanted_(wanted) {
    if (wanted.race) races_ = std::make_unique<RaceChecks>(objects_, wanted.rules, wanted.writes);
}

std::unique_ptr<Monitor> Checker::start(const InstanceView& instance) {
    const std::lock_guard guard(lock_);
    return std::make_unique<KernelChecks>(*this, instance);
}

std::vector<Finding> Checker::findings() {
    const std::lock_guard guard(lock_);
    std::vector<Finding> out = races_ ? races_->findings() : std::vector<Finding>{};
    for (Finding& each : found_.all()) out.push_back(std::move(each));
    return out;
}

void Checker::memory_created(const MemoryArgument& memory, bool has_contents) {
    const std::lock_guard guard(lock_);
    LiveObject& object = objects_.add(memory, wanted_.uninitialised && !has_contents);
    if (races_) object.race = races_->add(memory);
}

void Checker::memory_freed(const MemoryArgument& memory) {
    const std::lock_guard guard(lock_);
    const ObjectId race = objects_.remove(memory);
    if (races_ && race.valid()) races_->remove(race);
}

void Checker::touched(CommandId command, std::span<const MemoryTouch> touches) {
    const std::lock_guard guard(lock_);
    for (const MemoryTouch& touch : touches) objects_.touch(touch);
    if (races_) races_->touched(touches);
    if (races_) races_->order().touched(command, touches);
}

// ---- the order of commands ----

template <class Tell>
void Checker::tell_order(Tell tell) {
    if (!races_) return;
    const std::lock_guard guard(lock_);
    tell(races_->order());
}

void Checker::enqueued(CommandId command, CommandType type, CommandId parent) {
    if (!races_) return;
    const std::lock_guard guard(lock_);
    races_->enqueued(command, type, parent);
}

void Checker::started(CommandId command, std::span<const CommandId> completed) {
    tell_order([&](CommandOrder& order) { order.started(command, completed); });
}
void Checker::started_after_parent(CommandId command, CommandId parent) {
    tell_order([&](CommandOrder& order) { order.started_after_parent(command, parent); });
}
void Checker::started_after_group(CommandId command, CommandId parent, std::uint64_t work_group) {
    tell_order(
        [&](CommandOrder& order) { order.started_after_group(command, parent, work_group); });
}
void Checker::group_ended(CommandId command, std::uint64_t work_group) {
    tell_order([&](CommandOrder& order) { order.group_ended(command, work_group); });
}
void Checker::ended(CommandId command) {
    tell_order([&](CommandOrder& order) { order.ended(command); });
}
void Checker::child_completed(CommandId parent, CommandId child) {
    tell_order([&](CommandOrder& order) { order.child_completed(parent, child); });
}
void Checker::completed(CommandId command) {
    tell_order([&](CommandOrder& order) { order.completed(command); });
}
void Checker::waited(CommandId command) {
    tell_order([&](CommandOrder& order) { order.waited(command); });
}
void Checker::status_set(CommandId event) {
    tell_order([&](CommandOrder& order) { order.status_set(event); });
}
void Checker::callback_begins(CommandId event) {
    tell_order([&](CommandOrder& order) { order.callback_begins(event); });
}
void Checker::callback_ends() {
    tell_order([](CommandOrder& order) { order.callback_ends(); });
}
void Checker::native_begins(CommandId command) {
    tell_order([&](CommandOrder& order) { order.native_begins(command); });
}
void Checker::native_ends() {
    tell_order([](CommandOrder& order) { order.native_ends(); });
}

}  // namespace check
}  // namespace clmm::runtime
