#include "clmm/runtime/pipe_channel.h"

#include <algorithm>
#include <cstring>

#include "clmm/runtime/error.h"

namespace clmm::runtime {

PipeChannel::PipeChannel(std::uint32_t packet_size, std::uint32_t max_packets)
    : packet_size_(packet_size),
      max_packets_(max_packets),
      ring_(std::size_t{packet_size} * max_packets) {}

std::uint32_t PipeChannel::readable() const { return static_cast<std::uint32_t>(written_ - read_); }

std::uint32_t PipeChannel::writable() const {
    return max_packets_ - static_cast<std::uint32_t>(reserved_ - freed_);
}

std::uint32_t PipeChannel::packets() const {
    const std::lock_guard lock(mutex_);
    return readable();
}

bool PipeChannel::read(std::byte* to) {
    const auto reservation = reserve_read(1);
    if (!reservation) return false;
    std::memcpy(to, packet(*reservation, 0).data(), packet_size_);
    commit_read(*reservation);
    return true;
}

bool PipeChannel::write(const std::byte* from) {
    const auto reservation = reserve_write(1);
    if (!reservation) return false;
    std::memcpy(packet(*reservation, 0).data(), from, packet_size_);
    commit_write(*reservation);
    return true;
}

std::optional<PipeChannel::Reservation> PipeChannel::reserve_read(std::uint32_t count) {
    const std::lock_guard lock(mutex_);
    if (count == 0 || count > readable()) return std::nullopt;
    const Reservation reservation{read_, count};
    read_ += count;
    pending_reads_.push_back({reservation});
    return reservation;
}

std::optional<PipeChannel::Reservation> PipeChannel::reserve_write(std::uint32_t count) {
    const std::lock_guard lock(mutex_);
    if (count == 0 || count > writable()) return std::nullopt;
    const Reservation reservation{reserved_, count};
    reserved_ += count;
    pending_writes_.push_back({reservation});
    return reservation;
}

std::span<std::byte> PipeChannel::packet(const Reservation& reservation, std::uint32_t index) {
    require(index < reservation.count, ErrorCode::invalid_value,
            "the reservation has not that many packets");
    const std::size_t slot = (reservation.first + index) % max_packets_;
    return {ring_.data() + slot * packet_size_, packet_size_};
}

void PipeChannel::commit(PendingList& pending, const Reservation& reservation,
                         std::uint64_t& visible) {
    const auto found = std::find_if(pending.begin(), pending.end(), [&](const Pending& entry) {
        return entry.reservation.first == reservation.first &&
               entry.reservation.count == reservation.count && !entry.committed;
    });
    require(found != pending.end(), ErrorCode::invalid_value, "there is no such reservation");
    found->committed = true;
    while (!pending.empty() && pending.front().committed) {
        visible += pending.front().reservation.count;
        pending.pop_front();
    }
}

void PipeChannel::commit_read(const Reservation& reservation) {
    const std::lock_guard lock(mutex_);
    commit(pending_reads_, reservation, freed_);
}

void PipeChannel::commit_write(const Reservation& reservation) {
    const std::lock_guard lock(mutex_);
    commit(pending_writes_, reservation, written_);
}

}  // namespace clmm::runtime
