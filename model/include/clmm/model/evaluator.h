#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "clmm/model/execution.h"
#include "clmm/model/memory_model.h"

namespace clmm::model {

/// Where a check failed or a flag was raised: a cycle (first event not repeated), a reflexive
/// pair {a}, or a pair {a, b}; for a set {a}.
struct Finding {
    std::size_t check = 0;  ///< index into Program::checks
    std::vector<EventId> events;
};

/// The two sides of a relation or set before anything is decided.
struct Bounds {
    BitMatrix must;  ///< pairs that hold in every execution in which both events take place
    BitMatrix may;   ///< pairs that can hold in some
};

/// Evaluates a memory model on executions of one event structure, as bit matrices.
///
/// Idea     every node of the program owns one matrix that is reused from execution to
///          execution; nodes that depend on nothing dynamic are computed once. A failed check is
///          explained by walking the graph of operators back to the literals of the
///          execution that make the offending pairs hold; the reason is enough by itself, so it
///          excludes every execution that contains it.
/// Shape    matrices are n×n over the structure's events, indexed by EventId; a set is a row.
/// Errors   none; an execution of another structure is a bug of the caller's.
/// Cost     one evaluation is O(nodes · n² · n/64) words at worst, allocation-free. To be made
/// takes
///          longer than some evaluations of a small structure; reset() a third of that.
class Evaluator {
public:
    /// Keeps the model by reference, for reset().
    Evaluator(const MemoryModel& model, const EventStructure& structure);
    ~Evaluator();
    Evaluator(Evaluator&&) noexcept;
    Evaluator& operator=(Evaluator&&) noexcept;

    /// From now on about this structure, as if made for it.
    void reset(const EventStructure& structure);

    /// Evaluates all nodes on the execution; the answers below are about it.
    void evaluate(const Execution& execution);

    [[nodiscard]] bool consistent() const;
    /// At least one finding per failed axiom; several where cheap (distinct shortest cycles).
    [[nodiscard]] std::vector<Finding> violations() const;
    /// Flags raised (roles flag and undefined): all offending pairs.
    [[nodiscard]] std::vector<Finding> flags() const;

    /// Literals that all hold and together entail the finding of a *failed axiom or raised flag*.
    [[nodiscard]] Reason why(const Finding& finding) const;
    /// Literals that all hold and together entail that pair (a, b) — or element a, for a set,
    /// with b none() — is not in the node.
    [[nodiscard]] Reason why_not(NodeId node, EventId a, EventId b) const;
    [[nodiscard]] Reason why(NodeId node, EventId a, EventId b) const;

    [[nodiscard]] const BitMatrix& relation(NodeId node) const;
    [[nodiscard]] const BitSet& set(NodeId node) const;
    /// A set's members that may be in it, on the diagonal.
    [[nodiscard]] Bounds bounds(NodeId node) const;

private:
    friend class IncrementalEvaluator;
    struct State;
    class KeptStates;
    [[nodiscard]] static KeptStates& kept_states();  ///< of the thread

    const MemoryModel* model_;
    std::unique_ptr<State> state_;
};

}  // namespace clmm::model
