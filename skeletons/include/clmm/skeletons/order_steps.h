#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "clmm/generator/program.h"
#include "clmm/litmus/event_structure.h"
#include "clmm/model/evaluator.h"

namespace clmm::skeletons {

/// Finds orders of one operation that make programs stronger: whatever orders the others have, all
/// that a model forbids with the one it forbids with the other.
///
/// Idea     an event is in the sets that its own order puts it into. With one order everywhere
/// after
///          another, these are found for all; a set's members are then known for the operation that
///          is asked about, and unchanged for others. What that changes is followed through the
///          model to its axioms (claims.h).
/// Threads  one at a time.
/// Tests    tests/unit/skeletons/order_steps_test.cpp
class OrderSteps {
public:
    using Order = generator::MemoryOrder;
    /// The events of a program, all of which have this order. Null: there are none.
    using Dressed = std::function<const litmus::EventStructure*(Order)>;

    /// What is known of programs that differ in their orders alone.
    struct Facts;
    /// Of one operation: events that have one order, and in the other program another.
    struct Change {
        std::vector<std::size_t> events;
        Order than, order;
    };

    /// Keeps the model by reference.
    explicit OrderSteps(const model::MemoryModel& model);

    [[nodiscard]] std::shared_ptr<const Facts> facts(const Dressed& dressed);
    /// `changes`: of all events of the operation; a compare-exchange's are two. False: it is not,
    /// or that is not found.
    [[nodiscard]] bool is_stronger(const Facts& facts, const std::vector<Change>& changes) const;

private:
    struct Base;
    class Step;

    const model::MemoryModel& model_;
    std::vector<model::NodeId> bases_;  ///< nodes that are made of no others
    std::optional<model::Evaluator> evaluator_;
};

}  // namespace clmm::skeletons
