#include "execute/handlers/watch.h"

#include <cstring>
#include <vector>

#include "clmm/base/of_thread.h"
#include "execute/block.h"
#include "execute/group_run.h"
#include "execute/monitor.h"
#include "execute/rows.h"
#include "values/address.h"

namespace clmm::runtime {
namespace {

/// What one thread needs while it asks a monitor, kept from one instruction to the next.
struct Question {
    std::vector<AccessRow> rows;
    std::vector<unsigned> denied;
    std::vector<std::byte> nowhere;  ///< where accesses go that are denied
};

}  // namespace

void add_lane(std::vector<AccessRow>& rows, unsigned lane, std::uint64_t address) {
    if (!rows.empty()) {
        AccessRow& last = rows.back();
        const bool next = last.lane + last.count == lane;
        if (next && last.count == 1)
            last.stride = static_cast<std::int64_t>(address - last.address);
        if (next &&
            address == last.address + static_cast<std::uint64_t>(last.stride) * last.count) {
            ++last.count;
            return;
        }
    }
    rows.push_back({lane, 1, address, 0});
}

namespace {

void find_rows(Block& block, Register& address, std::int64_t offset, std::vector<AccessRow>& rows) {
    const bool done = by_rows(block, address, offset, [&](const Row& row) {
        rows.push_back({row.begin, row.count, row.first, row.stride});
    });
    if (done) return;
    const auto offset_bits = static_cast<std::uint64_t>(offset);
    const Block::Active& active = block.active();
    if (address.shape == Shape::uniform && active.is_range) {
        rows.push_back(
            {active.begin, active.count, *address.elements<std::uint64_t>() + offset_bits, 0});
        return;
    }
    block.fill(address, 8);
    const auto* values = address.elements<std::uint64_t>();
    block.for_active([&](unsigned lane) { add_lane(rows, lane, values[lane] + offset_bits); });
}

/// d = a, with its shape.
void copy_address(Block& block, const Instruction& i) {
    Register& a = block.reg(i.a);
    Register& d = block.reg(i.d);
    if (a.shape == Shape::affine && block.writes_freely(i)) return d.become_affine(a.affine);
    if (a.shape == Shape::uniform && block.writes_freely(i)) {
        *d.elements<std::uint64_t>() = *a.elements<std::uint64_t>();
        return d.become_uniform();
    }
    block.fill(a, 8);
    block.keep_others(d, i);
    const Block::Active& active = block.active();
    const auto* from = a.elements<std::uint64_t>();
    auto* to = d.elements<std::uint64_t>();
    if (active.is_range || i.temporary)
        std::memcpy(to + active.begin, from + active.begin, 8U * (active.end - active.begin));
    else
        block.for_active([&](unsigned lane) { to[lane] = from[lane]; });
}

/// What is denied reads 0 and is written nowhere.
void deny(Block& block, const Instruction& i, const Site& site, Question& asked) {
    const std::uint32_t size = block.group().instance().largest_access;
    if (asked.nowhere.size() < size) asked.nowhere.resize(size);
    std::fill(asked.nowhere.begin(), asked.nowhere.end(), std::byte{0});
    const auto nowhere = address_of(asked.nowhere.data()) - static_cast<std::uint64_t>(site.offset);
    Register& d = block.reg(i.d);
    block.fill(d, 8);
    d.become_general();
    for (const unsigned lane : asked.denied) d.elements<std::uint64_t>()[lane] = nowhere;
}

void run_watch(Block& block, const Instruction& i) {
    GroupMonitor* monitor = block.group().monitor();
    if (monitor == nullptr) return copy_address(block, i);
    const Site& site = block.code().sites[static_cast<std::size_t>(i.immediate)];
    Question own;
    Question* const kept = of_thread<Question>();
    Question& asked = kept == nullptr ? own : *kept;
    asked.rows.clear();
    asked.denied.clear();
    find_rows(block, block.reg(i.a), site.offset, asked.rows);
    monitor->access(block, site, site.size, asked.rows, asked.denied);
    copy_address(block, i);
    if (!asked.denied.empty()) deny(block, i, site, asked);
}

void run_begin_life(Block& block, const Instruction& i) {
    if (GroupMonitor* monitor = block.group().monitor())
        monitor->begin_life(block, block.code().sites[static_cast<std::size_t>(i.immediate)]);
}

void run_end_life(Block& block, const Instruction& i) {
    if (GroupMonitor* monitor = block.group().monitor())
        monitor->end_life(block, block.code().sites[static_cast<std::size_t>(i.immediate)]);
}

std::uint64_t element_of(const Register& reg, unsigned size, unsigned lane) {
    std::uint64_t value = 0;
    const std::size_t at = reg.shape == Shape::uniform ? 0 : lane;
    std::memcpy(&value, reg.data + at * size, size);
    return value;
}

/// The active lanes whose element of `a` is wrong; one that is uniform is looked at once.
template <class IsWrong>
std::vector<unsigned> wrong_lanes(Block& block, const Instruction& i, IsWrong&& is_wrong) {
    Register& reg = block.reg(i.a);
    const unsigned size = i.sizes[1];
    std::vector<unsigned> lanes;
    if (reg.shape == Shape::uniform && !is_wrong(element_of(reg, size, 0))) return lanes;
    if (reg.shape != Shape::uniform) block.fill(reg, size);
    block.for_active([&](unsigned lane) {
        if (is_wrong(element_of(reg, size, lane))) lanes.push_back(lane);
    });
    return lanes;
}

bool is_zero(std::uint64_t value) { return value == 0; }

using TellLanes = void (GroupMonitor::*)(Block&, const Site&, std::span<const unsigned>);

/// Tells the monitor which lanes have a zero in `a`.
template <TellLanes kTell>
void run_watch_zero(Block& block, const Instruction& i) {
    GroupMonitor* monitor = block.group().monitor();
    if (monitor == nullptr) return;
    const std::vector<unsigned> lanes = wrong_lanes(block, i, is_zero);
    if (!lanes.empty())
        (monitor->*kTell)(block, block.code().sites[static_cast<std::size_t>(i.immediate)], lanes);
}

void run_watch_index(Block& block, const Instruction& i) {
    GroupMonitor* monitor = block.group().monitor();
    if (monitor == nullptr) return;
    const Site& site = block.code().sites[static_cast<std::size_t>(i.immediate)];
    const std::vector<unsigned> lanes =
        wrong_lanes(block, i, [&](std::uint64_t index) { return index >= site.count; });
    if (!lanes.empty()) monitor->outside_array(block, site, lanes);
}

void run_watch_alignment(Block& block, const Instruction& i) {
    GroupMonitor* monitor = block.group().monitor();
    if (monitor == nullptr) return;
    const Site& site = block.code().sites[static_cast<std::size_t>(i.immediate)];
    const std::vector<unsigned> lanes =
        wrong_lanes(block, i, [&](std::uint64_t address) { return address % site.alignment != 0; });
    if (!lanes.empty()) monitor->misaligned(block, site, lanes);
}

}  // namespace

namespace handlers {

Handler watch() { return &run_watch; }
Handler begin_life() { return &run_begin_life; }
Handler end_life() { return &run_end_life; }
Handler watch_divisor() { return &run_watch_zero<&GroupMonitor::divides_by_zero>; }
Handler watch_index() { return &run_watch_index; }
Handler watch_alignment() { return &run_watch_alignment; }
Handler check_assigned() { return &run_watch_zero<&GroupMonitor::unassigned>; }

}  // namespace handlers
}  // namespace clmm::runtime
