// What the lanes of a group do together: barriers, group functions, copies.
#include "execute/handlers/together.h"

#include <algorithm>
#include <array>
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

std::uint64_t element_of_lane(Block& block, std::uint32_t reg, unsigned lane) {
    const Register& from = block.reg(reg);
    const std::size_t size = block.code().registers[reg].size;
    std::uint64_t value = 0;
    std::memcpy(&value, from.data + (from.shape == Shape::uniform ? 0 : lane * size), size);
    return value;
}

void pass_barrier(GroupRun& run, Block& /*block*/, const Instruction& i) {
    if (i.operands > 0) demand_same(run, i.a, i, "flags");
    tell_group(run, i);
}

void pass_sub_group_barrier(GroupRun& run, Block& block, const Instruction& i) {
    tell_sub_groups(run, block, i);
}

const std::byte* operand_bytes(const Register& reg, unsigned size, unsigned lane) {
    return reg.data + std::size_t{reg.shape == Shape::uniform ? 0 : lane} * size;
}

/// The values of all work-items go through the loop as one array.
void apply_to_group(GroupRun& run, Block& /*block*/, const Instruction& i) {
    if (i.operands > 1) demand_same(run, i.b, i, "index");
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
    if (i.operands > 1) demand_same_in_sub_groups(run, block, i.b, i, "index");
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
    demand_same(run, i.a, i, "destination");
    demand_same(run, i.b, i, "source");
    demand_same(run, i.c, i, "number of elements");
    const std::uint64_t count = first_value(first, i.c);
    std::memmove(pointer_to(first_value(first, i.a)), pointer_to(first_value(first, i.b)),
                 count * static_cast<std::uint64_t>(i.immediate));
}

/// Operands: to, from, count, step of `to`, step of `from`, in elements; of watched code the event.
struct StridedCopy {
    std::uint64_t to = 0;
    std::uint64_t from = 0;
    std::uint64_t count = 0;
    std::uint64_t to_step = 0;  ///< bytes
    std::uint64_t from_step = 0;
    std::uint64_t size = 0;  ///< of an element
};

StridedCopy strided_copy(GroupRun& run, const WideCall& call, const Instruction& i) {
    constexpr std::array<const char*, 6> kArguments = {
        "destination", "source", "number of elements", "stride", "stride", "event"};
    for (std::size_t k = 0; k < call.operands.size(); ++k)
        demand_same(run, call.operands[k], i, kArguments.at(k));
    const auto value = [&](std::size_t k) {
        return first_value(run.block(0), call.operands.at(k));
    };
    const auto size = static_cast<std::uint64_t>(call.constants.at(0));
    return {value(0), value(1), value(2), value(3) * size, value(4) * size, size};
}

void perform(const StridedCopy& copy) {
    for (std::uint64_t k = 0; k < copy.count; ++k)
        std::memcpy(pointer_to(copy.to + k * copy.to_step),
                    pointer_to(copy.from + k * copy.from_step), copy.size);
}

const WideCall& call_of(GroupRun& run, const Instruction& i) {
    return run.block(0).code().calls[static_cast<std::size_t>(i.immediate)];
}

void copy_strided_together(GroupRun& run, Block& /*block*/, const Instruction& i) {
    perform(strided_copy(run, call_of(run, i), i));
}

const Site& site_at(GroupRun& run, std::int64_t index) {
    return run.instance().code->sites[static_cast<std::size_t>(index)];
}

/// The first work-item stands for all.
void tell_copy(GroupRun& run, const WideCall& call, const StridedCopy& copy, std::uint64_t event) {
    GroupMonitor* monitor = run.monitor();
    if (monitor == nullptr) return perform(copy);
    const CopySide to{&site_at(run, call.constants[1]), copy.to,
                      static_cast<std::int64_t>(copy.to_step)};
    const CopySide from{&site_at(run, call.constants[2]), copy.from,
                        static_cast<std::int64_t>(copy.from_step)};
    Block& first = run.block(0);
    bool may = true;
    for (const CopySide* side : {&from, &to})
        may = monitor->transfer(first, *side->site, 0, side->address, copy.count, side->stride) &&
              may;
    if (may) perform(copy);
    monitor->begin_copy(to, from, copy.count, event);
}

void copy_watched(GroupRun& run, Block& /*block*/, const Instruction& i) {
    const WideCall& call = call_of(run, i);
    const StridedCopy copy = strided_copy(run, call, i);
    std::uint64_t event = first_value(run.block(0), call.operands.at(5));
    if (event == 0) event = run.new_event();
    tell_copy(run, call, copy, event);
    for (unsigned b = 0; b < run.block_count(); ++b) {
        Block& block = run.block(b);
        Register& d = block.reg(call.results[0]);
        d.become_general();
        std::fill_n(d.elements<std::uint64_t>(), block.lanes(), event);
    }
}

