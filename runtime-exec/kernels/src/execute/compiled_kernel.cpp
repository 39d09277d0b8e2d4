#include "execute/compiled_kernel.h"

#include "execute/bound_kernel.h"

namespace clmm::runtime {
namespace {

/// What a worker keeps of the instance that it ran last.
struct BlockStore : WorkerScratch::Extension {
    std::shared_ptr<const int> instance;
    std::vector<std::unique_ptr<Block>> blocks;
};

class CompiledInstance : public KernelInstance {
public:
    CompiledInstance(std::shared_ptr<const Code> code, const NdRange& range,
                     std::vector<Argument> arguments, ExecutionEnvironment& environment)
        : bound_(std::move(code), range, std::move(arguments), environment),
          identity_(std::make_shared<const int>(0)) {}

    [[nodiscard]] const BoundKernel& bound() const { return bound_; }

    void run(const WorkGroup& group, WorkerScratch& scratch) override {
        auto* store = dynamic_cast<BlockStore*>(scratch.extension.get());
        if (store == nullptr) {
            auto fresh = std::make_unique<BlockStore>();
            store = fresh.get();
            scratch.extension = std::move(fresh);
        }
        if (store->instance != identity_) {
            store->blocks.clear();
            store->instance = identity_;
        }
        prepare(*store, group);
        std::byte* local = scratch.memory(bound_.view().local_bytes);
        GroupRun(bound_.view(), group, local, store->blocks, bound_.lanes()).run();
    }

private:
    /// The blocks that the group needs.
    void prepare(BlockStore& store, const WorkGroup& group) const {
        const std::uint64_t needed = (group.items() + bound_.lanes() - 1) / bound_.lanes();
        while (store.blocks.size() < needed)
            store.blocks.push_back(bound_.make_block(bound_.lanes()));
    }

    BoundKernel bound_;
    std::shared_ptr<const int> identity_;
};

}  // namespace

CompiledKernel::CompiledKernel(std::string name, std::vector<Parameter> parameters,
                               KernelAttributes attributes, Code code)
    : name_(std::move(name)),
      parameters_(std::move(parameters)),
      attributes_(std::move(attributes)),
      code_(std::make_shared<const Code>(std::move(code))) {}

std::unique_ptr<KernelInstance> CompiledKernel::instantiate(
    const NdRange& range, std::vector<Argument> arguments,
    ExecutionEnvironment& environment) const {
    return std::make_unique<CompiledInstance>(code_, range, std::move(arguments), environment);
}

const BoundKernel* bound_kernel_of(const KernelInstance& instance) {
    if (const auto* outer = dynamic_cast<const OuterInstance*>(&instance))
        return bound_kernel_of(outer->inner());
    const auto* compiled = dynamic_cast<const CompiledInstance*>(&instance);
    return compiled == nullptr ? nullptr : &compiled->bound();
}

std::uint64_t sampler_bits(const SamplerArgument& sampler) {
    return (sampler.normalized_coordinates ? 1U : 0U) |
           static_cast<std::uint64_t>(sampler.addressing) << 1U |
           (sampler.filter == FilterMode::linear ? 0x20U : 0x10U);
}

}  // namespace clmm::runtime
