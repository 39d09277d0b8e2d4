#include "controlled/commands.h"

#include "clmm/runtime/kernel_code.h"
#include "controlled/kernel_group.h"
#include "execute/compiled_kernel.h"

namespace clmm::runtime {
namespace {

void end(Command& command) {
    Progress progress;
    command.end(progress);
    progress.drain();
}

}  // namespace

void run_whole(Command& command, std::optional<std::uint64_t> groups) {
    WorkerScratch scratch(0);
    if (!groups) groups = command.start(scratch);
    if (*groups > 0) command.task().run_groups(0, *groups, scratch);
    end(command);
}

void end_failed(Command& command, const Failure& why) {
    command.fail(why);
    end(command);
}

// ---- kernel-instances ----

/// A work-group, and the account of its kernel-instance.
class ControlledInstance::Group : public ControlledGroup {
public:
    Group(std::shared_ptr<ControlledInstance> instance, std::uint64_t number)
        : instance_(std::move(instance)),
          number_(number),
          group_(
              std::make_unique<KernelGroup>(instance_->kernel_, instance_->points_,
                                            work_group(instance_->kernel_.view().range, number))) {}

    [[nodiscard]] unsigned items() const override { return group_->items(); }
    [[nodiscard]] Block& block(unsigned item) override { return group_->block(item); }
    [[nodiscard]] const Points& points(unsigned item) const override {
        return group_->points(item);
    }
    void release() override { group_->release(); }
    bool release_sub_groups() override { return group_->release_sub_groups(); }
    [[nodiscard]] bool may_miss_memory() const override { return group_->may_miss_memory(); }
    void ended() override {
        auto* outer = dynamic_cast<OuterInstance*>(&instance_->task_->instance());
        if (outer != nullptr && !is_cancelled()) outer->group_ended();
        group_.reset();  // the checks end a work-group before others learn of it
        instance_->group_ended(number_);
    }
    [[nodiscard]] bool is_cancelled() const override { return instance_->task_->is_stopped(); }
    [[nodiscard]] bool failed(const std::exception_ptr& error) override {
        try {
            std::rethrow_exception(error);
        } catch (const Error& each) {
            instance_->stop(each.code(), each.sentence());
        } catch (const std::exception& each) {
            instance_->stop(ErrorCode::out_of_resources, each.what());
        }
        return true;
    }

private:
    std::shared_ptr<ControlledInstance> instance_;
    std::uint64_t number_;
    std::unique_ptr<KernelGroup> group_;
};

ControlledInstance::ControlledInstance(CommandPtr command, KernelTask& task,
                                       const BoundKernel& kernel, std::uint64_t groups, bool fences)
    : command_(std::move(command)),
      task_(&task),
      kernel_(kernel),
      points_(*kernel.view().code, fences),
      groups_(groups) {}

std::unique_ptr<ControlledGroup> ControlledInstance::group(
    const std::shared_ptr<ControlledInstance>& self, std::uint32_t number) {
    if (self->has_ended() || number >= self->groups_ || self->task_->is_stopped()) return nullptr;
    auto group = std::make_unique<Group>(self, number);
    ++self->started_;
    ++self->running_;
    return group;
}

void ControlledInstance::group_ended(std::uint64_t number) {
    --running_;
    task_->group_done(number);
    end_if_done();
}

void ControlledInstance::end_if_done() {
    if (has_ended() || running_ > 0 || (started_ < groups_ && !task_->is_stopped())) return;
    const CommandPtr command = std::move(command_);
    command_ = nullptr;
    end(*command);
}

// ---- other commands ----

std::optional<Step> ControlledCommand::next() {
    if (!command_) return std::nullopt;
    return Step{.kind = Step::Kind::other};
}

void ControlledCommand::abandon(const Failure& why) {
    if (!command_) return;
    end_failed(*command_, why);
    command_ = nullptr;
}

void ControlledCommand::take() {
    const CommandPtr command = std::move(command_);
    command_ = nullptr;
    run_whole(*command, groups_);
}

}  // namespace clmm::runtime
