#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "clmm/runtime/kernel_code.h"
#include "execute/block.h"
#include "execute/monitor.h"

namespace clmm::runtime {

/// What instructions see of the kernel-instance.
struct InstanceView {
    const Code* code = nullptr;
    NdRange range;
    const std::vector<Argument>* arguments = nullptr;
    ExecutionEnvironment* environment = nullptr;
    std::byte* program_scope = nullptr;
    std::vector<std::uint32_t> local_offsets;  ///< of parameters in local memory
    std::uint32_t local_bytes = 0;
    Monitor* monitor = nullptr;        ///< of watched code; null: nobody looks
    std::uint32_t largest_access = 0;  ///< bytes, of watched code
};

/// One work-group's execution: its blocks in turn, and what they do together.
///
/// Errors   a barrier or group function that not all work-items of the group reach is reported to
///          the environment with both places, and ends the run with CL_INVALID_OPERATION.
/// Threads  one.
class GroupRun {
public:
    GroupRun(const InstanceView& instance, const WorkGroup& group, std::byte* local_memory,
             std::vector<std::unique_ptr<Block>>& blocks, unsigned lanes);

    void run();

    // ---- for controlled runs ----

    /// Puts the blocks at the start of the code, and tells the monitor, if there is one.
    void start(Monitor* monitor);
    /// All work-items wait: at one place, then they go on, or in vain.
    void release_group();

    /// A place in the code where a lane of a block is.
    [[nodiscard]] Finding::Site site(const Block& block, unsigned lane, Span span,
                                     std::string what) const;

    // ---- for instructions ----

    [[nodiscard]] const WorkGroup& group() const { return group_; }
    [[nodiscard]] const InstanceView& instance() const { return instance_; }
    [[nodiscard]] std::byte* local_memory() const { return local_; }
    [[nodiscard]] unsigned block_count() const { return used_; }
    [[nodiscard]] Block& block(unsigned i) { return *blocks_[i]; }
    /// Of watched code; null: nobody looks.
    [[nodiscard]] GroupMonitor* monitor() const { return monitor_.get(); }
    [[nodiscard]] std::uint32_t sub_group_size() const { return instance_.range.sub_group_size; }
    /// Of an async copy: no number that the group has had before.
    [[nodiscard]] std::uint64_t new_event() { return ++events_; }
    struct Lane {
        const Block& block;
        unsigned number = 0;
    };
    /// A work-item calls a function with another value of an argument than the first one of its
    /// group does, where all have to give the same: reported, and the run ends.
    [[noreturn]] void report_difference(const Lane& one, const Lane& first, Span span,
                                        const std::string& argument);
    /// An assertion of a work-item fails: reported, and the run ends.
    [[noreturn]] void report_assertion(const Block& block, unsigned lane, Span span);

private:
    void start_blocks();
    void run_blocks();
    bool release_sub_groups(bool all_come);
    [[nodiscard]] LaneSet that_go_on(const Block& block, const Block::Waiting& waiting,
                                     bool all_come) const;
    [[noreturn]] void report_divergence();

    const InstanceView& instance_;
    const WorkGroup& group_;
    std::byte* local_;
    std::vector<std::unique_ptr<Block>>& blocks_;
    unsigned lanes_;
    unsigned used_ = 0;
    std::unique_ptr<GroupMonitor> monitor_;
    std::uint64_t events_ = 0;
};

/// Whether lanes wait at this instruction for their sub-group only.
[[nodiscard]] bool is_of_sub_group(const Instruction& instruction);
/// Whether those lanes of a sub-group go on together that have come, once no other one can come.
[[nodiscard]] bool goes_without_all(const Instruction& instruction);
/// What the lanes of a group do together at an instruction where all of them are. Of a
/// sub-group's instruction: for the sub-groups whose lanes are active in the block.
void execute_together(GroupRun& group, Block& block, const Instruction& instruction);

}  // namespace clmm::runtime
