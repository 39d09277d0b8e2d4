#include "clmm/runtime/program.h"

#include <algorithm>
#include <utility>

#include "commands/kernel_task.h"
#include "platform/context_core.h"
#include "programs/program_core.h"
#include "queues/commands.h"

namespace clmm::runtime {

// ---- ProgramCore ----

ProgramCore::~ProgramCore() {
    try {
        const Codes codes = code->finalizers();
        for (const auto& [device, prepared] : prepared_)
            run_all(codes, CommandType::finalizer_kernel, device, prepared.scope,
                    prepared.initialized);
    } catch (const std::exception& error) {
        context->report_error(std::string("a program was not cleaned up: ") + error.what());
    }
}

std::shared_ptr<MemoryCore> ProgramCore::make_scope() const {
    const std::size_t size = code->program_scope_size();
    if (size == 0) return nullptr;
    auto scope = std::make_shared<MemoryCore>(context);
    scope->id = context->platform->next_id++;
    scope->allocation = Allocation::program_scope;
    scope->storage = Storage(size, red_zone(*context));
    scope->base = scope->storage.data();
    scope->size = size;
    scope->register_address(true);
    code->initialize(scope->base);
    return scope;
}

CommandPtr ProgramCore::run_all(const Codes& codes, CommandType type,
                                const std::shared_ptr<DeviceCore>& device,
                                const std::shared_ptr<MemoryCore>& scope, CommandPtr last) const {
    Progress progress;
    for (const auto& kernel : codes) {
        Launch launch{.context = context,
                      .device = device,
                      .code = kernel,
                      .range = {.work_dimensions = 3},
                      .scope = scope};
        check_launch(launch);
        auto command =
            std::make_shared<Command>(type, Command::Setting{.context = context, .device = device},
                                      std::make_unique<KernelTask>(std::move(launch)));
        context->platform->outstanding.enter();
        if (last) command->after(*last, OnFailure::terminate);
        command->submit(progress);
        last = std::move(command);
    }
    progress.drain();
    return last;
}

std::shared_ptr<MemoryCore> ProgramCore::scope_of(const std::shared_ptr<DeviceCore>& device) {
    const auto [found, is_new] = scopes_.try_emplace(device);
    if (is_new) found->second = make_scope();
    return found->second;
}

std::shared_ptr<MemoryCore> ProgramCore::scope_on(const std::shared_ptr<DeviceCore>& device) {
    const std::lock_guard lock(mutex_);
    return scope_of(device);
}

ProgramCore::Prepared ProgramCore::prepare(const std::shared_ptr<DeviceCore>& device) {
    const std::lock_guard lock(mutex_);
    const auto found = prepared_.find(device);
    if (found != prepared_.end()) return found->second;
    Prepared prepared{.scope = scope_of(device)};
    prepared.initialized = run_all(code->initializers(), CommandType::initializer_kernel, device,
                                   prepared.scope, nullptr);
    prepared_.emplace(device, prepared);
    return prepared;
}

// ---- launches ----

namespace {

void check_device(const ProgramCore& program, const DeviceCore& device) {
    require(program.context->has(device), ErrorCode::invalid_context,
            "kernel and queue belong to different contexts");
    require(!program.built_in_of || program.built_in_of.get() == &device,
            ErrorCode::invalid_program_executable, "the built-in kernel is another device's");
    require(program.built_in_of || !device.description.custom,
            ErrorCode::invalid_program_executable, "a custom device has built-in kernels only");
}

}  // namespace

Launch make_launch(const KernelCore& kernel, const LaunchRange& range,
                   const std::shared_ptr<DeviceCore>& device,
                   const std::shared_ptr<MemoryCore>& scope) {
    Launch launch{.context = kernel.program->context,
                  .device = device,
                  .code = kernel.code,
                  .range = resolve(range, *kernel.code, device->description),
                  .program = kernel.program,
                  .scope = scope};
    Kept kept;
    for (const KernelCore::Slot& slot : kernel.slots) {
        require(slot.argument.has_value(), ErrorCode::invalid_kernel_args,
                "an argument of the kernel was not set");
        launch.arguments.push_back(*slot.argument);
        if (slot.kept) kept.push_back(slot.kept);
    }
    for (const SvmAllocation& allocation : kernel.svm) kept.push_back(allocation.core());
    launch.kept = std::make_shared<const Kept>(std::move(kept));
    check_launch(launch);
    return launch;
}

Event CommandQueue::ndrange_kernel(const Kernel& kernel, const LaunchRange& range,
                                   const WaitList& wait) const {
    const KernelCore& code = *kernel.core();
    require(code.program->context == core()->context(), ErrorCode::invalid_context,
            "kernel and queue belong to different contexts");
    check_device(*code.program, *core()->device());
    // Before the initialisers are enqueued: a launch that is refused has no effects.
    Launch launch = make_launch(code, range, core()->device(), nullptr);
    const auto prepared = code.program->prepare(core()->device());
    launch.scope = prepared.scope;
    std::unique_ptr<Task> task;
    if (work_item_count(launch.range) > 0) task = std::make_unique<KernelTask>(std::move(launch));
    return core()->enqueue(core()->make(CommandType::ndrange_kernel, std::move(task)), wait,
                           prepared.initialized);
}

Event CommandQueue::task(const Kernel& kernel, const WaitList& wait) const {
    return ndrange_kernel(kernel, {.local_size = Index3{1, 1, 1}}, wait);
}

Event CommandQueue::native_kernel(std::function<void(std::span<void* const>)> function,
                                  const std::vector<MemoryObject>& objects,
                                  const WaitList& wait) const {
    require(core()->device()->description.native_kernels, ErrorCode::invalid_operation,
            "the device has no native kernels");
    require(function != nullptr, ErrorCode::invalid_value, "there is no function to call");
    std::vector<std::shared_ptr<MemoryCore>> kept;
    for (const MemoryObject& object : objects) {
        check_context(*core(), *object.core());
        kept.push_back(object.core());
    }
    return enqueue_call(*core(), CommandType::native_kernel, Blocking::no,
                        {[function = std::move(function), kept = std::move(kept)] {
                            std::vector<void*> memory;
                            for (const auto& object : kept) memory.push_back(object->base);
                            function(memory);
                        }},
                        wait);
}

// ---- Program ----

namespace {

class BuiltInCode final : public ProgramCode {
public:
    explicit BuiltInCode(std::vector<std::shared_ptr<const KernelCode>> kernels)
        : kernels_(std::move(kernels)) {}
    std::vector<std::shared_ptr<const KernelCode>> kernels() const override { return kernels_; }

private:
    std::vector<std::shared_ptr<const KernelCode>> kernels_;
};

std::shared_ptr<const KernelCode> find_kernel(
    const std::vector<std::shared_ptr<const KernelCode>>& kernels, std::string_view name) {
    const auto found = std::find_if(kernels.begin(), kernels.end(),
                                    [&](const auto& kernel) { return kernel->name() == name; });
    return found == kernels.end() ? nullptr : *found;
}

}  // namespace

namespace {

void check_without_parameters(const std::vector<std::shared_ptr<const KernelCode>>& kernels) {
    for (const auto& kernel : kernels)
        require(kernel != nullptr && kernel->parameters().empty(),
                ErrorCode::invalid_program_executable,
                "initialiser and finaliser kernels have no parameters");
}

}  // namespace

Program::Program(const Context& context, std::shared_ptr<const ProgramCode> code)
    : threads_(context.threads()) {
    require(code != nullptr, ErrorCode::invalid_value, "the program has no code");
    check_without_parameters(code->initializers());
    check_without_parameters(code->finalizers());
    core_ = std::make_shared<ProgramCore>(context.core(), std::move(code));
}

Program Program::with_built_in_kernels(const Context& context, const Device& device,
                                       const std::vector<std::string>& names) {
    require(context.core()->has(*device.core()), ErrorCode::invalid_device,
            "the device is not in the context");
    std::vector<std::shared_ptr<const KernelCode>> kernels;
    for (const std::string& name : names) {
        kernels.push_back(find_kernel(device.description().built_in_kernels, name));
        if (!kernels.back())
            throw Error(ErrorCode::invalid_value, "the device has no built-in kernel " + name);
    }
    Program program(context, std::make_shared<BuiltInCode>(std::move(kernels)));
    program.core_->built_in_of = device.core();
    return program;
}

std::vector<std::string> Program::kernel_names() const {
    std::vector<std::string> names;
    for (const auto& kernel : core_->code->kernels()) names.push_back(kernel->name());
    return names;
}

}  // namespace clmm::runtime
