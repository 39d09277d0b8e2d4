#include <utility>

#include "clmm/runtime/device_queue.h"
#include "clmm/runtime/program.h"
#include "platform/context_core.h"
#include "programs/program_core.h"

namespace clmm::runtime {

namespace {

const Parameter& parameter(const KernelCore& kernel, std::size_t index) {
    require(index < kernel.slots.size(), ErrorCode::invalid_arg_index,
            "the kernel has not that many parameters");
    return kernel.code->parameters()[index];
}

void require_kind(bool holds) {
    require(holds, ErrorCode::invalid_arg_value, "the argument is not of the parameter's kind");
}

void require_context(const KernelCore& kernel, const std::shared_ptr<ContextCore>& context) {
    require(kernel.program->context == context, ErrorCode::invalid_mem_object,
            "the argument belongs to another context than the kernel");
}

bool is_global_pointer(const Parameter& parameter) {
    return parameter.kind == ParameterKind::pointer &&
           parameter.address_space != AddressSpace::local;
}

void set_slot(KernelCore& kernel, std::size_t index, Argument argument,
              std::shared_ptr<const void> kept = nullptr) {
    kernel.slots[index] = {std::move(argument), std::move(kept)};
}

/// Sets an argument that stands for a memory object of the context.
void set_object(KernelCore& kernel, std::size_t index, const std::shared_ptr<MemoryCore>& memory,
                Argument argument) {
    require_context(kernel, memory->context);
    set_slot(kernel, index, std::move(argument), memory);
}

}  // namespace

Kernel::Kernel(const Program& program, std::string_view name)
    : threads_(program.threads()), core_(std::make_shared<KernelCore>()) {
    core_->program = program.core();
    for (auto& code : program.core()->code->kernels())
        if (code->name() == name) core_->code = std::move(code);
    if (!core_->code)
        throw Error(ErrorCode::invalid_kernel_name,
                    "the program has no kernel " + std::string(name));
    core_->slots.resize(core_->code->parameters().size());
}

Kernel Kernel::clone() const { return Kernel(threads_, std::make_shared<KernelCore>(*core_)); }

const KernelCode& Kernel::code() const { return *core_->code; }

void Kernel::set_bytes(std::size_t index, std::span<const std::byte> bytes) {
    const Parameter& wanted = parameter(*core_, index);
    require_kind(wanted.kind == ParameterKind::value || wanted.kind == ParameterKind::event ||
                 wanted.kind == ParameterKind::block);
    require(bytes.size() == wanted.size, ErrorCode::invalid_arg_size,
            "the argument has not the size of the parameter's type");
    set_slot(*core_, index, ValueArgument{{bytes.begin(), bytes.end()}});
}

void Kernel::set(std::size_t index, const Buffer& buffer) {
    require_kind(is_global_pointer(parameter(*core_, index)));
    set_object(*core_, index, buffer.core(), buffer.core()->argument());
}

void Kernel::set(std::size_t index, const Image& image) {
    const Parameter& wanted = parameter(*core_, index);
    require_kind(wanted.kind == ParameterKind::image);
    const KernelAccess access = image.flags().kernel;
    require(wanted.access != AccessQualifier::write_only || access != KernelAccess::read_only,
            ErrorCode::invalid_arg_value, "the image was made for kernels to read");
    require(wanted.access != AccessQualifier::read_only || access != KernelAccess::write_only,
            ErrorCode::invalid_arg_value, "the image was made for kernels to write");
    require(wanted.access != AccessQualifier::read_write || access == KernelAccess::read_write,
            ErrorCode::invalid_arg_value, "the image was made for one of reading and writing");
    set_object(*core_, index, image.core(), image.core()->image_argument());
}

void Kernel::set(std::size_t index, const Sampler& sampler) {
    require_kind(parameter(*core_, index).kind == ParameterKind::sampler);
    require_context(*core_, sampler.context());
    set_slot(*core_, index, sampler.state());
}

void Kernel::set(std::size_t index, const Pipe& pipe) {
    const Parameter& wanted = parameter(*core_, index);
    require_kind(wanted.kind == ParameterKind::pipe);
    require(wanted.size == 0 || wanted.size == pipe.packet_size(), ErrorCode::invalid_arg_value,
            "the pipe's packets have not the size of the parameter's type");
    set_object(*core_, index, pipe.core(), PipeArgument{pipe.core()->pipe, pipe.id()});
}

void Kernel::set(std::size_t index, const DeviceQueue& queue) {
    require_kind(parameter(*core_, index).kind == ParameterKind::queue);
    require(core_->program->context->queue(queue.core()->id) != nullptr,
            ErrorCode::invalid_device_queue, "the queue belongs to another context");
    set_slot(*core_, index, queue.argument(), queue.core());
}

void Kernel::set_null_pointer(std::size_t index) {
    require_kind(is_global_pointer(parameter(*core_, index)));
    set_slot(*core_, index, MemoryArgument{});
}

void Kernel::set_local(std::size_t index, std::size_t size) {
    const Parameter& wanted = parameter(*core_, index);
    require_kind(wanted.kind == ParameterKind::pointer &&
                 wanted.address_space == AddressSpace::local);
    require(size > 0, ErrorCode::invalid_arg_size, "local memory has at least one byte");
    set_slot(*core_, index, LocalMemoryArgument{size});
}

void Kernel::set_svm_pointer(std::size_t index, const void* pointer) {
    require_kind(is_global_pointer(parameter(*core_, index)));
    const auto memory = core_->program->context->memory_at(pointer);
    if (!memory) {
        const auto& devices = core_->program->context->devices;
        bool shares_system = false;
        for (const auto& device : devices)
            shares_system = shares_system || device->description.fine_grained_system;
        require(shares_system, ErrorCode::invalid_arg_value,
                "the pointer is not into shared virtual memory");
        // The host's allocator knows how far it reaches; the runtime does not.
        set_slot(*core_, index,
                 MemoryArgument{.base = static_cast<std::byte*>(const_cast<void*>(pointer)),
                                .size = SIZE_MAX - reinterpret_cast<std::uintptr_t>(pointer),
                                .allocation = Allocation::system_svm});
        return;
    }
    MemoryArgument argument = memory->argument();
    const auto offset =
        static_cast<std::size_t>(static_cast<const std::byte*>(pointer) - memory->base);
    argument.base += offset;
    argument.size -= offset;
    argument.offset += offset;
    set_object(*core_, index, memory, argument);
}

void Kernel::set_svm_pointers(std::vector<SvmAllocation> allocations) {
    for (const SvmAllocation& allocation : allocations) {
        require_context(*core_, allocation.core()->context);
        static_cast<void>(allocation.pointer());
    }
    core_->svm = std::move(allocations);
}

Index3 Kernel::suggested_local_size(const Device& device, unsigned work_dimensions,
                                    const Index3& global_size) const {
    return runtime::suggested_local_size(*core_->code, device.description(), work_dimensions,
                                         global_size);
}

}  // namespace clmm::runtime
