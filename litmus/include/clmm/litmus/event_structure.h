#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clmm/base/bit_matrix.h"
#include "clmm/base/source.h"
#include "clmm/litmus/litmus_test.h"
#include "clmm/litmus/term.h"

namespace clmm::litmus {

enum class EventKind : std::uint8_t {
    read,
    write,
    fence,
    barrier_entry,
    barrier_exit,
    api,            ///< an API call, or a state of a command; see Tag
    group_function  ///< work_group_reduce_add and so on; no memory action
};
/// Memory orders; `none` is a non-atomic access.
enum class Order : std::uint8_t { none, relaxed, acquire, release, acq_rel, seq_cst };
/// Memory scopes after normalisation (MODEL section 2); `none` on plain accesses.
enum class Scope : std::uint8_t { none, work_item, sub_group, work_group, device, all };

/// Memory regions an action acts on: of an access the region of its location, of a fence or
/// barrier its flags.
struct Regions {
    bool global = false;
    bool local = false;
    bool image = false;
    friend bool operator==(Regions, Regions) = default;
};

/// What else is known of an action. Models see each as a set of its own.
enum class Tag : std::uint8_t {
    // API actions (EventKind::api)
    api_call,         ///< a call by a host thread, or enqueue_kernel by a work-item
    device_side,      ///< … by a work-item
    finish,           ///< … clFinish
    command,          ///< the start of a command's execution
    kernel_end,       ///< the end state of a kernel-instance
    group_end,        ///< the end state of a work-group
    completion,       ///< the event that signals the completion of a command
    in_order,         ///< a command on an in-order queue
    marker,           ///< a marker command
    command_barrier,  ///< a command-queue barrier command
    empty_wait_list,  ///< a command that waits for no event
    // accesses of commands
    mapping,            ///< by a map command
    mapping_for_write,  ///< … with a flag for writing
    unmapping,          ///< by an unmap command
    // who acts, and on what
    host,
    kernel_from_host,  ///< by a work-item of a kernel-instance that the host enqueued (or a test
                       ///< launches)
    on_buffer,         ///< on a non-SVM buffer, image or pipe: a cl_mem
    on_coarse_svm,
    on_fine_svm,
    on_atomic_svm,
    on_system_svm,
    on_program_scope,
    on_host_memory,
    on_image,
    on_pipe,
};
constexpr std::size_t kTags = static_cast<std::size_t>(Tag::on_pipe) + 1;

class Tags {
public:
    Tags& add(Tag tag) {
        bits_ |= 1U << static_cast<unsigned>(tag);
        return *this;
    }
    Tags& add(Tags others) {
        bits_ |= others.bits_;
        return *this;
    }
    [[nodiscard]] bool has(Tag tag) const {
        return (bits_ >> static_cast<unsigned>(tag) & 1U) != 0;
    }
    [[nodiscard]] std::uint32_t bits() const { return bits_; }

private:
    std::uint32_t bits_ = 0;
};
static_assert(kTags <= 32);

/// Relations between commands, API calls and the actions that they order (spec, "Host-side and
/// Device-side Commands"). They are static: a pair counts where both take place.
enum class Link : std::uint8_t {
    enqueues,          ///< API call to the start of its command (rule 1)
    waits_for,         ///< completion to the start of a command with it in its wait list (rule 2)
    completes,         ///< action of a command's own unit to the command's completion (rule 3)
    waited_for,        ///< completion of a host-enqueued command to a call that waits (rule 4)
    same_queue,        ///< API calls on one command-queue, irreflexive and symmetric
    starts_items,      ///< start of a kernel-instance to an action of its work-items (rule 9)
    ends_items,        ///< action of a work-item to its kernel's completion and end (rule 10)
    calls_back,        ///< completion to an action of a callback registered on it (rule 11)
    sets_status,       ///< clSetUserEventStatus to the start of a command that waits (rule 12),
                       ///< a call that waits, or an action of a callback
    waits_for_kernel,  ///< end of the parent to the start of a child that waits for it (rule 13)
    ends_group,        ///< action of a work-item to the end of its work-group
    waits_for_group,   ///< end of a work-group to the start of a child waiting for it (rule 14)
    child_completes,   ///< completion of a child to that of its parent
    ends_mapping,      ///< access of a map command to that of the unmap command which undoes it
};
constexpr std::size_t kLinks = static_cast<std::size_t>(Link::ends_mapping) + 1;

/// A location that an access may touch, and when. `when` is a Boolean on top of the guard;
/// true for a static address.
struct Target {
    LocationId location;
    TermId when;
};

/// One action of the unfolded program.
///
/// Shape    initial writes come first, one per location, without a unit; then the units'
///          events, each unit's in an order that extends sb. An event takes place in an
///          execution iff `guard` holds. An access with several possible locations of
///          different regions or atomicity is split into events with exclusive guards.
struct Event {
    EventId id;
    UnitId unit;  ///< none() for an initial write
    EventKind kind = EventKind::read;
    Order order = Order::none;
    Scope scope = Scope::none;
    Scope written_scope = Scope::none;  ///< before the memory that is accessed narrowed it
    Regions regions;
    bool initial = false;
    bool atomic = false;           ///< an atomic operation (initial writes are not)
    bool atomic_location = false;  ///< the location has an atomic type in every declaration
    Tags tags = {};
    std::uint32_t object = 0;  ///< 1 + Location::object of an access to a memory object whose
                               ///< accesses are split by object (all but plain litmus locations)
    TermId guard;
    TermId value;                 ///< of a read or write; width of the location
    std::vector<Target> targets;  ///< exclusive; empty for fences and barriers
    std::string barrier_label;    ///< as written, for display; of an API action its call
    Span span;                    ///< in the test's source; empty for initial writes
};

/// A barrier entry and the exit of another unit that belong to the same dynamic instance,
/// provided both take place and `when` holds.
struct BarrierPair {
    EventId entry, exit;
    TermId when;
};

struct Observable {
    std::string name;  ///< `0:r0` or `x`
    TermId value;
    bool is_signed = true;
    bool is_pointer = false;  ///< value is an address: printed as `&x`
};

/// A part of what the condition asks for, with its text: `0:r0=1`.
struct Conjunct {
    TermId term;
    std::string text;
};

/// Something that an execution decides beside what is read, in words that are true where `when`
/// holds: `the weak compare-exchange fails though it need not`.
struct FreeChoice {
    std::string text;
    TermId when;
    EventId event = {};  ///< if valid, what is told matters where this write is read
    Span span = {};      ///< empty: of the whole test
};

/// Undefined behaviour that a term decides: barrier divergence, an access outside every object,
/// division by zero. Races are the model's business.
struct UndefinedBehaviour {
    std::string kind;  ///< `barrier-divergence`, `out-of-bounds`, `division-by-zero`, …
    std::string message;
    TermId when;
    Span span;
};

/// Where a unit may stay: a loop (or recursion) that the unfolding left at its bound where
/// `reached` holds; a barrier or group function, or the completion of a command, that waits for
/// another unit. What an execution has done until then it has done, but it has no final state.
/// `exhaustive`: further iterations cannot add outcomes (a side-effect-free spin loop that was
/// unrolled past the number of writes it can read; whoever waits for another unit). `of_orders`: no
/// loop, but an expression with calls that has more orders than are followed.
struct UnrollBound {
    TermId reached;
    Span span;
    bool exhaustive = false;
    UnitId unit = {};
    TermId forever = {};  ///< when it stays there however the execution goes on; none(): not known
    bool of_orders = false;
};

/// All the events a test can have, with symbolic values, and the relations among them that
/// do not depend on the execution.
///
/// Shape    relations are n×n over `events`; pairs count only where both events take place.
///          sb is a strict partial order; initial writes are not in it.
struct EventStructure {
    TermPool terms;
    std::vector<Event> events;
    std::vector<Unit> units;
    std::vector<Location> locations;
    std::size_t initial_count = 0;