/// The events of one work-item; none where it must not read the list.
std::vector<std::uint64_t> events_of(GroupRun& run, Block& block, unsigned lane,
                                     const WideCall& call) {
    const std::uint64_t count = element_of_lane(block, call.operands[0], lane);
    const std::uint64_t list = element_of_lane(block, call.operands[1], lane);
    if (!run.monitor()->transfer(block, site_at(run, call.constants[1]), lane, list, count, 8))
        return {};
    std::vector<std::uint64_t> events(count);
    if (count > 0) std::memcpy(events.data(), pointer_to(list), count * 8);
    return events;
}

/// Those of all work-items are the same; else the run ends.
std::vector<std::uint64_t> common_events(GroupRun& run, const WideCall& call,
                                         const Instruction& i) {
    std::vector<std::uint64_t> events;
    for (unsigned b = 0; b < run.block_count(); ++b) {
        Block& block = run.block(b);
        block.fill(block.reg(call.operands[1]), 8);
        for (unsigned lane = 0; lane < block.lanes(); ++lane) {
            const std::vector<std::uint64_t> own = events_of(run, block, lane, call);
            if (b == 0 && lane == 0) events = own;
            if (own != events)
                run.report_difference({block, lane}, {run.block(0), 0}, i.span, "events");
        }
    }
    return events;
}

void wait_together(GroupRun& run, Block& /*block*/, const Instruction& i) {
    GroupMonitor* monitor = run.monitor();
    if (monitor == nullptr) return;
    const WideCall& call = call_of(run, i);
    demand_same(run, call.operands[0], i, "number of events");
    const Site& site = site_at(run, call.constants[0]);
    monitor->wait_for_copies(site, common_events(run, call, i));
    monitor->together(run, site, 0, static_cast<unsigned>(run.group().items()));
}

constexpr std::array<TogetherEntry, 8> kEntries = {{
    {&run_together<pass_barrier>, &pass_barrier, false},
    {&run_in_sub_group<pass_sub_group_barrier>, &pass_sub_group_barrier, true},
    {&run_together<apply_to_group>, &apply_to_group, false},
    {&run_in_sub_group<apply_to_sub_groups>, &apply_to_sub_groups, true},
    {&run_together<copy_together>, &copy_together, false},
    {&run_together<copy_strided_together>, &copy_strided_together, false},
    {&run_together<copy_watched>, &copy_watched, false},
    {&run_together<wait_together>, &wait_together, false},
}};

const TogetherEntry& entry_of(const Instruction& instruction) {
    for (const std::span<const TogetherEntry> entries :
         {std::span<const TogetherEntry>(kEntries), pipe_entries(), sub_group_entries()})
        for (const TogetherEntry& entry : entries)
            if (entry.handler == instruction.run) return entry;
    ensure(false, "an instruction of groups");
    return kEntries.front();
}

}  // namespace

void demand_same(GroupRun& run, std::uint32_t reg, const Instruction& i, const char* argument) {
    const unsigned size = run.block(0).code().registers[reg].size;
    for (unsigned b = 0; b < run.block_count(); ++b)
        if (run.block(b).reg(reg).shape != Shape::uniform)
            run.block(b).fill(run.block(b).reg(reg), size);
    const std::uint64_t first = element_of_lane(run.block(0), reg, 0);
    for (unsigned b = 0; b < run.block_count(); ++b) {
        Block& block = run.block(b);
        const unsigned lanes = block.reg(reg).shape == Shape::uniform ? 1 : block.lanes();
        for (unsigned lane = 0; lane < lanes; ++lane)
            if (element_of_lane(block, reg, lane) != first)
                run.report_difference({block, lane}, {run.block(0), 0}, i.span, argument);
    }
}

void demand_same_in_sub_groups(GroupRun& run, Block& block, std::uint32_t reg, const Instruction& i,
                               const char* argument) {
    if (block.reg(reg).shape == Shape::uniform) return;
    block.fill(block.reg(reg), block.code().registers[reg].size);
    const std::uint32_t width = run.sub_group_size();
    block.for_active([&](unsigned lane) {
        const unsigned first = lane / width * width;
        if (element_of_lane(block, reg, lane) != element_of_lane(block, reg, first))
            run.report_difference({block, lane}, {block, first}, i.span, argument);
    });
}

bool is_of_sub_group(const Instruction& instruction) { return entry_of(instruction).of_sub_group; }
bool goes_without_all(const Instruction& instruction) { return entry_of(instruction).without_all; }

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
Handler watched_group_copy() { return kEntries[6].handler; }
Handler group_wait() { return kEntries[7].handler; }

}  // namespace handlers
}  // namespace clmm::runtime
