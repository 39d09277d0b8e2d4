#pragma once

#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "clmm/model/outcome_set.h"
#include "encoding.h"
#include "outcomes/observed_condition.h"

namespace clmm::explorer {

/// All outcomes at once, where clauses speak of nothing but observables and no axiom has to be
/// looked at.
///
/// Idea     an automaton reads the values of the observables one after another; its state is which
///          clauses are satisfied already, and what is left to decide of the condition. Beginnings
///          with the same state have the same rest, so a product of independent choices has as many
///          states as it has factors.
class ClauseAutomaton {
public:
    ClauseAutomaton(Sat& sat, Encoding& encoding, const EventStructure& structure,
                    const ObservedCondition& condition, std::function<bool()> should_stop);

    /// The outcomes; nullopt where other variables matter, or there are too many states.
    [[nodiscard]] std::optional<model::OutcomeNode> build(model::OutcomeDiagram& diagram);

private:
    struct Choice {
        std::uint64_t value;
        Lit literal;
    };
    /// By observable that occurs, ascending: its choices that satisfy the clause, as bits.
    using Condition = std::map<std::size_t, std::uint64_t>;
    using State = std::vector<std::uint64_t>;

    [[nodiscard]] bool read_choices();
    [[nodiscard]] bool read_clauses();
    /// False where it speaks of something else.
    [[nodiscard]] bool read_clause(std::span<const Lit> clause);
    [[nodiscard]] model::OutcomeNode visit(std::size_t depth, const State& satisfied);
    [[nodiscard]] std::optional<State> after(std::size_t depth, std::size_t choice,
                                             State state) const;
    [[nodiscard]] State key(const State& satisfied) const;

    Sat& sat_;
    Encoding& encoding_;
    const EventStructure& structure_;
    const ObservedCondition& condition_;
    std::function<bool()> should_stop_;
    model::OutcomeDiagram* diagram_ = nullptr;
    std::vector<std::vector<Choice>> choices_;         ///< by observable
    std::map<std::uint32_t, std::size_t> observable_;  ///< by variable
    std::vector<Condition> clauses_;
    std::vector<std::map<State, model::OutcomeNode>> known_;  ///< by observable
    std::vector<std::uint64_t> values_;                       ///< of the observables so far
    std::size_t states_ = 0;
    bool gave_up_ = false;
};

}  // namespace clmm::explorer
