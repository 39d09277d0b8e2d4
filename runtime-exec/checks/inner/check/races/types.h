#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "clmm/base/strong_id.h"
#include "clmm/litmus/opencl_attributes.h"
#include "clmm/runtime/rules.h"

/// What the race detector is told, and what it tells.
namespace clmm::runtime::check {

using litmus::Order;
using litmus::Regions;
using litmus::Scope;
using runtime::Rules;

struct SiteTag;
struct ObjectTag;
struct WriteTag;
using SiteId = StrongId<SiteTag>;      ///< a place in the source, numbered by the caller
using ObjectId = StrongId<ObjectTag>;  ///< a memory object, or a group's local variables
/// A modification in the history of an atomic object; the first is 1, 0 the initial value.
using WriteId = StrongId<WriteTag>;

/// A launch of a kernel: a kernel-instance. 0 is none: host threads and commands.
using LaunchId = std::uint32_t;
constexpr LaunchId kNoLaunch = 0;

/// A unit of execution. In launch 0 `number` is that of a host thread or command, otherwise that of
/// a work-item: group · items_per_group + local linear ID.
struct Unit {
    LaunchId launch = kNoLaunch;
    std::uint32_t number = 0;
    friend bool operator==(Unit, Unit) = default;
};

/// How an object was allocated, which decides how far scopes on it reach.
enum class Memory : std::uint8_t {
    local,       ///< of one work-group
    buffer,      ///< a cl_mem: buffer, image, pipe
    coarse_svm,  ///< coarse-grained SVM buffer
    fine_svm,    ///< fine-grained SVM buffer without atomics
    atomic_svm,  ///< fine-grained SVM buffer with atomics
    system_svm,  ///< fine-grained system SVM
    program,     ///< program-scope variables
    host         ///< of the host only
};

/// A kernel-instance.
struct LaunchShape {
    std::uint32_t groups = 1;
    std::uint32_t items_per_group = 1;  ///< the enqueued size; remainder groups leave gaps
    std::uint32_t sub_group_size = 1;   ///< consecutive local linear IDs
    std::uint32_t device = 0;
    LaunchId parent = kNoLaunch;  ///< the kernel-instance that enqueued it, if one did
};

enum class AtomicKind : std::uint8_t { load, store, read_modify_write };

/// One atomic operation.
struct Atomic {
    Unit unit = {};
    ObjectId object = {};
    std::uint64_t offset = 0;
    std::uint32_t size = 4;
    AtomicKind kind = AtomicKind::load;  ///< a failed compare-exchange is a load
    Order order = Order::seq_cst;        ///< the one that applies: of a failure, the failure order
    Scope scope = Scope::device;         ///< as written; narrowed here. Of a host thread: all
    SiteId site = {};
    /// Its type is atomic: plain writes to it are in its modification order. Not so of an int that
    /// atomic_add and the like of OpenCL 1 are applied to.
    bool atomic_type = true;
    /// Which write a load read; none: the last one, as read-modify-writes do. Once the object has
    /// seen an atomic operation, plain writes of atomic type count, too.
    WriteId reads_from = {};
};

/// The same atomic operation by work-items of one group, one after the other.
struct AtomicRow {
    struct Each {
        std::uint32_t item = 0;  ///< work-item number
        std::uint64_t offset = 0;
        AtomicKind kind = AtomicKind::load;
    };
    LaunchId launch = kNoLaunch;
    ObjectId object = {};
    std::uint32_t size = 4;
    Order order = Order::seq_cst;
    Scope scope = Scope::device;
    SiteId site = {};
    bool atomic_type = true;  ///< see Atomic
    std::span<const Each> each = {};
};

/// Consecutive work-items of one group that do the same access at one place in the program.
struct Row {
    LaunchId launch = kNoLaunch;
    std::uint32_t first = 0;  ///< work-item number
    std::uint32_t count = 1;  ///< work-items, all of one work-group
    std::uint32_t times = 1;  ///< so many rows of `count`, one behind the other, at the same places
    ObjectId object = {};
    std::uint64_t offset = 0;  ///< of the first work-item's access, bytes
    std::int64_t stride = 0;   ///< from one work-item's access to the next one's, bytes
    std::uint32_t size = 4;    ///< of each access, bytes
    bool write = false;
    SiteId site = {};
};

/// One side of a race.
struct RacingAccess {
    Unit unit;
    std::uint32_t group = 0;  ///< of a work-item
    std::uint32_t local = 0;  ///< its local linear ID
    SiteId site;
    bool write = false;
    bool atomic = false;  ///< `order` and `scope` tell more
    Order order = Order::none;
    Scope scope = Scope::none;  ///< as narrowed by the object
    std::uint64_t offset = 0;
    std::uint32_t size = 0;  ///< of the second access, as made; of the first: bytes in conflict
};

/// Which order is missing between the two accesses of a race.
enum class MissingOrder : std::uint8_t {
    nothing,         ///< nothing between the two synchronises at all
    barrier,         ///< same work-group, and no barrier between them
    barrier_flag,    ///< a barrier was between them, without the region's flag: `place`
    sub_group_only,  ///< a sub-group barrier was between them, but they differ in sub-group:
                     ///< `place`
    other_group,     ///< different work-groups, which barriers do not order
    scope,           ///< release and acquire there were, of scopes that do not include one another
    release_order,   ///< a value passed from a relaxed store; a release was needed
    acquire_order,   ///< … to a relaxed load; an acquire was needed
    region,          ///< they synchronised, but on the other region
    atomic_scope,    ///< both atomic, scopes not inclusive, and nothing else orders them
    commands,        ///< different kernel-instances, commands or host threads, and no order of them
    child_visibility,  ///< writes of the parent are not visible to a child through enqueuing alone
};

/// Where what was there, but did not suffice, stands: the releasing and the acquiring side, or a
/// barrier (both the same). Sites are none() where nothing is known.
struct InsufficientOrder {
    MissingOrder kind = MissingOrder::nothing;
    SiteId release_site = {};
    SiteId acquire_site = {};
    Order release_order = Order::none;
    Order acquire_order = Order::none;
    Scope release_scope = Scope::none;
    Scope acquire_scope = Scope::none;
    Regions flags = {};  ///< of the barrier, or what region the synchronisation was on
};

/// Two conflicting accesses that the happens-before of their region does not order.
struct Race {
    RacingAccess first;   ///< the earlier in the execution
    RacingAccess second;  ///< the one that the detector was told last
    ObjectId object;
    Memory memory = Memory::buffer;
    bool local = false;  ///< region: local-happens-before is what is missing
    InsufficientOrder why;
    std::uint64_t count = 1;  ///< how often these two sites raced
};

/// Some of the writes of an atomic object: [first, last] in its modification order.
struct WriteRange {
    WriteId first;
    WriteId last;
};

}  // namespace clmm::runtime::check
