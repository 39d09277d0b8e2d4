// Kernels of a program under the control of a schedule.
#include <algorithm>
#include <mutex>

#include "clmm/runtime/controlled.h"
#include "clmm/runtime/error.h"
#include "execute/bound_kernel.h"
#include "execute/compiled_kernel.h"
#include "execute/kernel_group.h"

namespace clmm::runtime {
namespace {

class ControlledInstance : public KernelInstance {
public:
    ControlledInstance(std::shared_ptr<const Code> code, const NdRange& range,
                       std::vector<Argument> arguments, ExecutionEnvironment& environment,
                       Control& control)
        : code_(code),
          kernel_(std::move(code), range, std::move(arguments), environment),
          points_(*code_, control.options.weak_memory),
          control_(control) {}

    void run(const WorkGroup& /*group*/, WorkerScratch& /*scratch*/) override {
        // Other compute units wait: their work-groups have not ended before.
        const std::lock_guard lock(mutex_);
        if (done_) return;
        done_ = true;
        run_all();
    }

private:
    void run_all() {
        const InstanceView& view = kernel_.view();
        const std::uint64_t count = work_group_count(view.range);
        ControlledRun run(*control_.schedule, control_.options, view.environment->cancelled(),
                          [&](std::uint32_t number) -> std::unique_ptr<ControlledGroup> {
                              if (number >= count) return nullptr;
                              return std::make_unique<KernelGroup>(kernel_, points_,
                                                                   work_group(view.range, number));
                          });
        if (view.monitor != nullptr) view.monitor->lock();
        try {
            control_.end = run();
            if (control_.end == RunEnd::stuck) report_stuck(run);
        } catch (...) {
            if (view.monitor != nullptr) view.monitor->unlock();
            throw;
        }
        if (view.monitor != nullptr) view.monitor->unlock();
        if (control_.end == RunEnd::cut)
            throw Error(
                ErrorCode::out_of_resources,
                "the run was cut after " + std::to_string(control_.options.most_steps) + " steps");
        if (control_.end == RunEnd::given_up)
            throw Error(ErrorCode::out_of_resources, "the schedule gave the run up");
    }

    [[noreturn]] void report_stuck(ControlledRun& run) {
        Finding finding;
        finding.kind = FindingKind::divergence;
        finding.message = "no work-item can go on: each waits for another";
        std::vector<std::pair<std::uint32_t, bool>> seen;
        for (const auto& place : run.places()) {
            const std::pair key(place.at, place.spins);
            if (std::ranges::find(seen, key) != seen.end()) continue;
            seen.push_back(key);
            finding.sites.push_back(place.block->group().site(
                *place.block, 0, code_->instructions[place.at].span,
                place.spins ? "waits in a loop for another value" : "waits here"));
        }
        kernel_.view().environment->report(std::move(finding));
        throw Error(ErrorCode::invalid_operation, "work-items wait for one another in vain");
    }

    std::shared_ptr<const Code> code_;
    BoundKernel kernel_;
    Points points_;
    Control& control_;
    std::mutex mutex_;
    bool done_ = false;
};

/// A compiled kernel whose instances are controlled.
class ControlledKernel : public KernelCode {
public:
    ControlledKernel(std::shared_ptr<const CompiledKernel> kernel, Control& control)
        : kernel_(std::move(kernel)), control_(control) {}

    [[nodiscard]] const std::string& name() const override { return kernel_->name(); }
    [[nodiscard]] const std::vector<Parameter>& parameters() const override {
        return kernel_->parameters();
    }
    [[nodiscard]] const KernelAttributes& attributes() const override {
        return kernel_->attributes();
    }
    [[nodiscard]] std::unique_ptr<KernelInstance> instantiate(
        const NdRange& range, std::vector<Argument> arguments,
        ExecutionEnvironment& environment) const override {
        if (!kernel_->code().blocks.empty())
            throw Error(
                ErrorCode::invalid_operation,
                "a kernel that enqueues kernels cannot run under the control of a schedule");
        return std::make_unique<ControlledInstance>(kernel_->shared_code(), range,
                                                    std::move(arguments), environment, control_);
    }

private:
    std::shared_ptr<const CompiledKernel> kernel_;
    Control& control_;
};

class ControlledProgram : public ProgramCode {
public:
    ControlledProgram(std::shared_ptr<const ProgramCode> program, Control& control)
        : program_(std::move(program)) {
        for (const auto& kernel : program_->kernels())
            if (auto compiled = std::dynamic_pointer_cast<const CompiledKernel>(kernel))
                kernels_.push_back(
                    std::make_shared<ControlledKernel>(std::move(compiled), control));
            else
                kernels_.push_back(kernel);
    }

    [[nodiscard]] std::vector<std::shared_ptr<const KernelCode>> kernels() const override {
        return kernels_;
    }
    [[nodiscard]] std::size_t program_scope_size() const override {
        return program_->program_scope_size();
    }
    void initialize(std::byte* memory) const override { program_->initialize(memory); }
    [[nodiscard]] std::vector<std::shared_ptr<const KernelCode>> initializers() const override {
        return program_->initializers();
    }
    [[nodiscard]] std::vector<std::shared_ptr<const KernelCode>> finalizers() const override {
        return program_->finalizers();
    }

private:
    std::shared_ptr<const ProgramCode> program_;
    std::vector<std::shared_ptr<const KernelCode>> kernels_;
};

}  // namespace

std::shared_ptr<const ProgramCode> controlled(std::shared_ptr<const ProgramCode> program,
                                              Control& control) {
    return std::make_shared<ControlledProgram>(std::move(program), control);
}

}  // namespace clmm::runtime
