#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "clmm/base/bit_matrix.h"
#include "clmm/base/budget.h"
#include "clmm/base/source.h"
#include "clmm/litmus/front_end.h"
#include "clmm/litmus/litmus_test.h"
#include "clmm/litmus/term.h"

namespace clmm::litmus {

enum class EventKind : std::uint8_t {
    read,
    write,
    fence,
    barrier_entry,
    barrier_exit,
    other  ///< no action on memory; what it is, the language says
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
    bool initial = false;
    TermId guard;
    TermId value;                 ///< of a read or write; width of the location
    std::vector<Target> targets;  ///< exclusive; empty for fences and barriers
    std::string label;            ///< what the text calls it, for display: a barrier's label, a
                                  ///< function's name, an instruction's mnemonic
    Span span;                    ///< in the test's source; empty for initial writes
};

[[nodiscard]] inline bool is_access(const Event& event) {
    return event.kind == EventKind::read || event.kind == EventKind::write;
}

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
/// unrolled past the number of writes it can read; whoever waits for another unit).
struct UnrollBound {
    enum class Limit : std::uint8_t {
        unroll,      ///< UnfoldOptions::unroll
        iterations,  ///< UnfoldOptions::constant_unroll, or the budget
        orders,      ///< no loop: calls in an expression have more orders than are followed
        mappings     ///< no loop: it is open what an unmap command undoes
    };
    TermId reached;
    Span span;
    bool exhaustive = false;
    UnitId unit = {};
    TermId forever = {};  ///< when it stays there however the execution goes on; none(): not known
    Limit limit = Limit::unroll;
};

/// What a language keeps beside the events of a structure for itself. Nobody else looks at it; all
/// that others ask of it is asked of the FrontEnd.
struct LanguageData {
    LanguageData() = default;
    LanguageData(const LanguageData&) = default;
    LanguageData& operator=(const LanguageData&) = default;
    virtual ~LanguageData() = default;
};

/// All the events a test can have, with symbolic values, and the relations among them that
/// do not depend on the execution.
///
/// Shape    relations are n×n over `events`; pairs count only where both events take place.
///          sb is a strict partial order; initial writes are not in it. `sets` and `relations` are
///          by the numbers of the language's vocabulary, as far as it does not compute them; those
///          behind the end, and those of size 0, are empty. To be read by members() and pairs().
struct EventStructure {
    const FrontEnd* language = &opencl();
    std::shared_ptr<const LanguageData> own;  ///< the language's; null where it keeps nothing
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
    bool control_goes_on = false;  ///< UnfoldOptions::control_goes_on
    BitMatrix rmw;                 ///< read half to write half
    std::vector<BitSet> sets;
    std::vector<BitMatrix> relations;
    std::vector<BarrierPair> barriers;

    std::vector<TermId> constraints;  ///< hold in every execution (path choices, compare outcomes)
    std::vector<Observable> observables;
    TermId condition;  ///< the proposition without its quantifier; true where there is none
    TermId filter;     ///< true where there is none
    /// What the condition asks for of one execution, which a `forall` excludes: all of these.
    std::vector<Conjunct> conjuncts;
    std::vector<FreeChoice> choices;
    std::vector<UndefinedBehaviour> undefined;
    std::vector<UnrollBound> bounds;
    std::size_t waiting_iterations = 0;  ///< that all waiting loops together would need
    /// With UnfoldOptions::waits_once: reads of loops that are left out but for the last time
    /// round.
    std::vector<EventId> waits;
    /// The budget was spent before all units had run: `bounds` are where they were left.
    std::optional<StopReason> cut;

    [[nodiscard]] std::size_t size() const { return events.size(); }
    /// The control dependencies by which values come out of thin air.
    [[nodiscard]] const BitMatrix& control() const {
        return control_goes_on ? ctrl : ctrl_until_join;
    }
    [[nodiscard]] const Event& operator[](EventId id) const { return events[id.index()]; }
};

/// A relation between so many takes half a megabyte.
constexpr std::size_t kUsualEvents = 2000;

struct UnfoldOptions {
    unsigned unroll = 4;              ///< iterations a loop is unfolded whose end is not constant
    unsigned constant_unroll = 4096;  ///< where its conditions are constant
    std::size_t event_limit = kUsualEvents;
    /// memory_scope_work_item outside image fences: an action that never synchronises, or an error.
    bool inert_work_item_scope = true;
    /// A scope on local memory that is wider than memory_scope_work_group is reduced to it.
    bool narrow_local_scopes = true;
    /// In C, plain accesses of atomic objects are memory_order_seq_cst (C11 6.2.6.1 paragraph 9).
    bool atomic_assignment = false;
    /// A control dependency does not end where the branches join.
    bool control_goes_on = false;
    /// Values that are not followed may be any. Else they are an error, since not each outcome that
    /// would be listed is one.
    bool opaque_values = false;
    /// Of waiting loops the last iteration alone; what that leaves of a model, the model says
    /// (model/left_out_reads.h). Ones in which something may be undefined stay as they are.
    bool waits_once = false;
    /// Where waiting loops would need more iterations together, they keep `unroll`.
    std::size_t most_waiting = std::numeric_limits<std::size_t>::max();
    Budget budget = {};  ///< once it is spent, units go no further; see EventStructure::cut
};

/// Runs every unit symbolically and collects its actions, as the test's language does.
/// Errors   E-TYPE, E-NAME, E-SCOPE, E-ADDRESS …: everything that makes the test meaningless,
///          with spans into the test's source.
[[nodiscard]] Result<EventStructure> unfold(const LitmusTest& test, const UnfoldOptions& options);

/// One line an event, for `--dump=events`; a label as people write it: `Wrel.dev x=1 (global)`.
[[nodiscard]] std::string to_text(const EventStructure& structure);
[[nodiscard]] std::string label(const EventStructure& structure, EventId event);

}  // namespace clmm::litmus
