#pragma once

#include <array>
#include <memory>
#include <vector>

#include "controlled/run.h"
#include "execute/bound_kernel.h"

namespace clmm::runtime {

/// Local memory of a work-group, aligned for all types.
struct alignas(128) LocalLine {
    std::array<std::byte, 128> bytes;
};
using LocalMemory = std::vector<LocalLine>;

/// A work-group of a kernel-instance in a controlled run.
class KernelGroup : public ControlledGroup {
public:
    /// Told to the kernel-instance's monitor, if there is one, with local memory of its own.
    KernelGroup(const BoundKernel& kernel, const Points& points, const WorkGroup& group);
    KernelGroup(const BoundKernel& kernel, const Points& points, const WorkGroup& group,
                Monitor* monitor, LocalMemory& local);
    /// All zeros, enough for a work-group.
    [[nodiscard]] static LocalMemory make_local(const BoundKernel& kernel);

    [[nodiscard]] unsigned items() const override { return static_cast<unsigned>(blocks_.size()); }
    [[nodiscard]] Block& block(unsigned item) override { return *blocks_[item]; }
    [[nodiscard]] const Points& points(unsigned /*item*/) const override { return points_; }
    void release() override { run_.release_group(); }
    bool release_sub_groups() override;
    /// Where nobody checks, memory is taken for granted.
    [[nodiscard]] bool may_miss_memory() const override { return is_watched_; }

protected:
    [[nodiscard]] const GroupRun& run() const { return run_; }

private:
    void start(Monitor* monitor);
    bool release_sub_group(unsigned first, unsigned count);

    const BoundKernel& kernel_;
    const Points& points_;
    WorkGroup group_;
    LocalMemory own_local_;
    std::vector<std::unique_ptr<Block>> blocks_;
    GroupRun run_;
    bool is_watched_ = false;
};

}  // namespace clmm::runtime
