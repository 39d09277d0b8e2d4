#pragma once

#include <vector>

#include "clmm/model/evaluator.h"
#include "clmm/model/program.h"

namespace clmm::skeletons {

/// What an axiom takes from what a test's language says of events alone: orders and scopes, say.
///
/// Idea     structures may be equal but for that. A stronger order puts an event into some sets and
///          takes it out of others. If it is only put where more makes the axiom fail, and only
///          taken where less does, then what fails with the weaker order fails with the stronger
///          one, too, and for the same reason.
/// Shape    nodes of the model's program: sets, in which an event is by what is said of itself; and
///          relations that the language has by a name, of which nothing is known but equality.
class AxiomFacts {
public:
    /// `check` is the axiom's number in the program.
    AxiomFacts(const model::Program& program, std::size_t check);
    [[nodiscard]] std::size_t check() const { return check_; }

    struct Values {
        std::vector<BitSet> sets;
        std::vector<BitMatrix> relations;
        friend bool operator==(const Values&, const Values&) = default;
    };
    /// What they are in an execution of all events, which the evaluator was given.
    [[nodiscard]] Values of(const model::Evaluator& evaluator) const;

    /// Whether the axiom fails with `now` wherever it does with `before`.
    [[nodiscard]] bool only_gains(const Values& before, const Values& now) const;

    struct Use {
        model::NodeId node;
        bool more = false, less = false;  ///< which of them makes the axiom fail
    };
    [[nodiscard]] const std::vector<Use>& sets() const { return sets_; }
    [[nodiscard]] const std::vector<Use>& relations() const { return relations_; }
    /// Nodes whose pairs come about through other events, and of which less makes the axiom fail.
    [[nodiscard]] const std::vector<model::NodeId>& ways() const { return ways_; }
    /// Whether the axiom fails where something is not there, as `~empty` does, or may do so for
    /// want of a control dependency.
    [[nodiscard]] bool wants_more() const { return wants_more_; }
    [[nodiscard]] bool wants_control() const { return wants_control_; }

private:
    class Search;
    std::size_t check_;
    bool wants_more_, wants_control_ = false;
    std::vector<Use> sets_, relations_;
    std::vector<model::NodeId> ways_;
};

/// Of each axiom of a model, in the order of its checks.
[[nodiscard]] std::vector<AxiomFacts> facts_of_axioms(const model::Program& program);

/// An execution of all events, which need not be possible, and in which nothing is read.
[[nodiscard]] model::Execution all_events(std::size_t events, const model::Program& program);

}  // namespace clmm::skeletons
