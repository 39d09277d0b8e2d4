#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace clmm::runtime {

/// The packets of a pipe, and the reservations of both ends: what kernels work on.
///
/// Shape    a ring of `max_packets` packets. Packets are handed out in the order of
///          reservations, and become visible to the other end in that order: a committed
///          reservation behind an uncommitted one waits for it.
/// Units    packet_size in bytes.
/// Errors   a reservation that does not fit is nullopt; reading from an empty pipe and writing to
///          a full one are false; committing what is not reserved throws CL_INVALID_VALUE.
/// Cost     one short lock for each reservation, commit, or single packet; access to packets of a
///          reservation takes none.
/// Threads  any thread may call any function. A packet of a reservation belongs to its holder
///          until the commit.
/// Source   "Memory Objects", paragraph "Pipe"; OpenCL C, "Pipe functions".
/// Tests    tests/unit/runtime-exec/runtime/pipe_test.cpp
class PipeChannel {
public:
    /// A run of packets: the `index`-th is at slot (first + index) mod max_packets.
    struct Reservation {
        std::uint64_t first = 0;
        std::uint32_t count = 0;
    };

    PipeChannel(std::uint32_t packet_size, std::uint32_t max_packets);

    [[nodiscard]] std::uint32_t packet_size() const { return packet_size_; }
    [[nodiscard]] std::uint32_t max_packets() const { return max_packets_; }
    /// Packets that a reader could reserve now; a snapshot.
    [[nodiscard]] std::uint32_t packets() const;

    [[nodiscard]] bool read(std::byte* packet);
    [[nodiscard]] bool write(const std::byte* packet);

    [[nodiscard]] std::optional<Reservation> reserve_read(std::uint32_t count);
    [[nodiscard]] std::optional<Reservation> reserve_write(std::uint32_t count);
    /// The bytes of one reserved packet; index is below the reservation's count.
    [[nodiscard]] std::span<std::byte> packet(const Reservation& reservation, std::uint32_t index);
    void commit_read(const Reservation& reservation);
    void commit_write(const Reservation& reservation);

private:
    struct Pending {
        Reservation reservation;
        bool committed = false;
    };
    using PendingList = std::deque<Pending>;

    [[nodiscard]] std::uint32_t readable() const;
    [[nodiscard]] std::uint32_t writable() const;
    /// Marks it, and moves `visible` past all that are committed up to the first that is not.
    static void commit(PendingList& pending, const Reservation& reservation,
                       std::uint64_t& visible);

    const std::uint32_t packet_size_;
    const std::uint32_t max_packets_;
    std::vector<std::byte> ring_;

    mutable std::mutex mutex_;
    // Packets are numbered from 0 on: freed_ <= read_ <= written_ <= reserved_.
    std::uint64_t freed_ = 0;     ///< below: read and committed, the slots are free
    std::uint64_t read_ = 0;      ///< below: reserved by readers
    std::uint64_t written_ = 0;   ///< below: written and committed
    std::uint64_t reserved_ = 0;  ///< below: reserved by writers
    PendingList pending_reads_;
    PendingList pending_writes_;
};

}  // namespace clmm::runtime
