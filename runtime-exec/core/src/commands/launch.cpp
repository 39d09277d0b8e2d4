#include "commands/launch.h"

#include <algorithm>

#include "clmm/runtime/error.h"
#include "platform/platform_core.h"

namespace clmm::runtime {

namespace {

std::uint64_t items(const Index3& size) { return size[0] * size[1] * size[2]; }

std::uint64_t largest_group(const KernelCode& code, const DeviceDescription& device) {
    return std::min(device.max_work_group_size,
                    code.attributes().max_work_group_size.value_or(device.max_work_group_size));
}

/// The largest divisor of a size that is at most `limit`.
std::uint64_t largest_divisor(std::uint64_t size, std::uint64_t limit) {
    for (std::uint64_t divisor = std::min(size, limit); divisor > 1; --divisor)
        if (size % divisor == 0) return divisor;
    return 1;
}

void check_group_size(const Launch& launch) {
    const DeviceDescription& device = launch.device->description;
    const KernelAttributes& attributes = launch.code->attributes();
    const Index3& local = launch.range.local_size;
    for (std::size_t d = 0; d < 3; ++d)
        require(local[d] <= device.max_work_item_sizes[d], ErrorCode::invalid_work_item_size,
                "the local size is larger than the device's work-groups in a dimension");
    require(items(local) <= largest_group(*launch.code, device), ErrorCode::invalid_work_group_size,
            "the work-group has more work-items than the device or the kernel allows");
    require(!attributes.required_work_group_size || *attributes.required_work_group_size == local,
            ErrorCode::invalid_work_group_size,
            "the local size is not the one that the kernel requires");
    require(!attributes.uniform_work_group_size || is_uniform(launch.range),
            ErrorCode::invalid_work_group_size,
            "the kernel has uniform work-groups, but the local size does not divide the global "
            "size");
    require(!attributes.required_sub_group_size ||
                *attributes.required_sub_group_size == launch.range.sub_group_size,
            ErrorCode::invalid_work_group_size,
            "the sub-group size is not the one that the kernel requires");
}

void check_local_memory(const Launch& launch) {
    std::size_t size = launch.code->attributes().local_memory_size;
    for (const Argument& argument : launch.arguments)
        if (const auto* local = std::get_if<LocalMemoryArgument>(&argument)) size += local->size;
    require(size <= launch.device->description.local_memory_size, ErrorCode::out_of_resources,
            "a work-group needs more local memory than the device has");
}

}  // namespace

Index3 suggested_local_size(const KernelCode& code, const DeviceDescription& device,
                            unsigned work_dimensions, const Index3& global_size) {
    if (code.attributes().required_work_group_size)
        return *code.attributes().required_work_group_size;
    Index3 local = {1, 1, 1};
    std::uint64_t room = std::min<std::uint64_t>(256, largest_group(code, device));
    for (std::size_t d = 0; d < work_dimensions && d < 3; ++d) {
        if (global_size[d] == 0) continue;
        local[d] = largest_divisor(global_size[d], std::min(room, device.max_work_item_sizes[d]));
        room /= local[d];
    }
    return local;
}

NdRange resolve(const LaunchRange& range, const KernelCode& code, const DeviceDescription& device) {
    require(range.work_dimensions >= 1 && range.work_dimensions <= 3,
            ErrorCode::invalid_work_dimension, "an NDRange has one, two or three dimensions");
    NdRange resolved{.work_dimensions = range.work_dimensions,
                     .global_offset = range.global_offset,
                     .global_size = range.global_size};
    resolved.local_size =
        range.local_size
            ? *range.local_size
            : suggested_local_size(code, device, range.work_dimensions, range.global_size);
    resolved.sub_group_size = range.sub_group_size.value_or(
        code.attributes().required_sub_group_size.value_or(device.sub_group_size));
    return resolved;
}

void check_launch(const Launch& launch) {
    check_range(launch.range);
    check_group_size(launch);
    const auto& parameters = launch.code->parameters();
    require(parameters.size() == launch.arguments.size(), ErrorCode::invalid_kernel_args,
            "the kernel has not as many parameters as there are arguments");
    for (std::size_t i = 0; i < parameters.size(); ++i)
        require(agrees(parameters[i], launch.arguments[i]), ErrorCode::invalid_kernel_args,
                "an argument is not of its parameter's kind");
    check_local_memory(launch);
}

namespace {

bool pointer_agrees(const Parameter& parameter, const Argument& argument) {
    if (parameter.address_space == AddressSpace::local)
        return std::holds_alternative<LocalMemoryArgument>(argument);
    return std::holds_alternative<MemoryArgument>(argument);
}

}  // namespace

bool agrees(const Parameter& parameter, const Argument& argument) {
    switch (parameter.kind) {
        case ParameterKind::value:
        case ParameterKind::event:
        case ParameterKind::block: {
            const auto* value = std::get_if<ValueArgument>(&argument);
            return value != nullptr && value->bytes.size() == parameter.size;
        }
        case ParameterKind::pointer:
            return pointer_agrees(parameter, argument);
        case ParameterKind::image:
            return std::holds_alternative<ImageArgument>(argument);
        case ParameterKind::sampler:
            return std::holds_alternative<SamplerArgument>(argument);
        case ParameterKind::pipe:
            return std::holds_alternative<PipeArgument>(argument);
        case ParameterKind::queue:
            break;
    }
    return std::holds_alternative<QueueArgument>(argument);
}

}  // namespace clmm::runtime
