#include "execute/bound_kernel.h"

#include <algorithm>
#include <cstring>

#include "clmm/base/ensure.h"
#include "clmm/runtime/error.h"
#include "clmm/runtime/image_format.h"
#include "clmm/runtime/watcher.h"
#include "execute/compiled_kernel.h"
#include "values/address.h"

namespace clmm::runtime {
namespace {

/// Lanes of a block, where the work-group has so many: registers of some dozens of variables
/// then fit into the nearest caches, and the cost of an instruction is spread over many lanes.
constexpr unsigned kLanes = 256;
constexpr std::size_t kLocalAlignment = 128;

std::uint64_t address_bits(const void* pointer) { return address_of(pointer); }

}  // namespace

BoundKernel::BoundKernel(std::shared_ptr<const Code> code, const NdRange& range,
                         std::vector<Argument> arguments, ExecutionEnvironment& environment)
    : code_(std::move(code)), arguments_(std::move(arguments)) {
    view_.code = code_.get();
    view_.range = range;
    view_.arguments = &arguments_;
    view_.environment = &environment;
    view_.program_scope = environment.program_scope().base;
    view_.local_bytes = code_->local_bytes;
    view_.local_offsets.resize(arguments_.size());
    for (std::size_t i = 0; i < arguments_.size(); ++i) bind(i);
    lanes_ = choose_lanes();
    for (const Site& site : code_->sites)
        view_.largest_access = std::max(view_.largest_access, site.size);
    auto* watcher = dynamic_cast<Watcher*>(environment.observer());
    if (!code_->watched || watcher == nullptr) return;
    monitor_ = watcher->start(view_);
    view_.monitor = monitor_.get();
}

void BoundKernel::bind(std::size_t i) {
    const ParameterRegisters& parameter = code_->parameters.at(i);
    const Argument& argument = arguments_[i];
    const auto set = [&](std::uint64_t bits) {
        presets_.push_back({parameter.registers.at(0), bits});
    };
    if (const auto* value = std::get_if<ValueArgument>(&argument)) {
        bind_value(parameter, *value);
    } else if (const auto* memory = std::get_if<MemoryArgument>(&argument)) {
        set(address_bits(memory->base));
    } else if (const auto* local = std::get_if<LocalMemoryArgument>(&argument)) {
        const auto offset = static_cast<std::uint32_t>((view_.local_bytes + kLocalAlignment - 1) /
                                                       kLocalAlignment * kLocalAlignment);
        view_.local_bytes = offset + static_cast<std::uint32_t>(local->size);
        view_.local_offsets[i] = offset;
        set(offset);
    } else if (const auto* sampler = std::get_if<SamplerArgument>(&argument)) {
        set(sampler_bits(*sampler));
    } else if (const auto* queue = std::get_if<QueueArgument>(&argument)) {
        set(queue->queue);
    } else if (const auto* image = std::get_if<ImageArgument>(&argument)) {
        set(address_bits(image));
    } else {
        set(address_bits(&std::get<PipeArgument>(argument)));
    }
}

void BoundKernel::bind_value(const ParameterRegisters& parameter, const ValueArgument& value) {
    if (parameter.by_address) {
        presets_.push_back({parameter.registers.at(0), address_bits(value.bytes.data())});
        return;
    }
    for (std::size_t k = 0; k < parameter.registers.size(); ++k) {
        const unsigned size = memory_size(parameter.scalars[k]);
        const std::byte* from = value.bytes.data() + parameter.offsets[k];
        ensure(parameter.offsets[k] + size <= value.bytes.size(),
               "an argument of the parameter's size");
        std::uint64_t bits = 0;
        std::memcpy(&bits, from, size);
        if (parameter.scalars[k] == Scalar::f16) {
            const float wide = half_to_float(static_cast<std::uint16_t>(bits));
            bits = read_bytes<std::uint32_t>(&wide);
        }
        presets_.push_back({parameter.registers[k], bits});
    }
}

unsigned BoundKernel::choose_lanes() const {
    const Index3& local = view_.range.local_size;
    const std::uint64_t items = local[0] * local[1] * local[2];
    const std::uint64_t size = std::min<std::uint64_t>(view_.range.sub_group_size, items);
    if (size > kMostLanes)
        throw Error(ErrorCode::out_of_resources,
                    "sub-groups of more than 1024 work-items are not supported");
    const std::uint64_t lanes = size >= kLanes ? size : kLanes / size * size;
    return static_cast<unsigned>(std::min(items, lanes));
}

std::unique_ptr<Block> BoundKernel::make_block(unsigned lanes) const {
    auto block = std::make_unique<Block>(*code_, lanes);
    for (const Preset& preset : presets_) {
        Register& reg = block->reg(preset.reg);
        std::memcpy(reg.data, &preset.bits, code_->registers[preset.reg].size);
        reg.become_uniform();
    }
    return block;
}

}  // namespace clmm::runtime
