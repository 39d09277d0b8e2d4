#pragma once

#include <memory>
#include <string>
#include <vector>

#include "controlled/kernel_group.h"
#include "host/test_launch.h"
#include "units/units.h"

namespace clmm::runtime::host {

/// What the work-items of a launch see of the runtime; findings name them as the checker does.
class LaunchEnvironment : public UnitEnvironment {
public:
    LaunchEnvironment(UnitEnvironment& test, std::string name, unsigned dimensions)
        : UnitEnvironment(test), name_(std::move(name)), dimensions_(dimensions) {}
    void report(Finding finding) override;
    [[nodiscard]] std::string name_of(const Index3& global_id) const {
        return item_name(name_, dimensions_, global_id);
    }

private:
    std::string name_;
    unsigned dimensions_;
};

/// A kernel-instance that a test launches, in a controlled run.
class LaunchedKernel {
public:
    /// Errors   Rejected where the runtime does not take the launch; E-UNSUPPORTED with
    ///          weak memory for pipes, whose packets order memory.
    LaunchedKernel(const TestLaunch& launch, const Run& run, UnitEnvironment& environment,
                   bool weak_memory);

    [[nodiscard]] std::uint32_t groups() const { return static_cast<std::uint32_t>(local_.size()); }
    /// Its accesses are told to the monitor, if there is one.
    [[nodiscard]] std::unique_ptr<ControlledGroup> group(std::uint32_t number, Monitor* monitor);

    [[nodiscard]] const InstanceView& view() const { return kernel_->view(); }
    [[nodiscard]] std::uint32_t device() const { return device_; }
    /// `k[3]`
    [[nodiscard]] std::string name_of(const Index3& global_id) const {
        return environment_->name_of(global_id);
    }

private:
    class Group;

    const Run& run_;
    std::uint32_t device_;
    std::unique_ptr<LaunchEnvironment> environment_;
    std::unique_ptr<BoundKernel> kernel_;
    std::unique_ptr<Points> points_;
    std::vector<LocalMemory> local_;  ///< of each work-group, as long as the run
};

}  // namespace clmm::runtime::host
