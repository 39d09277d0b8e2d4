#pragma once

#include <functional>
#include <list>
#include <map>
#include <optional>
#include <vector>

#include "clmm/litmus/changes.h"
#include "clmm/model/evaluator.h"
#include "clmm/model/execution.h"

namespace clmm::enumerator {

/// Executions that showed that some change is not enough, to be tried on others.
///
/// Idea     a change leaves the events of the test as they are, but for their orders, scopes and
///          flags, and inserts fences. So an execution of one changed test, without that change's
///          fences and with those of another, may be one of the other test too. Whether it is
///          one is not concluded from where it comes from: it is replayed against the
///          structure, as any witness is, and evaluated under the model (see Trial).
class Counterexamples {
public:
    /// Whether a consistent execution shows that the goal is missed.
    using Shows = std::function<bool(const litmus::EventStructure&, const model::Execution&,
                                     const model::Evaluator&)>;
    Counterexamples(const model::MemoryModel& model, Shows shows)
        : model_(model), shows_(std::move(shows)) {}

    /// The witness is of a structure with these inserted fences.
    void learn(const litmus::EventStructure& structure,
               const std::vector<litmus::ChangedText::Fence>& fences,
               const model::Execution& witness);

private:
    friend class Trial;
    struct Known {
        std::size_t number = 0;
        model::Execution execution;  ///< without inserted fences
    };
    const model::MemoryModel& model_;
    Shows shows_;
    std::size_t count_ = 0;
    std::list<Known> known_;  ///< the last useful one first
};

/// A structure with all the fences that some places may get, on which changes are tried that
/// differ in which of the fences are there.
///
/// Idea     whether a fence takes place becomes a choice of the execution: models speak of events
///          that take place only, so without the others an execution is one of the test
///          that has just the chosen fences. One evaluator serves for all choices.
class Trial {
public:
    Trial(Counterexamples& counterexamples, litmus::EventStructure structure,
          const std::vector<litmus::ChangedText::Fence>& fences);
    Trial(const Trial&) = delete;  // the evaluator knows where the structure is
    Trial& operator=(const Trial&) = delete;

    /// Whether a known execution is one of the test with the fences that `changes` insert, and
    /// shows that the goal is missed.
    [[nodiscard]] bool refutes(const litmus::Changes& changes);

private:
    /// A fence, and where in the program it is.
    struct FenceEvent {
        litmus::EventId event;
        litmus::TermId guard;
    };
    [[nodiscard]] const std::optional<model::Execution>& adapted(
        const Counterexamples::Known& known);
    [[nodiscard]] std::optional<model::Execution> adapt(const model::Execution& known) const;
    [[nodiscard]] bool shows_failure(model::Execution execution, const litmus::Changes& changes);

    Counterexamples& counterexamples_;
    litmus::EventStructure structure_;
    std::map<litmus::Change, std::vector<FenceEvent>> fences_;
    std::vector<litmus::EventId> kept_;  ///< the test's own events
    model::Evaluator evaluator_;
    std::map<std::size_t, std::optional<model::Execution>> adapted_;  ///< by Known::number
};

}  // namespace clmm::enumerator
