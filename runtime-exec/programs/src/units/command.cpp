#include "units/command.h"

#include <algorithm>

#include "clmm/base/reject.h"
#include "controlled/points.h"
#include "execute/compiled_kernel.h"
#include "units/units.h"
#include "values/address.h"

namespace clmm::runtime::host {
namespace {

/// An instance whose variables are looked at while what they were in is still there.
class LookedAtInstance : public OuterInstance {
public:
    LookedAtInstance(std::unique_ptr<KernelInstance> instance, const UnitKernel& kernel,
                     std::uint64_t* seen)
        : instance_(std::move(instance)), kernel_(kernel), seen_(seen) {}

    void run(const WorkGroup& group, WorkerScratch& scratch) override {
        instance_->run(group, scratch);
        group_ended();
    }
    [[nodiscard]] const KernelInstance& inner() const override { return *instance_; }
    void group_ended() override { leave_values(kernel_, seen_); }

private:
    std::unique_ptr<KernelInstance> instance_;
    const UnitKernel& kernel_;
    std::uint64_t* seen_;
};

class LookedAtKernel : public KernelCode {
public:
    LookedAtKernel(std::shared_ptr<const KernelCode> kernel,
                   std::shared_ptr<const std::vector<UnitKernel>> units, const UnitKernel& unit)
        : kernel_(std::move(kernel)), units_(std::move(units)), unit_(unit) {}

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
        auto* seen =
            reinterpret_cast<std::uint64_t*>(std::get<MemoryArgument>(arguments.back()).base);
        return std::make_unique<LookedAtInstance>(
            kernel_->instantiate(range, std::move(arguments), environment), unit_, seen);
    }

private:
    std::shared_ptr<const KernelCode> kernel_;
    std::shared_ptr<const std::vector<UnitKernel>> units_;  ///< which `unit_` is one of
    const UnitKernel& unit_;
};

class LookedAtProgram : public ProgramCode {
public:
    LookedAtProgram(std::shared_ptr<const ProgramCode> program,
                    const std::shared_ptr<const std::vector<UnitKernel>>& units)
        : program_(std::move(program)) {
        for (const auto& kernel : program_->kernels()) {
            const auto unit = std::ranges::find(*units, kernel->name(), &UnitKernel::name);
            kernels_.push_back(unit == units->end()
                                   ? kernel
                                   : std::make_shared<LookedAtKernel>(kernel, units, *unit));
        }
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

/// With the object that it lies in, which the runtime wants to know.
void set_argument(Kernel& kernel, std::size_t index, const Argument& argument, const Run& run) {
    if (const auto* value = std::get_if<ValueArgument>(&argument))
        return kernel.set_bytes(index, value->bytes);
    if (std::holds_alternative<PipeArgument>(argument)) {
        const std::string& name = kernel.code().parameters()[index].name;
        return kernel.set(index, std::get<Pipe>(run.memory().named(name)->memory));
    }
    std::byte* base = std::get<MemoryArgument>(argument).base;
    if (base == nullptr) return kernel.set_null_pointer(index);
    const Object* object = run.memory().at(address_of(base));
    const auto* buffer = object != nullptr ? std::get_if<Buffer>(&object->memory) : nullptr;
    if (buffer != nullptr && base == object->base) return kernel.set(index, *buffer);
    kernel.set_svm_pointer(index, base);
}

}  // namespace

std::shared_ptr<const ProgramCode> program_of(const HostProgram::Code& code) {
    if (!code.units || code.units->empty()) return code.kernels;
    return std::make_shared<LookedAtProgram>(code.kernels, code.units);
}

namespace {

const litmus::Unit& unit_of(const HostProgram::Code& code, const UnitKernel& kernel) {
    return *std::ranges::find(code.test.units, kernel.name, &litmus::Unit::name);
}

/// Whether another single work-item is in its work-group.
bool is_shared(const HostProgram::Code& code, const litmus::Unit& unit) {
    return std::ranges::any_of(code.test.units, [&](const litmus::Unit& other) {
        return other.kind == litmus::UnitKind::work_item && other.id != unit.id &&
               litmus::same_work_group(unit, other);
    });
}

}  // namespace

void check_meetings(const ProgramCode& program, const HostProgram::Code& code) {
    for (const auto& kernel : program.kernels()) {
        const auto unit = std::ranges::find(*code.units, kernel->name(), &UnitKernel::name);
        if (unit == code.units->end() || !is_shared(code, unit_of(code, *unit))) continue;
        const Code& compiled = dynamic_cast<const CompiledKernel&>(*kernel).code();
        for (const Instruction& i : compiled.instructions)
            if (is_together(i))
                reject("E-UNSUPPORTED",
                       "work-items beside host threads do not meet when they are executed", i.span,
                       "make them one kernel: NDRange k(x), global_size(2), local_size(2);");
    }
}

UnitCommands::UnitCommands(const std::shared_ptr<Run>& run) : run_(run) {
    run->order_start();
    for (const UnitKernel& kernel : *run->code().units) start(kernel, unit_of(run->code(), kernel));
}

void UnitCommands::start(const UnitKernel& kernel, const litmus::Unit& unit) {
    const Span place = kernel.thread->name_span;
    const std::vector<Argument> arguments = unit_arguments(kernel, *run_);
    const SvmAllocation seen(run_->context(), Allocation::fine_grained_svm,
                             8 * (kernel.seen.size() + 1));
    Kernel code(run_->program(), kernel.name);
    for (std::size_t i = 0; i < arguments.size(); ++i) set_argument(code, i, arguments[i], *run_);
    code.set_svm_pointer(arguments.size(), seen.pointer());
    units_.push_back({&kernel, seen});
    run_->enter_api("the test", place);
    const std::uint64_t handle = run_->add_queue("work-items", unit.device, 0, place);
    const CommandQueue queue = *run_->queue(handle, place).host;
    run_->add_command(kernel.name, handle, queue.task(code));
    queue.flush();
}

void UnitCommands::read_registers() const {
    const std::scoped_lock lock(run_->mutex);
    for (const Unit& unit : units_)
        run_->registers[unit.kernel->thread->number] =
            registers_of(*unit.kernel, reinterpret_cast<const std::uint64_t*>(unit.seen.pointer()));
}

}  // namespace clmm::runtime::host
