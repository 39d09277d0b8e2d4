#include "controlled/kernel_group.h"

#include <algorithm>
#include <cstring>
#include <map>

namespace clmm::runtime {
namespace {

/// Moves the registers of blocks of one lane into the lanes of one block, and back.
class SubGroupBlock {
public:
    /// `active`: of the lanes of the new block.
    SubGroupBlock(const BoundKernel& kernel, GroupRun& run, unsigned first, unsigned count,
                  const LaneSet& active)
        : run_(run), first_(first), count_(count), block_(kernel.make_block(count)) {
        block_->start(run, first, count);
        for_elements([](std::byte* together, std::byte* own, unsigned size) {
            std::memcpy(together, own, size);
        });
        block_->activate(active);
    }

    [[nodiscard]] Block& block() { return *block_; }
    void write_back() {
        for_elements([](std::byte* together, std::byte* own, unsigned size) {
            std::memcpy(own, together, size);
        });
    }

private:
    template <class Work>
    void for_elements(Work&& work) {
        const auto& registers = block_->code().registers;
        for (std::uint32_t reg = 0; reg < registers.size(); ++reg) {
            const unsigned size = registers[reg].size;
            block_->fill(block_->reg(reg), size);
            block_->reg(reg).become_general();
            for (unsigned lane = 0; lane < count_; ++lane) {
                Block& own = run_.block(first_ + lane);
                own.fill(own.reg(reg), size);
                own.reg(reg).become_general();
                work(block_->reg(reg).data + std::size_t{lane} * size, own.reg(reg).data, size);
            }
        }
    }

    GroupRun& run_;
    unsigned first_;
    unsigned count_;
    std::unique_ptr<Block> block_;
};

}  // namespace

KernelGroup::KernelGroup(const BoundKernel& kernel, const Points& points, const WorkGroup& group)
    : kernel_(kernel),
      points_(points),
      group_(group),
      own_local_(make_local(kernel)),
      run_(kernel.view(), group_, own_local_.data()->bytes.data(), blocks_, 1) {
    start(kernel.view().monitor);
}

KernelGroup::KernelGroup(const BoundKernel& kernel, const Points& points, const WorkGroup& group,
                         Monitor* monitor, LocalMemory& local)
    : kernel_(kernel),
      points_(points),
      group_(group),
      run_(kernel.view(), group_, local.data()->bytes.data(), blocks_, 1) {
    start(monitor);
}

LocalMemory KernelGroup::make_local(const BoundKernel& kernel) {
    return LocalMemory(kernel.view().local_bytes / sizeof(LocalLine) + 1);
}

void KernelGroup::start(Monitor* monitor) {
    for (std::uint64_t i = 0; i < group_.items(); ++i) blocks_.push_back(kernel_.make_block(1));
    run_.start(monitor);
    is_watched_ = monitor != nullptr;
}

bool KernelGroup::release_sub_groups() {
    bool any = false;
    const std::uint32_t size = run_.sub_group_size();
    for (unsigned first = 0; first < items(); first += size)
        any = release_sub_group(first, std::min(size, items() - first)) || any;
    return any;
}

/// All of a sub-group wait at one place; or, where that does not need all, none is left to come.
bool KernelGroup::release_sub_group(unsigned first, unsigned count) {
    std::map<std::uint32_t, LaneSet> waiting;  // by instruction
    bool is_whole = true;
    for (unsigned i = 0; i < count; ++i) {
        const Block& block = *blocks_[first + i];
        if (block.waits())
            waiting[block.place()].insert(i);
        else if (block.ended().empty())
            return false;
        else
            is_whole = false;
    }
    is_whole = is_whole && waiting.size() == 1;
    bool any = false;
    for (const auto& [at, lanes] : waiting) {
        const Instruction& instruction = kernel_.view().code->instructions[at];
        if (!is_of_sub_group(instruction) || (!is_whole && !goes_without_all(instruction)))
            continue;
        SubGroupBlock together(kernel_, run_, first, count, lanes);
        execute_together(run_, together.block(), instruction);
        together.write_back();
        lanes.for_each([&, place = at](unsigned lane) {
            blocks_[first + lane]->release(place, LaneSet::first(1));
        });
        any = true;
    }
    return any;
}

}  // namespace clmm::runtime
