#pragma once

#include <map>
#include <memory>
#include <vector>

#include "clmm/runtime/unit_program.h"
#include "controlled/run.h"
#include "execute/bound_kernel.h"
#include "host/run.h"
#include "units/kernel.h"

namespace clmm::runtime {

/// A test of work-items, compiled.
struct UnitProgram::Code {
    std::shared_ptr<const HostProgram::Code> host;
    std::vector<host::UnitKernel> kernels;
    std::vector<std::shared_ptr<const runtime::Code>> code;  ///< of each of them
};

namespace host {

class UnitMonitors;

/// The variables of the program that work-items on a device share; of size 0 if there are none.
/// Errors   Rejected: E-UNSUPPORTED where a run has no such device.
[[nodiscard]] MemoryArgument program_scope_of(const Run& run, std::uint32_t device);

/// What single work-items on a device see of the runtime: no queues.
class UnitEnvironment : public ExecutionEnvironment {
public:
    UnitEnvironment(const Run& run, std::uint32_t device, std::vector<Finding>& findings)
        : findings_(&findings), scope_(program_scope_of(run, device)) {}
    /// Of a host thread.
    explicit UnitEnvironment(const Run& run)
        : findings_(&own_findings_), scope_(program_scope_of(run, 0)) {}
    UnitEnvironment(const UnitEnvironment& other)
        : ExecutionEnvironment(other), findings_(other.findings_), scope_(other.scope_) {}
    UnitEnvironment& operator=(const UnitEnvironment&) = delete;

    QueueArgument default_queue() override { return {}; }
    DeviceEvent enqueue_child(const ChildLaunch& child) override;
    DeviceEvent enqueue_marker(QueueArgument queue,
                               const std::vector<DeviceEvent>& wait_list) override;
    DeviceEvent create_user_event() override;
    void set_user_event_status(DeviceEvent event, int status) override;
    void retain_event(DeviceEvent event) override;
    void release_event(DeviceEvent event) override;
    bool is_valid_event(DeviceEvent /*event*/) override { return false; }
    void capture_profiling_info(DeviceEvent event, std::uint64_t* value) override;
    MemoryArgument program_scope() override { return scope_; }
    std::optional<MemoryArgument> memory_at(const void* /*address*/) override { return {}; }
    void print(std::string_view /*text*/) override {}
    void report(Finding finding) override { findings_->push_back(std::move(finding)); }
    const std::atomic<bool>& cancelled() const override { return cancelled_; }
    void fail(ErrorCode code, std::string sentence) override;

private:
    std::vector<Finding> own_findings_;
    std::vector<Finding>* findings_;
    MemoryArgument scope_;
    std::atomic<bool> cancelled_ = false;
};

/// Those of the devices that work-items of a test are on.
class UnitEnvironments {
public:
    explicit UnitEnvironments(const Run& run) : run_(run) {}

    [[nodiscard]] UnitEnvironment& of(std::uint32_t device) {
        return by_device_.try_emplace(device, run_, device, findings).first->second;
    }
    /// One of each whose work-items share variables of the program.
    [[nodiscard]] std::vector<UnitEnvironment*> with_own_variables();

    std::vector<Finding> findings;  ///< in all of them

private:
    const Run& run_;
    std::map<std::uint32_t, UnitEnvironment> by_device_;
};

/// Whether all bytes of a step are among `size` from `begin` on.
[[nodiscard]] bool lies_in(const Step& step, std::uint64_t begin, std::uint64_t size);
[[nodiscard]] bool accesses_nothing(const Step& step);
/// Whether an object or the variables of the program, `scope`, hold all its bytes.
[[nodiscard]] bool is_in_object(const Run& run, const MemoryArgument& scope, const Step& step);
[[nodiscard]] Finding outside_of_objects(Finding::Site site);
[[noreturn]] void throw_outside_of_objects();

/// What its parameters hold at the start, without the one for variables that are observed.
/// Errors   Rejected: E-UNSUPPORTED for local memory where the run has none, and for
///          values that are not known.
[[nodiscard]] std::vector<Argument> unit_arguments(const UnitKernel& kernel, const Run& run);
/// Puts the values of observed variables where their addresses are; 0 for those that were not
/// reached.
void leave_values(const UnitKernel& kernel, std::uint64_t* seen);
[[nodiscard]] std::map<std::string, FinalValue> registers_of(const UnitKernel& kernel,
                                                             const std::uint64_t* values);

/// A single work-item in a run: a kernel of its own over one work-item.
class UnitMember {
public:
    UnitMember(const UnitProgram::Code& code, std::size_t index, Run& run,
               UnitEnvironments& environments, bool weak_memory);

    [[nodiscard]] Block& block() const { return *blocks_.front(); }
    [[nodiscard]] GroupRun& group() const { return *run_; }
    [[nodiscard]] const Points& points() const { return *points_; }
    [[nodiscard]] const litmus::Unit& unit() const { return unit_; }
    [[nodiscard]] const Instruction& instruction() const {
        return block().code().instructions[block().place()];
    }
    /// The values of its observed variables, once it has ended.
    [[nodiscard]] std::map<std::string, FinalValue> registers();
    /// Puts it at its start; what it does is told to the monitor, if there is one.
    void start(Monitor* monitor) const;

private:
    [[nodiscard]] std::vector<Argument> arguments(const Run& run);

    const UnitKernel& kernel_;
    const litmus::Unit& unit_;
    std::vector<std::uint64_t> seen_;  ///< addresses of observed variables
    std::unique_ptr<BoundKernel> bound_;
    std::unique_ptr<Points> points_;
    WorkGroup place_;
    std::vector<std::unique_ptr<Block>> blocks_;
    std::unique_ptr<GroupRun> run_;
};

/// The single work-items of one work-group. Their barriers meet in the order in which each
/// executes them, where they are of one kind and have one label.
class UnitGroup : public ControlledGroup {
public:
    /// `monitors`: null without weak memory.
    UnitGroup(std::vector<UnitMember*> members, const Run& run, ExecutionEnvironment& environment,
              UnitMonitors* monitors)
        : members_(std::move(members)), run_(run), environment_(environment), monitors_(monitors) {}

    [[nodiscard]] unsigned items() const override { return static_cast<unsigned>(members_.size()); }
    [[nodiscard]] Block& block(unsigned item) override { return members_[item]->block(); }
    [[nodiscard]] const Points& points(unsigned item) const override {
        return members_[item]->points();
    }
    void release() override;
    bool release_sub_groups() override;
    void check(unsigned item, const Step& step) override;

private:
    [[nodiscard]] static bool is_one_barrier(const std::vector<UnitMember*>& members, Handler kind);
    void pass(const std::vector<UnitMember*>& members, bool of_sub_group) const;
    [[noreturn]] void report_divergence() const;

    std::vector<UnitMember*> members_;
    const Run& run_;
    ExecutionEnvironment& environment_;
    UnitMonitors* monitors_;
};

}  // namespace host
}  // namespace clmm::runtime
