#include "host/launched_kernel.h"

#include <algorithm>

#include "clmm/base/reject.h"
#include "clmm/runtime/error.h"
#include "execute/compiled_kernel.h"
#include "platform/platform_core.h"
#include "programs/program_core.h"
#include "values/address.h"

namespace clmm::runtime::host {

void LaunchEnvironment::report(Finding finding) {
    for (Finding::Site& site : finding.sites) {
        if (!site.by_work_item) continue;
        site.what = name_of(site.global_id) + " " + site.what;
        site.by_work_item = false;
    }
    UnitEnvironment::report(std::move(finding));
}

/// A work-group that accesses what the test has, and nothing else.
class LaunchedKernel::Group : public KernelGroup {
public:
    Group(LaunchedKernel& kernel, const WorkGroup& group, Monitor* monitor, LocalMemory& local)
        : KernelGroup(*kernel.kernel_, *kernel.points_, group, monitor, local), kernel_(kernel) {}

    void check(unsigned item, const Step& step) override {
        const MemoryArgument scope = kernel_.environment_->program_scope();
        if (accesses_nothing(step) || is_in_local(step) || is_in_object(kernel_.run_, scope, step))
            return;
        Block& block = this->block(item);
        kernel_.environment_->report(outside_of_objects(
            run().site(block, 0, block.code().instructions[block.place()].span, "accesses it")));
        throw_outside_of_objects();
    }

private:
    [[nodiscard]] bool is_in_local(const Step& step) const {
        const auto begin = address_of(run().local_memory());
        return lies_in(step, begin, kernel_.view().local_bytes);
    }

    LaunchedKernel& kernel_;
};

LaunchedKernel::LaunchedKernel(const TestLaunch& launch, const Run& run,
                               UnitEnvironment& environment, bool weak_memory)
    : run_(run), device_(launch.device_number) {
    for (const Parameter& parameter : launch.kernel.code().parameters())
        if (weak_memory && parameter.kind == ParameterKind::pipe)
            reject("E-UNSUPPORTED", "pipes are not executed with weak memory", launch.span,
                   "leave out --weak-memory");
    try {
        Launch made =
            make_launch(*launch.kernel.core(), launch.range, launch.device.core(), nullptr);
        environment_ = std::make_unique<LaunchEnvironment>(environment, launch.name,
                                                           made.range.work_dimensions);
        const auto& code = dynamic_cast<const CompiledKernel&>(launch.kernel.code());
        kernel_ = std::make_unique<BoundKernel>(code.shared_code(), made.range,
                                                std::move(made.arguments), *environment_);
        points_ = std::make_unique<Points>(code.code(), weak_memory);
    } catch (const Error& error) {
        reject("E-EXEC", error.what(), launch.span);
    }
    local_.resize(work_group_count(view().range));
}

std::unique_ptr<ControlledGroup> LaunchedKernel::group(std::uint32_t number, Monitor* monitor) {
    local_[number] = KernelGroup::make_local(*kernel_);
    return std::make_unique<Group>(*this, work_group(view().range, number), monitor,
                                   local_[number]);
}

}  // namespace clmm::runtime::host
