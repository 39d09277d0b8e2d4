#include "clmm/runtime/memory.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "objects/memory_core.h"
#include "platform/context_core.h"

namespace clmm::runtime {

namespace {

std::size_t largest_allocation(const ContextCore& context) {
    std::size_t largest = 0;
    for (const auto& device : context.devices)
        largest = std::max(largest, device->description.max_allocation_size);
    return largest;
}

void check_size(const ContextCore& context, std::size_t size) {
    require(size > 0, ErrorCode::invalid_buffer_size, "memory objects have at least one byte");
    require(size <= largest_allocation(context), ErrorCode::invalid_buffer_size,
            "no device of the context allocates that much at once");
}

void check_host_pointer(const MemoryFlags& flags, const void* pointer) {
    require((flags.host_pointer == HostPointer::none) == (pointer == nullptr),
            ErrorCode::invalid_host_ptr,
            "a host pointer is given where the flags ask for one, and nowhere else");
}

std::shared_ptr<MemoryCore> new_core(const std::shared_ptr<ContextCore>& context,
                                     Allocation allocation, MemoryFlags flags) {
    auto core = std::make_shared<MemoryCore>(context);
    core->id = context->platform->next_id++;
    core->allocation = allocation;
    core->flags = flags;
    return core;
}

void allocate(MemoryCore& core, std::size_t size, void* host_pointer) {
    core.size = size;
    if (core.flags.host_pointer == HostPointer::use) {
        core.base = static_cast<std::byte*>(host_pointer);
    } else {
        core.storage = Storage(size, red_zone(*core.context));
        core.base = core.storage.data();
    }
    core.register_address(core.flags.host_pointer != HostPointer::none);
}

}  // namespace

// ---- MemoryObject ----

std::size_t MemoryObject::size() const { return core_->size; }
const MemoryFlags& MemoryObject::flags() const { return core_->flags; }
MemoryId MemoryObject::id() const { return core_->id; }
unsigned MemoryObject::map_count() const { return core_->mappings(); }

std::shared_ptr<DeviceCore> MemoryObject::location() const {
    const std::lock_guard lock(core_->mutex);
    return core_->location;
}

void MemoryObject::on_destruction(std::function<void()> callback) const {
    require(callback != nullptr, ErrorCode::invalid_value, "there is no callback");
    const std::lock_guard lock(core_->mutex);
    core_->destruction.push_back(std::move(callback));
}

// ---- Buffer ----

Buffer::Buffer(const Context& context, std::size_t size, MemoryFlags flags, void* host_pointer)
    : MemoryObject(new_core(context.core(), Allocation::buffer, flags)) {
    check_size(*context.core(), size);
    check_host_pointer(flags, host_pointer);
    allocate(*core(), size, host_pointer);
    if (flags.host_pointer == HostPointer::copy) std::memcpy(core()->base, host_pointer, size);
}

namespace {

KernelAccess narrowed(KernelAccess whole, std::optional<KernelAccess> part) {
    if (!part) return whole;
    require(whole == KernelAccess::read_write || whole == *part, ErrorCode::invalid_value,
            "kernels would have access to the sub-buffer that they lack to the buffer");
    return *part;
}

HostAccess narrowed(HostAccess whole, std::optional<HostAccess> part) {
    if (!part) return whole;
    require(whole == HostAccess::read_write || whole == *part || *part == HostAccess::none,
            ErrorCode::invalid_value,
            "the host would have access to the sub-buffer that it lacks to the buffer");
    return *part;
}

bool some_device_aligns(const ContextCore& context, std::size_t origin) {
    return std::any_of(context.devices.begin(), context.devices.end(), [&](const auto& device) {
        return origin % device->description.base_address_alignment == 0;
    });
}

std::shared_ptr<MemoryCore> sub_core(const std::shared_ptr<MemoryCore>& whole, std::size_t origin,
                                     std::size_t size, MemoryFlags flags) {
    require(whole->whole == nullptr, ErrorCode::invalid_mem_object,
            "a sub-buffer has no sub-buffers");
    require(size > 0, ErrorCode::invalid_buffer_size, "a sub-buffer has at least one byte");
    require_range(origin, size, whole->size, "the sub-buffer reaches out of the buffer");
    require(some_device_aligns(*whole->context, origin), ErrorCode::misaligned_sub_buffer_offset,
            "the origin is not a multiple of any device's base address alignment");
    auto core = std::make_shared<MemoryCore>(whole->context);
    core->id = whole->id;
    core->flags = flags;
    core->base = whole->base + origin;
    core->size = size;
    core->whole = whole;
    core->origin = origin;
    return core;
}

}  // namespace

SubBuffer::SubBuffer(const Buffer& buffer, std::size_t origin, std::size_t size,
                     std::optional<KernelAccess> kernel, std::optional<HostAccess> host)
    : Buffer(sub_core(buffer.core(), origin, size,
                      {.kernel = narrowed(buffer.flags().kernel, kernel),
                       .host = narrowed(buffer.flags().host, host),
                       .host_pointer = buffer.flags().host_pointer})) {}

std::size_t SubBuffer::origin() const { return core()->origin; }

// ---- Sampler, Pipe ----

Sampler::Sampler(const Context& context, SamplerArgument state)
    : state_(state), context_(context.core()) {
    require(state.normalized_coordinates || (state.addressing != AddressingMode::repeat &&
                                             state.addressing != AddressingMode::mirrored_repeat),
            ErrorCode::invalid_value, "repeating needs normalised coordinates");
}

Pipe::Pipe(const Context& context, std::uint32_t packet_size, std::uint32_t max_packets)
    : MemoryObject(new_core(context.core(), Allocation::pipe,
                            {KernelAccess::read_write, HostAccess::none, HostPointer::none})) {
    require(packet_size > 0 && max_packets > 0, ErrorCode::invalid_pipe_size,
            "a pipe holds at least one packet of at least one byte");
    core()->size = std::size_t{packet_size} * max_packets;
    check_size(*context.core(), core()->size);
    core()->pipe = std::make_shared<PipeChannel>(packet_size, max_packets);
}

std::uint32_t Pipe::packet_size() const { return core()->pipe->packet_size(); }
std::uint32_t Pipe::max_packets() const { return core()->pipe->max_packets(); }

// ---- SvmAllocation ----

namespace {

bool supports(const DeviceDescription& device, Allocation kind) {
    switch (kind) {
        case Allocation::coarse_grained_svm:
            return true;
        case Allocation::fine_grained_svm:
            return device.fine_grained_svm;
        case Allocation::fine_grained_svm_atomics:
            return device.fine_grained_svm && device.svm_atomics;
        default:
            return false;
    }
}

bool is_svm_buffer(Allocation kind) {
    return kind == Allocation::coarse_grained_svm || kind == Allocation::fine_grained_svm ||
           kind == Allocation::fine_grained_svm_atomics;
}

}  // namespace

SvmAllocation::SvmAllocation(const Context& context, Allocation kind, std::size_t size,
                             MemoryFlags flags, std::size_t alignment)
    : MemoryObject(new_core(context.core(), kind, flags)) {
    require(is_svm_buffer(kind), ErrorCode::invalid_value,
            "shared virtual memory is coarse-grained, fine-grained, or that with atomics");
    require(flags.host_pointer == HostPointer::none, ErrorCode::invalid_value,
            "shared virtual memory takes no host pointer");
    require(alignment > 0 && alignment <= 128 && (alignment & (alignment - 1)) == 0,
            ErrorCode::invalid_value, "an alignment is a power of two up to 128");
    check_size(*context.core(), size);
    const auto& devices = context.core()->devices;
    require(std::any_of(devices.begin(), devices.end(),
                        [&](const auto& device) { return supports(device->description, kind); }),
            ErrorCode::invalid_operation, "no device of the context has that kind of sharing");
    allocate(*core(), size, nullptr);
}

void* SvmAllocation::pointer() const {
    require(!core()->is_freed(), ErrorCode::invalid_value,
            "the shared virtual memory has been freed");
    return core()->base;
}

Allocation SvmAllocation::kind() const { return core()->allocation; }

}  // namespace clmm::runtime
