#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "check/races/types.h"

namespace clmm::runtime::check {

/// The order of everything before some point, to be passed on: from a command to those that wait
/// for it, from a host thread to what it enqueues. A value; cheap to copy.
class Token;
struct RaceState;

/// Finds the data races of one execution, as it goes on: two conflicting accesses of different
/// units that the happens-before of their region does not order and that are not both atomic with
/// inclusive scopes.
///
/// Idea     vector clocks, one for each region. What a work-item knows is made of shared parts:
///          what its launch began with, how many barriers with the region's flag its group and
///          sub-group have passed, and, only where it has acquired something, a clock of its own.
///          Each byte of an object remembers its last plain write, and the reads and atomics since
///          that nothing later stands for; runs of work-items that did the same are one entry.
/// Exact    for the execution observed: it reports a race iff opencl-3.0.cat (opencl-3.1.cat, by
///          the rules) has a data race in that execution. Calls are in the order of the
///          execution; operands of one expression count as sequenced as they were executed. After
///          a race on a byte the later access alone is remembered there.
/// Errors   none; a call that contradicts another (an access outside its object, a unit that is
///          not there) is an internal error. Where the memory limit is reached it stops, and
///          `incomplete` says so: no race then means nothing.
/// Cost     a row of accesses: a few ns for each work-item; an atomic: some 100 ns. 16 bytes for
///          each granule (1 to 8 bytes, by the sizes of accesses) that has been touched.
/// Threads  one at a time: the caller holds a lock.
/// Source   "Memory Ordering Rules", C11 5.1.2.4 paragraph 25 as modified; opencl-base.cat
/// Tests    tests/unit/runtime-exec/check/races_*_test.cpp; races_model_test.cpp holds it against
///          the model files on random executions.
class RaceDetector {
public:
    struct Options {
        Rules rules = {};
        std::uint64_t memory_limit = std::uint64_t{4} << 30;  ///< bytes
        std::uint32_t history = 64;  ///< writes that an atomic object remembers for `readable`
    };

    RaceDetector();
    explicit RaceDetector(const Options& options);
    ~RaceDetector();
    RaceDetector(RaceDetector&&) noexcept;
    RaceDetector& operator=(RaceDetector&&) noexcept;

    // ---- units and the order of commands ----

    /// A host thread, a callback, or a command (of a device): nothing is ordered before it.
    [[nodiscard]] Unit add_host_thread();
    [[nodiscard]] Unit add_command(std::uint32_t device);
    /// What the unit has done and knows up to now (global actions only).
    [[nodiscard]] Token release(Unit unit);
    /// All of that happens before what the unit does from now on.
    void acquire(Unit unit, const Token& token);
    /// As release, by a work-item that enqueues a child kernel (rule 1): through it alone, what the
    /// kernel-instance wrote is ordered before the child on fine-grained SVM only. The child's
    /// command acquires the token; other ways (rules 13, 14, atomics) order everything.
    [[nodiscard]] Token enqueue_child(Unit item);

    /// The kernel-instance of a command starts: all that the command knows is ordered before its
    /// work-items (rule 9).
    [[nodiscard]] LaunchId begin_launch(Unit command, const LaunchShape& shape);
    /// It ends: all that its work-items did is ordered before what the command does or releases
    /// from now on (rule 10). No more calls for its work-items; groups end with it.
    void end_launch(LaunchId launch);
    /// All work-items of the group have ended; no more calls for them. The token is of the end
    /// state of the group (rule 14).
    Token end_group(LaunchId launch, std::uint32_t group);

    // ---- objects ----

    /// Global memory. Sub-buffers are ranges of their buffer.
    [[nodiscard]] ObjectId add_object(std::uint64_t bytes, Memory memory);
    /// The local memory of a group, or some of it.
    [[nodiscard]] ObjectId add_local(std::uint64_t bytes);
    /// It is gone, and its number may be given again.
    void remove_object(ObjectId object);

    // ---- plain accesses ----

    /// `size` bytes at once, by any unit; commands access whole ranges this way.
    void access(Unit unit, ObjectId object, std::uint64_t offset, std::uint64_t size, bool write,
                SiteId site);
    void access(const Row& row) { access(std::span(&row, 1)); }
    /// Rows that differ in first, count, times, offset and stride only, all of one work-group.
    void access(std::span<const Row> rows);

    // ---- synchronisation ----

    /// Also an access. Returns the write that it made; of a load, the write that it read.
    WriteId atomic(const Atomic& operation);
    /// As `atomic` for each of them; of loads, all read the last write. Fast where nothing can
    /// synchronise.
    void atomics(const AtomicRow& row);
    /// Which writes the model lets this load read now (not a read-modify-write: that reads the
    /// last). Never one that it forbids; where only the last is known to be allowed, that.
    [[nodiscard]] WriteRange readable(const Atomic& load) const;

    void fence(Unit unit, Regions flags, Order order, Scope scope, SiteId site);
    /// All work-items of the group (sub-group) have arrived; what is told from now on comes after.
    void barrier(LaunchId launch, std::uint32_t group, Regions flags, Scope scope, SiteId site);
    void sub_group_barrier(LaunchId launch, std::uint32_t group, std::uint32_t sub_group,
                           Regions flags, Scope scope, SiteId site);

    // ---- results ----

    /// One for each pair of sites (and kinds of accesses), in the order in which they were found.
    [[nodiscard]] const std::vector<Race>& races() const;
    /// Why races may have been missed; none: none have.
    [[nodiscard]] const std::optional<std::string>& incomplete() const;
    /// Bytes held, roughly.
    [[nodiscard]] std::uint64_t memory_used() const;

private:
    std::unique_ptr<RaceState> state_;
};

struct ClockSnapshot;

class Token {
public:
    Token() = default;
    explicit Token(std::shared_ptr<const ClockSnapshot> snapshot)
        : snapshot_(std::move(snapshot)) {}
    [[nodiscard]] const ClockSnapshot* get() const { return snapshot_.get(); }

private:
    std::shared_ptr<const ClockSnapshot> snapshot_;
};

}  // namespace clmm::runtime::check
