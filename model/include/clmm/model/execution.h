#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <vector>

#include "clmm/base/bit_matrix.h"
#include "clmm/litmus/event_structure.h"
#include "clmm/model/program.h"

namespace clmm::model {

using litmus::EventId;
using litmus::EventStructure;
using litmus::LocationId;

/// A finished execution of an event structure: which events take place, where reads read
/// from, how writes of one location are ordered, with what values.
///
/// Shape    relations are n×n over the structure's events and hold only pairs of events that
///          take place. modification_order is total on the writes of each location (atomic
///          or not), initial write first. same_location relates accesses, reflexively.
struct Execution {
    BitSet executed;
    BitMatrix reads_from;          ///< write to read
    BitMatrix modification_order;  ///< transitive
    BitMatrix same_location;
    BitMatrix barrier_pairs;
    std::vector<BitMatrix> total_orders;  ///< by TotalOrderId; transitive

    std::vector<std::uint64_t> values;        ///< by EventId; 0 where there is none
    std::vector<LocationId> locations;        ///< by EventId; none() where there is none
    std::vector<std::uint64_t> final_values;  ///< by LocationId
    std::vector<std::uint64_t> choices;       ///< by number of TermOp::choice

    explicit Execution(std::size_t events = 0)
        : executed(events),
          reads_from(events),
          modification_order(events),
          same_location(events),
          barrier_pairs(events),
          values(events),
          locations(events) {}
};

/// What terms of the structure are worth in a finished execution.
class ExecutionValues final : public litmus::Valuation {
public:
    explicit ExecutionValues(const Execution& execution) : execution_(execution) {}
    [[nodiscard]] std::uint64_t read_value(EventId event) const override {
        return execution_.values[event.index()];
    }
    [[nodiscard]] std::uint64_t final_value(LocationId location) const override {
        return execution_.final_values[location.index()];
    }
    [[nodiscard]] std::uint64_t choice(std::uint64_t number) const override {
        return number < execution_.choices.size() ? execution_.choices[number] : 0;
    }

private:
    const Execution& execution_;
};

/// An elementary fact about an execution, or its negation. Reasons for verdicts are
/// conjunctions of these, and an engine turns them into clauses over its own variables.
struct Literal {
    enum class Kind : std::uint8_t {
        executed,            ///< a
        reads_from,          ///< write a, read b
        modification_order,  ///< a before b (both take place, same location)
        same_location,       ///< a, b (both take place)
        barrier_pair,        ///< entry a, exit b belong together
        total_order,         ///< a before b in total order `order`
    };
    Kind kind = Kind::executed;
    bool positive = true;
    std::uint16_t order = 0;
    EventId a, b;
    friend auto operator<=>(const Literal&, const Literal&) = default;
};

/// A conjunction of literals, sorted, without duplicates.
using Reason = std::vector<Literal>;

}  // namespace clmm::model