    BitMatrix sb;    ///< sequenced-before
    BitMatrix data;  ///< syntactic dependencies, read to dependent action
    BitMatrix addr;
    BitMatrix ctrl;  ///< from a branch on
    /// Control that ends where the branches join: actions inside a branch, all that comes after one
    /// that some paths leave, and what computes with values that differ with the path.
    BitMatrix ctrl_until_join;
    bool control_goes_on = false;         ///< UnfoldOptions::control_goes_on
    BitMatrix rmw;                        ///< read half to write half
    std::array<BitMatrix, kLinks> links;  ///< by Link; empty matrices where a test has none
    std::vector<BarrierPair> barriers;

    std::vector<TermId> constraints;  ///< hold in every execution (path choices, compare outcomes)
    std::vector<Observable> observables;
    TermId condition;  ///< the proposition without its quantifier; true where there is none
    TermId filter;     ///< true where there is none
    /// What the condition asks for of one execution, which a `forall` excludes: all of these.
    std::vector<Conjunct> conjuncts;
    std::vector<FreeChoice> choices;
    bool narrows_local = true;  ///< scopes on local memory reach the work-group at most
    std::vector<UndefinedBehaviour> undefined;
    std::vector<UnrollBound> bounds;

    [[nodiscard]] std::size_t size() const { return events.size(); }
    /// The control dependencies by which values come out of thin air.
    [[nodiscard]] const BitMatrix& control() const {
        return control_goes_on ? ctrl : ctrl_until_join;
    }
    [[nodiscard]] const Event& operator[](EventId id) const { return events[id.index()]; }
};

struct UnfoldOptions {
    unsigned unroll = 4;              ///< iterations a loop is unfolded whose end is not constant
    unsigned constant_unroll = 4096;  ///< where its conditions are constant
    std::size_t event_limit = 2000;
    /// memory_scope_work_item outside image fences: an action that never synchronises, or an error.
    bool inert_work_item_scope = true;
    /// A scope on local memory that is wider than memory_scope_work_group is reduced to it.
    bool narrow_local_scopes = true;
    /// In C, plain accesses of atomic objects are memory_order_seq_cst (C11 6.2.6.1 paragraph 9).
    bool atomic_assignment = false;
    /// A control dependency does not end where the branches join.
    bool control_goes_on = false;
    /// Local memory of kernels starts with any contents; else with 0, and a warning says so. Where
    /// outcomes are listed, those of a kernel that reads such contents would be without end.
    bool arbitrary_local_memory = false;
};

/// Runs every unit symbolically and collects its actions.
/// Errors   E-TYPE, E-NAME, E-SCOPE, E-ADDRESS …: everything that makes the test meaningless,
///          with spans into the test's source.
[[nodiscard]] Result<EventStructure> unfold(const LitmusTest& test, const UnfoldOptions& options);

/// One line an event, for `--dump=events`; `label` as people write it: `Wrel.dev x=1 (global)`.
[[nodiscard]] std::string to_text(const EventStructure& structure);
[[nodiscard]] std::string label(const EventStructure& structure, EventId event);
/// Kind, order and scope as people write them: `Wrel.dev`, `Rna`, `Winit`, `Fsc.all`, `Bentry.wg`.
[[nodiscard]] std::string operation_name(const Event& event);

}  // namespace clmm::litmus
