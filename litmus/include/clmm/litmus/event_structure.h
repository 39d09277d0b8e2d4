#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clmm/base/bit_matrix.h"
#include "clmm/base/source.h"
#include "clmm/litmus/litmus_test.h"
#include "clmm/litmus/term.h"

namespace clmm::litmus {

enum class EventKind : std::uint8_t { read, write, fence, barrier_entry, barrier_exit };
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
    Regions regions;
    bool initial = false;
    bool atomic = false;           ///< an atomic operation (initial writes are not)
    bool atomic_location = false;  ///< the location has an atomic type in every declaration
    TermId guard;
    TermId value;                 ///< of a read or write; width of the location
    std::vector<Target> targets;  ///< exclusive; empty for fences and barriers
    std::string barrier_label;    ///< as written, for display
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

/// Undefined behaviour that a term decides: barrier divergence, an access outside every object,
/// division by zero. Races are the model's business.
struct UndefinedBehaviour {
    std::string kind;  ///< `barrier-divergence`, `out-of-bounds`, `division-by-zero`, …
    std::string message;
    TermId when;
    Span span;
};

/// A loop (or recursion) that the unfolding left at its bound where `reached` holds.
/// `exhaustive`: further iterations cannot add outcomes (a side-effect-free spin loop that was
/// unrolled past the number of writes it can read).
struct UnrollBound {
    TermId reached;
    Span span;
    bool exhaustive = false;
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
    BitMatrix ctrl;
    BitMatrix rmw;  ///< read half to write half
    std::vector<BarrierPair> barriers;

    std::vector<TermId> constraints;  ///< hold in every execution (path choices, compare outcomes)
    std::vector<Observable> observables;
    TermId condition;  ///< the proposition without its quantifier; true where there is none
    TermId filter;     ///< true where there is none
    std::vector<UndefinedBehaviour> undefined;
    std::vector<UnrollBound> bounds;

    [[nodiscard]] std::size_t size() const { return events.size(); }
    [[nodiscard]] const Event& operator[](EventId id) const { return events[id.index()]; }
};

struct UnfoldOptions {
    unsigned unroll = 4;              ///< iterations a loop is unfolded whose end is not constant
    unsigned constant_unroll = 4096;  ///< where its conditions are constant
    std::size_t event_limit = 2000;
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
