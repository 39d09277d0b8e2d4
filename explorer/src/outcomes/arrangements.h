#pragma once

#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "alike_units.h"
#include "clmm/model/outcome_set.h"
#include "outcomes/observed_condition.h"

namespace clmm::explorer {

/// What outcomes of executions with one order of alike units become under all orders.
///
/// Idea     an outcome gives each unit of a chain a tuple of values; its images give the same
///          tuples to the units in any other way. The diagram is built from the first observable
///          on: what may follow depends on which tuples are left, not on who has the others. So
///          the images of one outcome under ten units' 3,628,800 orders have a thousand nodes.
class Arrangements {
public:
    using Values = model::OutcomeValues;
    using Chain = AlikeUnits::Chain;

    /// Chains with observables; not too many units to be rearranged.
    Arrangements(const std::vector<Chain>& chains, std::size_t observables);

    [[nodiscard]] const std::vector<const Chain*>& chains() const { return chains_; }
    [[nodiscard]] bool empty() const { return chains_.empty(); }
    /// There are some, and every execution has one order of each chain's units alone.
    [[nodiscard]] bool are_always_ordered(const EventStructure& structure) const;

    /// All images of the outcomes; `condition` is a function. Nullopt where `should_stop` said so.
    [[nodiscard]] std::optional<model::OutcomeNode> images(const model::OutcomeSet& ordered,
                                                           const ObservedCondition& condition,
                                                           model::OutcomeDiagram& diagram,
                                                           std::function<bool()> should_stop);
    /// Of the outcomes given to images(), the one of which these values are an image.
    [[nodiscard]] const Values& origin(const Values& values) const;
    /// The image of an execution with the outcome `from` that has the outcome `to`.
    [[nodiscard]] model::Execution moved(model::Execution execution, const Values& from,
                                         const Values& to) const;

private:
    struct Position {
        std::size_t chain;
        std::size_t unit;
        std::size_t slot;
    };
    struct State {
        std::vector<std::vector<Values>> left;  ///< by chain: tuples that no unit has yet, sorted
        std::vector<std::vector<Values>> had;   ///< by chain, unit: empty where it has none yet
    };

    [[nodiscard]] Values tuple(std::size_t chain, std::size_t unit, const Values& of) const;
    [[nodiscard]] State all_left(const Values& values) const;
    /// The values, with the tuples of each chain sorted.
    [[nodiscard]] Values normal(const Values& values) const;
    [[nodiscard]] model::OutcomeNode visit(State& state);
    [[nodiscard]] model::OutcomeNode give_tuples(const Position& place, State& state);
    [[nodiscard]] model::OutcomeNode after(std::uint64_t value, State& state);
    [[nodiscard]] Values key(const State& state) const;

    std::vector<const Chain*> chains_;
    std::vector<std::optional<Position>> places_;  ///< by observable
    std::map<Values, Values> origins_;             ///< by normal form

    const ObservedCondition* condition_ = nullptr;  ///< while images are made, as the rest
    model::OutcomeDiagram* diagram_ = nullptr;
    std::function<bool()> should_stop_;
    Values fixed_;   ///< the outcome whose images are made
    Values values_;  ///< of the observables so far
    std::map<Values, model::OutcomeNode> known_;
    std::size_t steps_ = 0;
    bool stopped_ = false;
};

}  // namespace clmm::explorer
