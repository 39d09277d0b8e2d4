#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "clmm/model/evaluator.h"

namespace clmm::model {

struct GrowingGraph;

/// Evaluates the axioms of a model on an execution of which more and more is decided, and goes
/// back.
///
/// Idea     every node of the program that an axiom needs owns a matrix of pairs that certainly are
///          in it. A literal that comes to hold adds pairs to base relations; what is new is passed
///          on from operands to users, row by row. What was written over is kept in a log, so going
///          back costs what going forward did. A pair once in a node stays in it whatever is
///          decided later: that is a lower bound where the program is not monotone.
/// Shape    literals are known by their number in inputs(). Nodes that the structure alone
///          decides are no more than masks of events that take place.
/// Errors   none. After settle() found a violation nothing more may be held before undo().
/// Cost     for up to 64 events a row is one word; about a microsecond a literal for a whole model.
/// Tests    tests/unit/model/incremental_test.cpp holds every node against the plain evaluator.
class IncrementalEvaluator {
public:
    using Input = std::uint32_t;

    /// How existential total orders are decided: by literals; or, where all axioms about one ask
    /// no more of it than to contain pairs, by what it must contain.
    enum class Orders : std::uint8_t { literals, implied };
    /// Takes what the evaluator knows of model and structure. Nothing where the matrices would be
    /// too large.
    [[nodiscard]] static std::unique_ptr<IncrementalEvaluator> create(
        const Evaluator& evaluator, Orders orders = Orders::literals);
    virtual ~IncrementalEvaluator() = default;

    /// Everything of an execution that the axioms depend on; positive literals. An event's stands
    /// for all events with the same guard.
    [[nodiscard]] virtual const std::vector<Literal>& inputs() const = 0;
    /// What a literal adds to the cost of a reason; 3 where nobody says.
    virtual void set_cost(Input input, unsigned cost) = 0;

    /// It certainly holds; at settle() its consequences are drawn. Once only, until it is undone.
    virtual void hold(Input input) = 0;
    /// Draws consequences until nothing is left, or an axiom certainly fails: false.
    [[nodiscard]] virtual bool settle() = 0;
    /// Which axiom failed, index into Program::checks.
    [[nodiscard]] virtual std::size_t violated() const = 0;
    /// Literals that hold, by which it does: the cheapest that are found. Sorted.
    [[nodiscard]] virtual std::vector<Input> why() = 0;

    /// Where undo() can return to; to be taken when nothing is held that is not settled.
    using Mark = std::size_t;
    [[nodiscard]] virtual Mark mark() const = 0;
    virtual void undo(Mark mark) = 0;

    /// Whether an axiom that fails on a complete execution is always seen to fail. Else a complete
    /// execution has to be evaluated.
    [[nodiscard]] virtual bool is_exact() const = 0;
    /// Which order is implied, so that no literal speaks of it, if any.
    [[nodiscard]] virtual std::optional<std::size_t> implied() const = 0;
    /// Of an execution that is wholly held, and breaks no axiom: an order that goes with it.
    [[nodiscard]] virtual BitMatrix implied_order() const = 0;
    /// Of a node that some axiom needs: what is certainly in it (a set's members on the diagonal),
    /// and whether in a complete execution that is all. Nullopt for other nodes,
    /// and for those of which an axiom needs pairs of an event with itself alone.
    struct Certain {
        BitMatrix pairs;
        bool is_exact = true;
    };
    [[nodiscard]] virtual std::optional<Certain> certain(NodeId node) const = 0;

    /// How the matrices depend on one another; see evaluate/growing_graph.h.
    [[nodiscard]] virtual const GrowingGraph& graph() const = 0;
};

}  // namespace clmm::model
