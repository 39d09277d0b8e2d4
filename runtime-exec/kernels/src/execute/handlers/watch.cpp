#include "execute/handlers/watch.h"

#include <cstring>
#include <vector>

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

Question& question() {
    static thread_local Question kept;
    kept.rows.clear();
    kept.denied.clear();
    return kept;
}

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
    Question& asked = question();
    find_rows(block, block.reg(i.a), site.offset, asked.rows);
    monitor->access(block, site, site.size, asked.rows, asked.denied);
    copy_address(block, i);
    if (!asked.denied.empty()) deny(block, i, site, asked);
}

void run_begin_life(Block& block, const Instruction& i) {
    if (GroupMonitor* monitor = block.group().monitor())
        monitor->begin_life(block, block.code().sites[static_cast<std::size_t>(i.immediate)]);
}

void run_check_assigned(Block& block, const Instruction& i) {
    GroupMonitor* monitor = block.group().monitor();
    Register& flag = block.reg(i.a);
    if (monitor == nullptr) return;
    if (flag.shape == Shape::uniform && *flag.elements<std::int32_t>() != 0) return;
    block.fill(flag, 4);
    std::vector<unsigned> lanes;
    block.for_active([&](unsigned lane) {
        if (flag.elements<std::int32_t>()[lane] == 0) lanes.push_back(lane);
    });
    if (lanes.empty()) return;
    monitor->unassigned(block, block.code().sites[static_cast<std::size_t>(i.immediate)], lanes);
}

}  // namespace

namespace handlers {

Handler watch() { return &run_watch; }
Handler begin_life() { return &run_begin_life; }
Handler check_assigned() { return &run_check_assigned; }

}  // namespace handlers
}  // namespace clmm::runtime
