#pragma once

#include <memory>
#include <vector>

#include "execute/group_run.h"

namespace clmm::runtime {

/// Code with its arguments and index space: what its work-groups start from.
///
/// Threads  immutable.
class BoundKernel {
public:
    BoundKernel(std::shared_ptr<const Code> code, const NdRange& range,
                std::vector<Argument> arguments, ExecutionEnvironment& environment);
    BoundKernel(const BoundKernel&) = delete;
    BoundKernel& operator=(const BoundKernel&) = delete;

    [[nodiscard]] const InstanceView& view() const { return view_; }
    /// Lanes of a block: whole sub-groups, and no more than the work-group has.
    [[nodiscard]] unsigned lanes() const { return lanes_; }
    /// A block of the code with the arguments in its registers.
    [[nodiscard]] std::unique_ptr<Block> make_block(unsigned lanes) const;

private:
    /// A value that is the same for all work-items, set before the kernel starts.
    struct Preset {
        std::uint32_t reg = 0;
        std::uint64_t bits = 0;
    };
    void bind(std::size_t i);
    void bind_value(const ParameterRegisters& parameter, const ValueArgument& value);
    [[nodiscard]] unsigned choose_lanes() const;

    std::shared_ptr<const Code> code_;
    std::vector<Argument> arguments_;
    InstanceView view_;
    std::unique_ptr<Monitor> monitor_;  ///< of the context's checks, for watched code
    std::vector<Preset> presets_;
    unsigned lanes_ = 1;
};

}  // namespace clmm::runtime
