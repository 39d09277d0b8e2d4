#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "clmm/litmus/opencl_events.h"
#include "unfold/dependency.h"

namespace clmm::litmus {

/// The unfolding would have more events than the options allow.
struct EventLimitReached {
    Span span;
};

/// What an event depends on.
struct EventDependencies {
    DependencyId data;
    DependencyId addr;
    DependencyId ctrl;
};

/// Appends events to a structure and collects the relations among them.
///
/// Shape    the events of a unit are sequenced in the order in which they are added, but for
///          the pairs that `unsequence` names; what remains is closed transitively.
class Recorder {
public:
    Recorder(EventStructure& structure, std::size_t limit) : structure_(structure), limit_(limit) {}

    [[nodiscard]] DependencyPool& dependencies() { return dependencies_; }
    [[nodiscard]] std::size_t size() const { return structure_.events.size(); }

    /// In place of the limit for all of them: so many events of one unit.
    void limit_units(std::size_t limit) { unit_limit_ = limit; }

    /// The event gets its identity here.
    EventId add(OpenClEvent event, const EventDependencies& dependencies);
    void join_halves(EventId read, EventId write) { rmw_.emplace_back(read, write); }
    [[nodiscard]] const std::vector<std::pair<EventId, EventId>>& halves() const { return rmw_; }
    void link(Link kind, EventId a, EventId b) { links_.push_back({kind, a, b}); }
    /// What `other` depends on by data, `event` does, too.
    void depend_like(EventId other, EventId event);

    /// Events of two operands, [begin, middle) and [middle, end), have no order, except where a
    /// helper function's body ran.
    void unsequence(std::size_t begin, std::size_t middle, std::size_t end);
    void unsequence_pair(std::size_t before, std::size_t after);
    /// No execution has events of both [begin, middle) and [middle, end).
    void exclude(std::size_t begin, std::size_t middle, std::size_t end);

    void enter_call() { ++depth_; }
    void leave_call() { --depth_; }

    /// Fills the matrices, once all events are there.
    void finish();

private:
    struct Dependent {
        EventId event;
        EventDependencies on;
    };
    void relate(BitMatrix& matrix, DependencyId reads, EventId event) const;
    void relate_choices(DependencyId reads, EventId event) const;
    void sequence();
    [[nodiscard]] bool is_full(const OpenClEvent& next);

    EventStructure& structure_;
    std::size_t limit_;
    std::optional<std::size_t> unit_limit_;
    std::vector<std::size_t> counts_;  ///< by unit, where each has a limit
    DependencyPool dependencies_;
    std::vector<Dependent> dependents_;
    std::vector<unsigned> depths_;  ///< of calls, by event
    unsigned depth_ = 0;
    std::vector<std::pair<std::size_t, std::size_t>> unsequenced_;
    std::vector<std::pair<EventId, EventId>> rmw_;
    struct Linked {
        Link kind;
        EventId a, b;
    };
    std::vector<Linked> links_;
    std::vector<std::pair<EventId, EventId>> extra_data_;
};

}  // namespace clmm::litmus
