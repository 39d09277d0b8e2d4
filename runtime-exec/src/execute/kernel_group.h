#pragma once

#include <memory>
#include <vector>

#include "execute/bound_kernel.h"
#include "execute/controlled_run.h"

namespace clmm::runtime {

/// A work-group of a kernel-instance in a controlled run.
class KernelGroup : public ControlledGroup {
public:
    KernelGroup(const BoundKernel& kernel, const Points& points, const WorkGroup& group);

    [[nodiscard]] unsigned items() const override { return static_cast<unsigned>(blocks_.size()); }
    [[nodiscard]] Block& block(unsigned item) override { return *blocks_[item]; }
    [[nodiscard]] const Points& points(unsigned /*item*/) const override { return points_; }
    void release() override { run_.release_group(); }
    bool release_sub_groups() override;

private:
    [[nodiscard]] std::byte* local_memory();
    bool release_sub_group(unsigned first, unsigned count);

    const BoundKernel& kernel_;
    const Points& points_;
    WorkGroup group_;
    std::vector<std::byte> local_;
    std::vector<std::unique_ptr<Block>> blocks_;
    GroupRun run_;
};

}  // namespace clmm::runtime
