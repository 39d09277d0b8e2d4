#include "execute/handlers/pipes.h"

#include <algorithm>
#include <cstring>

#include "execute/block.h"
#include "execute/group_run.h"
#include "execute/handlers/together.h"
#include "values/address.h"

namespace clmm::runtime {
namespace {

using handlers::PipeScope;

constexpr unsigned kCountBits = 24;
constexpr std::uint64_t kMostPackets = (std::uint64_t{1} << kCountBits) - 1;

PipeChannel& channel_of(std::uint64_t handle) {
    return *pointer_to<const PipeArgument>(handle)->channel;
}

std::uint64_t encode(const std::optional<PipeChannel::Reservation>& reservation) {
    if (!reservation || reservation->count == 0) return 0;
    return reservation->first << kCountBits | reservation->count;
}

PipeChannel::Reservation decode(std::uint64_t bits) {
    return {bits >> kCountBits, static_cast<std::uint32_t>(bits & kMostPackets)};
}

template <bool kReads>
void run_packet(Block& block, const Instruction& i) {
    Register& pipe = block.reg(i.a);
    Register& address = block.reg(i.b);
    block.fill(pipe, 8);
    block.fill(address, 8);
    Register& d = block.reg(i.d);
    block.keep_others(d, i);
    block.for_active([&](unsigned lane) {
        PipeChannel& channel = channel_of(pipe.elements<std::uint64_t>()[lane]);
        std::byte* packet = pointer_to(address.elements<std::uint64_t>()[lane]);
        const bool done = kReads ? channel.read(packet) : channel.write(packet);
        d.elements<std::int32_t>()[lane] = done ? 0 : -1;
    });
}

void run_reserved(Block& block, const Instruction& i) {
    const WideCall& call = block.code().calls[static_cast<std::size_t>(i.immediate)];
    static constexpr std::array<unsigned, 4> kSizes = {8, 8, 4, 8};
    for (std::size_t k = 0; k < kSizes.size(); ++k)
        block.fill(block.reg(call.operands[k]), kSizes[k]);
    Register& d = block.reg(call.results[0]);
    block.keep_others(d, i);
    const auto wide = [&](std::size_t k, unsigned lane) {
        return block.reg(call.operands[k]).elements<std::uint64_t>()[lane];
    };
    const bool reads = call.constants[0] != 0;
    block.for_active([&](unsigned lane) {
        PipeChannel& channel = channel_of(wide(0, lane));
        const PipeChannel::Reservation reservation = decode(wide(1, lane));
        const std::uint32_t index = block.reg(call.operands[2]).elements<std::uint32_t>()[lane];
        const bool valid = index < reservation.count;
        if (valid) {
            const std::span<std::byte> packet = channel.packet(reservation, index);
            std::byte* other = pointer_to(wide(3, lane));
            if (reads)
                std::memcpy(other, packet.data(), packet.size());
            else
                std::memcpy(packet.data(), other, packet.size());
        }
        d.elements<std::int32_t>()[lane] = valid ? 0 : -1;
    });
}

template <bool kReads>
std::uint64_t reserve(std::uint64_t pipe, std::uint32_t count) {
    if (count > kMostPackets) return 0;
    PipeChannel& channel = channel_of(pipe);
    return encode(kReads ? channel.reserve_read(count) : channel.reserve_write(count));
}

template <bool kReads>
void commit(std::uint64_t pipe, std::uint64_t reservation) {
    if (reservation == 0) return;
    PipeChannel& channel = channel_of(pipe);
    if (kReads)
        channel.commit_read(decode(reservation));
    else
        channel.commit_write(decode(reservation));
}

template <class T>
T value_at(Block& block, std::uint32_t reg, unsigned lane) {
    block.fill(block.reg(reg), sizeof(T));
    return block.reg(reg).elements<T>()[lane];
}

template <bool kReads>
void run_reserve(Block& block, const Instruction& i) {
    block.fill(block.reg(i.a), 8);
    block.fill(block.reg(i.b), 4);
    Register& d = block.reg(i.d);
    block.keep_others(d, i);
    block.for_active([&](unsigned lane) {
        d.elements<std::uint64_t>()[lane] = reserve<kReads>(
            value_at<std::uint64_t>(block, i.a, lane), value_at<std::uint32_t>(block, i.b, lane));
    });
}

template <bool kReads>
void run_commit(Block& block, const Instruction& i) {
    block.for_active([&](unsigned lane) {
        commit<kReads>(value_at<std::uint64_t>(block, i.a, lane),
                       value_at<std::uint64_t>(block, i.b, lane));
    });
}

/// One reservation for the lanes [first, first + count), which all get it.
template <bool kReads>
std::uint64_t reserve_for(Block& block, const Instruction& i, unsigned lane) {
    return reserve<kReads>(value_at<std::uint64_t>(block, i.a, lane),
                           value_at<std::uint32_t>(block, i.b, lane));
}

template <bool kReads>
void reserve_for_group(GroupRun& run, Block& /*block*/, const Instruction& i) {
    demand_same(run, i.a, i, "pipe");
    demand_same(run, i.b, i, "number of packets");
    const std::uint64_t reservation = reserve_for<kReads>(run.block(0), i, 0);
    for (unsigned b = 0; b < run.block_count(); ++b) {
        Register& d = run.block(b).reg(i.d);
        *d.elements<std::uint64_t>() = reservation;
        d.become_uniform();
    }
}

template <bool kReads>
void commit_for_group(GroupRun& run, Block& /*block*/, const Instruction& i) {
    demand_same(run, i.a, i, "pipe");
    demand_same(run, i.b, i, "reservation");
    commit<kReads>(value_at<std::uint64_t>(run.block(0), i.a, 0),
                   value_at<std::uint64_t>(run.block(0), i.b, 0));
}

template <bool kReads>
void reserve_for_sub_groups(GroupRun& run, Block& block, const Instruction& i) {
    demand_same_in_sub_groups(run, block, i.a, i, "pipe");
    demand_same_in_sub_groups(run, block, i.b, i, "number of packets");
    block.keep_others(block.reg(i.d), i);
    const std::uint32_t size = run.sub_group_size();
    for (unsigned first = 0; first < block.lanes(); first += size) {
        if (!block.active_set().contains(first)) continue;
        std::fill_n(block.reg(i.d).elements<std::uint64_t>() + first,
                    std::min(size, block.lanes() - first), reserve_for<kReads>(block, i, first));
    }
}

template <bool kReads>
void commit_for_sub_groups(GroupRun& run, Block& block, const Instruction& i) {
    demand_same_in_sub_groups(run, block, i.a, i, "pipe");
    demand_same_in_sub_groups(run, block, i.b, i, "reservation");
    const std::uint32_t size = run.sub_group_size();
    for (unsigned first = 0; first < block.lanes(); first += size)
        if (block.active_set().contains(first))
            commit<kReads>(value_at<std::uint64_t>(block, i.a, first),
                           value_at<std::uint64_t>(block, i.b, first));
}

void run_query_pipe(Block& block, const Instruction& i) {
    block.fill(block.reg(i.a), 8);
    Register& d = block.reg(i.d);
    block.keep_others(d, i);
    block.for_active([&](unsigned lane) {
        const PipeChannel& channel = channel_of(value_at<std::uint64_t>(block, i.a, lane));
        d.elements<std::uint32_t>()[lane] =
            i.immediate == 1 ? channel.max_packets() : channel.packets();
    });
}

}  // namespace

std::span<const TogetherEntry> pipe_entries() {
    static constexpr std::array kEntries = {
        TogetherEntry{&run_together<reserve_for_group<false>>, &reserve_for_group<false>, false},
        TogetherEntry{&run_together<reserve_for_group<true>>, &reserve_for_group<true>, false},
        TogetherEntry{&run_together<commit_for_group<false>>, &commit_for_group<false>, false},
        TogetherEntry{&run_together<commit_for_group<true>>, &commit_for_group<true>, false},
        TogetherEntry{&run_in_sub_group<reserve_for_sub_groups<false>>,
                      &reserve_for_sub_groups<false>, true},
        TogetherEntry{&run_in_sub_group<reserve_for_sub_groups<true>>,
                      &reserve_for_sub_groups<true>, true},
        TogetherEntry{&run_in_sub_group<commit_for_sub_groups<false>>,
                      &commit_for_sub_groups<false>, true},
        TogetherEntry{&run_in_sub_group<commit_for_sub_groups<true>>, &commit_for_sub_groups<true>,
                      true}};
    return kEntries;
}

namespace handlers {

Handler read_pipe() { return &run_packet<true>; }
Handler write_pipe() { return &run_packet<false>; }
Handler reserved_packet() { return &run_reserved; }
Handler query_pipe() { return &run_query_pipe; }

Handler reserve_pipe(bool reads, PipeScope scope) {
    if (scope == PipeScope::work_item) return reads ? &run_reserve<true> : &run_reserve<false>;
    const std::size_t first = scope == PipeScope::work_group ? 0 : 4;
    return pipe_entries()[first + (reads ? 1 : 0)].handler;
}

Handler commit_pipe(bool reads, PipeScope scope) {
    if (scope == PipeScope::work_item) return reads ? &run_commit<true> : &run_commit<false>;
    const std::size_t first = scope == PipeScope::work_group ? 2 : 6;
    return pipe_entries()[first + (reads ? 1 : 0)].handler;
}

}  // namespace handlers
}  // namespace clmm::runtime
