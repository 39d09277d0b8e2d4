#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "execute/site.h"

/// The interface between the execution of watched code and what looks at it: the dynamic checks,
/// the controlled scheduler, the execution of weak memory.
///
/// Code that was compiled to be watched has an instruction before each access, and handlers of
/// atomic operations, fences, barriers and the like that ask a GroupMonitor. All watched
/// work-groups of a context run under one lock: no two calls overlap, and between a call about an
/// access and the access itself nothing else runs. So the order of calls is the order of accesses.
namespace clmm::runtime {

class Block;
class GroupRun;
struct InstanceView;

/// Accesses of consecutive lanes: lane `lane + k` accesses address + k * stride. A stride of 0 is
/// one address for all.
struct AccessRow {
    unsigned lane = 0;
    unsigned count = 0;
    std::uint64_t address = 0;
    std::int64_t stride = 0;
};

/// One side of an async copy: elements of site->size bytes, `stride` bytes apart.
struct CopySide {
    const Site* site = nullptr;
    std::uint64_t address = 0;
    std::int64_t stride = 0;
};

/// What an atomic operation is to do.
struct AtomicPlan {
    bool denied = false;                 ///< not at this address: it reads 0 and writes nothing
    std::optional<std::uint64_t> value;  ///< what it reads; if none, what memory holds
};

/// What an atomic operation has done; bits of the object's type.
struct AtomicStep {
    std::uint64_t read = 0;                ///< of a load or read-modify-write
    std::optional<std::uint64_t> written;  ///< none: a load, or a compare-exchange that failed
};

/// Looks at one work-group's execution.
///
/// Shape    lanes are those of `block`; block.first_item() + lane is the local linear ID. Sites
///          are those of the code, each at its address as long as the code lives.
/// Errors   an implementation may throw runtime::Error, which ends the kernel-instance.
/// Threads  one call at a time among all groups of a context.
class GroupMonitor {
public:
    virtual ~GroupMonitor() = default;

    /// Before the accesses of active lanes, of `size` bytes each, in ascending order; sites of
    /// kinds `access` and `image`. Lanes that must not access join `denied`: they access a place
    /// without meaning instead, which holds 0.
    virtual void access(Block& block, const Site& site, std::uint32_t size,
                        std::span<const AccessRow> rows, std::vector<unsigned>& denied) = 0;
    /// Before one lane accesses `count` elements, `stride` apart; kind `transfer`. No: it must not.
    [[nodiscard]] virtual bool transfer(Block& block, const Site& site, unsigned lane,
                                        std::uint64_t address, std::uint64_t count,
                                        std::int64_t stride) = 0;
    /// Before and after the atomic operation of one lane.
    [[nodiscard]] virtual AtomicPlan begin_atomic(Block& block, const Site& site, unsigned lane,
                                                  std::uint64_t address) = 0;
    virtual void end_atomic(Block& block, const Site& site, unsigned lane, std::uint64_t address,
                            const AtomicStep& step) = 0;
    /// All lanes of the instruction have done their atomic operations.
    virtual void end_atomics() {}
    /// A fence of the active lanes.
    virtual void fence(Block& block, const Site& site) = 0;
    /// A barrier or group function that work-items [first, first + count) of the group, by local
    /// linear ID, have all reached.
    virtual void together(GroupRun& group, const Site& site, unsigned first, unsigned count) = 0;
    /// A lane is about to enqueue a child kernel or a marker, or to set a user event; it has.
    virtual void begin_enqueue(Block& block, const Site& site, unsigned lane) = 0;
    virtual void end_enqueue() = 0;
    /// The lifetime of a variable in private memory begins, for the active lanes: it has no value.
    virtual void begin_life(Block& block, const Site& site) = 0;
    /// The lifetimes of the variables end that the site's root is around, for the active lanes.
    virtual void end_life(Block& /*block*/, const Site& /*site*/) {}
    /// Lanes are about to divide integers by zero.
    virtual void divides_by_zero(Block& /*block*/, const Site& /*site*/,
                                 std::span<const unsigned> /*lanes*/) {}
    /// Lanes are about to access an element that their array does not have; their next access is
    /// that one, and is denied.
    virtual void outside_array(Block& /*block*/, const Site& /*site*/,
                               std::span<const unsigned> /*lanes*/) {}
    /// Lanes give a function a pointer that is not aligned as it asks for.
    virtual void misaligned(Block& /*block*/, const Site& /*site*/,
                            std::span<const unsigned> /*lanes*/) {}
    /// The group has begun a copy of `count` elements, each side of which has passed `transfer`. It
    /// is under way until somebody waits for its event.
    virtual void begin_copy(const CopySide& /*to*/, const CopySide& /*from*/,
                            std::uint64_t /*count*/, std::uint64_t /*event*/) {}
    /// The group waits for the events.
    virtual void wait_for_copies(const Site& /*site*/, std::span<const std::uint64_t> /*events*/) {}
    /// All work-items of the group have ended.
    virtual void end_group() {}
    /// Lanes read a variable in registers that nothing was assigned to.
    virtual void unassigned(Block& block, const Site& site, std::span<const unsigned> lanes) = 0;
    /// An element of an image that is outside of it; it is neither read nor written.
    virtual void outside_image(Block& block, const Site& site, unsigned lane) = 0;
};

/// Looks at one kernel-instance. It outlives its groups; the InstanceView outlives it.
class Monitor {
public:
    virtual ~Monitor() = default;

    /// A work-group starts. Called with the lock held.
    [[nodiscard]] virtual std::unique_ptr<GroupMonitor> start(GroupRun& group) = 0;

    /// The lock that a thread holds while it runs watched code.
    virtual void lock() = 0;
    virtual void unlock() = 0;
    /// Lets those that wait for the lock go first, so that groups which wait for one another make
    /// progress.
    virtual void pass() = 0;
};

}  // namespace clmm::runtime
