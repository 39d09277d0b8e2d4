// What the lanes of a group do together: barriers, group functions, copies.
#include "execute/handlers/together.h"

#include <cstring>
#include <vector>

#include "clmm/base/ensure.h"
#include "execute/group_run.h"
#include "execute/handlers.h"
#include "execute/monitor.h"
#include "values/address.h"

namespace clmm::runtime {
namespace {

const Site& site_of(GroupRun& run, const Instruction& i) {
    return run.instance().code->sites[static_cast<std::size_t>(i.immediate)];
}

/// Tells the monitor, if there is one, what all work-items of the group have reached.
void tell_group(GroupRun& run, const Instruction& i) {
    if (GroupMonitor* monitor = run.monitor())
        monitor->together(run, site_of(run, i), 0, static_cast<unsigned>(run.group().items()));
}

/// Likewise for the sub-groups of the block whose lanes are active.
void tell_sub_groups(GroupRun& run, Block& block, const Instruction& i) {
    GroupMonitor* monitor = run.monitor();
    if (monitor == nullptr) return;
    const std::uint32_t size = run.sub_group_size();
    for (unsigned first = 0; first < block.lanes(); first += size)
        if (block.active_set().contains(first))
            monitor->together(run, site_of(run, i), block.first_item() + first,
                              std::min(size, block.lanes() - first));
}

void pass_barrier(GroupRun& run, Block& /*block*/, const Instruction& i) { tell_group(run, i); }

void pass_sub_group_barrier(GroupRun& run, Block& block, const Instruction& i) {
    tell_sub_groups(run, block, i);
}

const std::byte* operand_bytes(const Register& reg, unsigned size, unsigned lane) {
    return reg.data + std::size_t{reg.shape == Shape::uniform ? 0 : lane} * size;
}

/// The values of all work-items go through the loop as one array.
void apply_to_group(GroupRun& run, Block& /*block*/, const Instruction& i) {
    tell_group(run, i);
    const auto items = static_cast<unsigned>(run.group().items());
    const unsigned in_size = i.sizes[1];
    const unsigned out_size = i.sizes[0];
    std::vector<std::uint64_t> in(items);
    std::vector<std::uint64_t> out(items);
    auto* in_bytes = reinterpret_cast<std::byte*>(in.data());
    auto* out_bytes = reinterpret_cast<std::byte*>(out.data());
    for (unsigned b = 0; b < run.block_count(); ++b) {
        Block& block = run.block(b);
        block.fill(block.reg(i.a), in_size);
        std::memcpy(in_bytes + std::size_t{block.first_item()} * in_size, block.reg(i.a).data,
                    std::size_t{block.lanes()} * in_size);
    }
    Block& first = run.block(0);
    if (i.operands > 1) first.fill(first.reg(i.b), i.sizes[2]);
    const std::byte* b = i.operands > 1 ? first.reg(i.b).data : nullptr;
    i.loop(out_bytes, in_bytes, b, nullptr, items);
    for (unsigned k = 0; k < run.block_count(); ++k) {
        Block& block = run.block(k);
        Register& d = block.reg(i.d);
        d.become_general();
        std::memcpy(d.data, out_bytes + std::size_t{block.first_item()} * out_size,
                    std::size_t{block.lanes()} * out_size);
    }
}

/// Likewise for each sub-group of the block whose lanes are active.
void apply_to_sub_groups(GroupRun& run, Block& block, const Instruction& i) {
    tell_sub_groups(run, block, i);
    block.fill(block.reg(i.a), i.sizes[1]);
    if (i.operands > 1) block.fill(block.reg(i.b), i.sizes[2]);
    Register& d = block.reg(i.d);
    block.keep_others(d, i);
    const std::uint32_t size = run.sub_group_size();
    for (unsigned first = 0; first < block.lanes(); first += size) {
        if (!block.active_set().contains(first)) continue;
        const unsigned count = std::min(size, block.lanes() - first);
        const std::byte* b =
            i.operands > 1 ? operand_bytes(block.reg(i.b), i.sizes[2], first) : nullptr;
        i.loop(block.scratch(0), block.reg(i.a).data + std::size_t{first} * i.sizes[1], b, nullptr,
               count);
        std::memcpy(d.data + std::size_t{first} * i.sizes[0], block.scratch(0),
                    std::size_t{count} * i.sizes[0]);
    }
}

std::uint64_t first_value(Block& block, std::uint32_t reg) {
    block.fill(block.reg(reg), 8);
    return *block.reg(reg).elements<std::uint64_t>();
}

void copy_together(GroupRun& run, Block& /*block*/, const Instruction& i) {
    Block& first = run.block(0);
    const std::uint64_t count = first_value(first, i.c);
    std::memmove(pointer_to(first_value(first, i.a)), pointer_to(first_value(first, i.b)),
                 count * static_cast<std::uint64_t>(i.immediate));
}

/// Of watched code, constants 1 and 2 are the sites of both sides. The first work-item stands for
/// all.
bool may_copy(GroupRun& run, const WideCall& call, std::uint64_t count) {
    GroupMonitor* monitor = run.monitor();
    if (monitor == nullptr || call.constants.size() < 3) return true;
    Block& first = run.block(0);
    bool may = true;
    for (const std::size_t side : {1U, 0U}) {
        const Site& site =
            run.instance().code->sites[static_cast<std::size_t>(call.constants[1 + side])];
        const auto stride = static_cast<std::int64_t>(first_value(first, call.operands[3 + side])) *
                            call.constants[0];
        may = monitor->transfer(first, site, 0, first_value(first, call.operands[side]), count,
                                stride) &&
              may;
    }
    return may;
}

/// Operands: to, from, count, step of `to`, step of `from`, in elements.
void copy_strided_together(GroupRun& run, Block& /*block*/, const Instruction& i) {
    Block& first = run.block(0);
    const WideCall& call = first.code().calls[static_cast<std::size_t>(i.immediate)];
    const auto size = static_cast<std::uint64_t>(call.constants.at(0));
    const auto value = [&](std::size_t k) { return first_value(first, call.operands.at(k)); };
    const std::uint64_t count = value(2);
    if (!may_copy(run, call, count)) return;
    for (std::uint64_t k = 0; k < count; ++k)
        std::memcpy(pointer_to(value(0) + k * value(3) * size),
                    pointer_to(value(1) + k * value(4) * size), size);
}

constexpr std::array<TogetherEntry, 6> kEntries = {{
    {&run_together<pass_barrier>, &pass_barrier, false},
    {&run_in_sub_group<pass_sub_group_barrier>, &pass_sub_group_barrier, true},
    {&run_together<apply_to_group>, &apply_to_group, false},
    {&run_in_sub_group<apply_to_sub_groups>, &apply_to_sub_groups, true},
    {&run_together<copy_together>, &copy_together, false},
    {&run_together<copy_strided_together>, &copy_strided_together, false},
}};

const TogetherEntry& entry_of(const Instruction& instruction) {
    for (const std::span<const TogetherEntry> entries :
         {std::span<const TogetherEntry>(kEntries), pipe_entries()})
        for (const TogetherEntry& entry : entries)
            if (entry.handler == instruction.run) return entry;
    ensure(false, "an instruction of groups");
    return kEntries.front();
}

}  // namespace

bool is_of_sub_group(const Instruction& instruction) { return entry_of(instruction).of_sub_group; }

void execute_together(GroupRun& group, Block& block, const Instruction& instruction) {
    entry_of(instruction).work(group, block, instruction);
}

namespace handlers {

Handler barrier() { return kEntries[0].handler; }
Handler sub_group_barrier() { return kEntries[1].handler; }
Handler group_function() { return kEntries[2].handler; }
Handler sub_group_function() { return kEntries[3].handler; }
Handler group_copy() { return kEntries[4].handler; }
Handler group_copy_strided() { return kEntries[5].handler; }

}  // namespace handlers
}  // namespace clmm::runtime
