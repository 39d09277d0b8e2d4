#include "outcomes/arrangements.h"

#include <algorithm>

#include "clmm/base/ensure.h"

namespace clmm::explorer {

using model::Execution;
using model::OutcomeDiagram;
using model::OutcomeNode;
using model::OutcomeSet;

namespace {
/// Of all chains together: which of them have their values is a set of units.
constexpr std::size_t kMostUnits = 16;
/// Where the observables of several units are read by turns.
constexpr std::size_t kMostTurns = 8;
constexpr std::size_t kVisitsUnasked = 256;

/// Each unit's observables come one after another.
bool are_contiguous(const AlikeUnits::Chain& chain) {
    return std::ranges::all_of(*chain.observables, [](const std::vector<std::size_t>& unit) {
        if (unit.empty()) return true;
        const auto [least, greatest] = std::ranges::minmax(unit);
        return greatest - least + 1 == unit.size();
    });
}
}  // namespace

Arrangements::Arrangements(const std::vector<Chain>& chains, std::size_t observables)
    : places_(observables) {
    std::size_t units = 0;
    for (const Chain& chain : chains) {
        if (!chain.observables) continue;
        const std::size_t most = are_contiguous(chain) ? kMostUnits : kMostTurns;
        if (units + chain.units.size() > most) continue;
        units += chain.units.size();
        for (std::size_t unit = 0; unit < chain.units.size(); ++unit)
            for (std::size_t slot = 0; slot < (*chain.observables)[unit].size(); ++slot)
                places_[(*chain.observables)[unit][slot]] = Position{chains_.size(), unit, slot};
        chains_.push_back(&chain);
    }
}

bool Arrangements::are_always_ordered(const EventStructure& structure) const {
    return !chains_.empty() && std::ranges::all_of(chains_, [&](const Chain* chain) {
        return std::ranges::all_of(chain->writes, [&](EventId write) {
            return structure.terms.is_true(structure[write].guard);
        });
    });
}

Arrangements::Values Arrangements::tuple(std::size_t chain, std::size_t unit,
                                         const Values& of) const {
    Values values;
    for (const std::size_t each : (*chains_[chain]->observables)[unit]) values.push_back(of[each]);
    return values;
}

Arrangements::State Arrangements::all_left(const Values& values) const {
    State state;
    for (std::size_t chain = 0; chain < chains_.size(); ++chain) {
        std::vector<Values>& left = state.left.emplace_back();
        for (std::size_t unit = 0; unit < chains_[chain]->units.size(); ++unit)
            left.push_back(tuple(chain, unit, values));
        std::ranges::sort(left);
        state.had.emplace_back(left.size());
    }
    return state;
}

Arrangements::Values Arrangements::normal(const Values& values) const {
    Values result = values;
    const State state = all_left(values);
    for (std::size_t i = 0; i < places_.size(); ++i)
        if (const auto& place = places_[i])
            result[i] = state.left[place->chain][place->unit][place->slot];
    return result;
}

const Arrangements::Values& Arrangements::origin(const Values& values) const {
    const auto found = origins_.find(normal(values));
    ensure(found != origins_.end(), "an image has an origin");
    return found->second;
}

std::optional<OutcomeNode> Arrangements::images(const OutcomeSet& ordered,
                                                const ObservedCondition& condition,
                                                OutcomeDiagram& diagram,
                                                std::function<bool()> should_stop) {
    condition_ = &condition;
    diagram_ = &diagram;
    should_stop_ = std::move(should_stop);
    OutcomeNode all = OutcomeNode::none();
    for (model::OutcomeWalk walk(ordered); walk.at_outcome(); walk.advance()) {
        fixed_ = walk.values();
        if (!origins_.try_emplace(normal(fixed_), fixed_).second) continue;
        State state = all_left(fixed_);
        all = diagram.unite(all, visit(state));
        if (stopped_) return std::nullopt;
    }
    known_.clear();
    return all;
}

/// All on which the rest depends.
Arrangements::Values Arrangements::key(const State& state) const {
    Values key{values_.size()};
    condition_->append_state(values_, key);
    for (std::size_t i = values_.size(); i < places_.size(); ++i) {
        const auto& place = places_[i];
        if (!place)
            key.push_back(fixed_[i]);
        else if (const Values& had = state.had[place->chain][place->unit]; !had.empty())
            key.push_back(had[place->slot]);
    }
    for (const std::vector<Values>& left : state.left)
        for (const Values& each : left) key.insert(key.end(), each.begin(), each.end());
    return key;
}

OutcomeNode Arrangements::visit(State& state) {
    if (values_.size() == places_.size())
        return diagram_->end({.satisfies_condition = *condition_->holds(values_), .executions = 1});
    stopped_ = stopped_ || (++steps_ % kVisitsUnasked == 0 && should_stop_());
    if (stopped_) return OutcomeNode::none();
    Values here = key(state);
    if (const auto known = known_.find(here); known != known_.end()) return known->second;
    const auto place = places_[values_.size()];
    OutcomeNode node;
    if (!place)
        node = after(fixed_[values_.size()], state);
    else if (const Values& had = state.had[place->chain][place->unit]; !had.empty())
        node = after(had[place->slot], state);
    else
        node = give_tuples(*place, state);
    known_.emplace(std::move(here), node);
    return node;
}

OutcomeNode Arrangements::after(std::uint64_t value, State& state) {
    values_.push_back(value);
    const OutcomeDiagram::Edge edge{value, visit(state)};
    values_.pop_back();
    return diagram_->branch({&edge, 1});
}

/// The unit gets each of the tuples that are left.
OutcomeNode Arrangements::give_tuples(const Position& place, State& state) {
    std::vector<Values>& left = state.left[place.chain];
    Values& had = state.had[place.chain][place.unit];
    OutcomeNode all = OutcomeNode::none();
    for (std::size_t i = 0; i < left.size(); ++i) {
        if (i > 0 && left[i] == left[i - 1]) continue;
        had = left[i];
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(i));
        all = diagram_->unite(all, after(had[place.slot], state));
        left.insert(left.begin() + static_cast<std::ptrdiff_t>(i), std::move(had));
        had.clear();
    }
    return all;
}

Execution Arrangements::moved(Execution execution, const Values& from, const Values& to) const {
    for (std::size_t chain = 0; chain < chains_.size(); ++chain) {
        const std::size_t units = chains_[chain]->units.size();
        std::vector<Values> now;
        for (std::size_t unit = 0; unit < units; ++unit) now.push_back(tuple(chain, unit, from));
        for (std::size_t unit = 0; unit < units; ++unit) {
            auto at =
                static_cast<std::size_t>(std::find(now.begin() + static_cast<std::ptrdiff_t>(unit),
                                                   now.end(), tuple(chain, unit, to)) -
                                         now.begin());
            ensure(at < units, "an image has the same values, elsewhere");
            for (; at > unit; --at) {
                execution = (*chains_[chain]->exchanges[at - 1])(execution);
                std::swap(now[at - 1], now[at]);
            }
        }
    }
    return execution;
}

}  // namespace clmm::explorer
