#include "check/checker.h"

#include <mutex>

#include "check/kernel_checks.h"

namespace clmm::runtime {

std::shared_ptr<Checks> make_checks(const CheckSet& wanted) {
    return std::make_shared<check::Checker>(wanted);
}

namespace check {

std::unique_ptr<Monitor> Checker::start(const InstanceView& instance) {
    const std::lock_guard guard(lock_);
    return std::make_unique<KernelChecks>(*this, instance);
}

std::vector<Finding> Checker::findings() {
    const std::lock_guard guard(lock_);
    return found_.all();
}

void Checker::memory_created(const MemoryArgument& memory, bool has_contents) {
    const std::lock_guard guard(lock_);
    objects_.add(memory, wanted_.uninitialised && !has_contents);
}

void Checker::memory_freed(const MemoryArgument& memory) {
    const std::lock_guard guard(lock_);
    objects_.remove(memory);
}

void Checker::touched(CommandId /*command*/, std::span<const MemoryTouch> touches) {
    const std::lock_guard guard(lock_);
    for (const MemoryTouch& touch : touches) objects_.touch(touch);
}

void Checker::enqueued(CommandId, CommandType, CommandId) {}
void Checker::started(CommandId, std::span<const CommandId>) {}
void Checker::started_after_parent(CommandId, CommandId) {}
void Checker::started_after_group(CommandId, CommandId, std::uint64_t) {}
void Checker::group_ended(CommandId, std::uint64_t) {}
void Checker::ended(CommandId) {}
void Checker::child_completed(CommandId, CommandId) {}
void Checker::completed(CommandId) {}
void Checker::waited(CommandId) {}
void Checker::status_set(CommandId) {}
void Checker::callback_begins(CommandId) {}
void Checker::callback_ends() {}
void Checker::native_begins(CommandId) {}
void Checker::native_ends() {}

}  // namespace check
}  // namespace clmm::runtime
