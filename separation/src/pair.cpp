#include "pair.h"

#include <algorithm>
#include <iterator>

#include "clmm/base/ensure.h"
#include "clmm/skeletons/judge.h"
#include "clmm/skeletons/states.h"

namespace clmm::separation {
namespace {

using generator::Program;
using generator::State;
using skeletons::Judge;
using skeletons::Skeleton;

bool has_undefined_behaviour(const model::MemoryModel& model) {
    return std::ranges::any_of(model.program.checks, [](const model::Check& each) {
        return each.role == model::CheckRole::undefined;
    });
}

/// Whether programs mean the same events for both.
bool unfold_alike(const model::MemoryModel& a, const model::MemoryModel& b,
                  const enumerator::CheckOptions& check) {
    const litmus::UnfoldOptions one = enumerator::unfold_options(a, check);
    const litmus::UnfoldOptions other = enumerator::unfold_options(b, check);
    return one.inert_work_item_scope == other.inert_work_item_scope &&
           one.narrow_local_scopes == other.narrow_local_scopes &&
           one.atomic_assignment == other.atomic_assignment &&
           one.control_goes_on == other.control_goes_on;
}

/// One model's view of a program whose executions are listed.
class Side {
public:
    Side(const model::MemoryModel& model, const Skeleton& skeleton, model::ThinAir thin_air)
        : skeleton_(skeleton), judge_(model, skeleton.structure, thin_air) {}

    [[nodiscard]] std::size_t states() const { return skeleton_.by_state.size(); }
    [[nodiscard]] const State& state(std::size_t number) const {
        return skeleton_.states[skeleton_.by_state[number].front()];
    }
    [[nodiscard]] bool has(std::size_t number) {
        return std::ranges::any_of(skeleton_.by_state[number], [&](std::size_t candidate) {
            return judge_.allows(skeleton_.candidates.all[candidate].execution);
        });
    }
    [[nodiscard]] bool has(const State& state) {
        const auto found = std::ranges::lower_bound(
            skeleton_.by_state, state, {},
            [&](const auto& group) -> const State& { return skeleton_.states[group.front()]; });
        const auto number = static_cast<std::size_t>(found - skeleton_.by_state.begin());
        return number < states() && this->state(number) == state && has(number);
    }
    [[nodiscard]] bool races() {
        return std::ranges::any_of(skeleton_.candidates.all, [&](const auto& each) {
            return judge_.allows(each.execution) && judge_.is_flagged();
        });
    }

private:
    const Skeleton& skeleton_;
    Judge judge_;
};

std::vector<State> states_of(const Program& program, const enumerator::CheckResult& result) {
    const auto observed = skeletons::observed_at(program, result.structure.observables);
    ensure(observed.has_value(), "a test shows what its program observes");
    std::vector<State> states;
    for (const model::OutcomeEntry& each : result.answer.outcomes)
        states.push_back(skeletons::state_at(*observed, each.values));
    std::ranges::sort(states);
    return states;
}

std::vector<State> without(const std::vector<State>& all, const std::vector<State>& others) {
    std::vector<State> rest;
    std::ranges::set_difference(all, others, std::back_inserter(rest));
    return rest;
}

}  // namespace

Pair::Pair(const std::array<const model::MemoryModel*, 2>& models,
           const enumerator::CheckOptions& check)
    : models_(models),
      check_(check),
      is_quick_(check.engine == enumerator::EngineChoice::automatic),
      is_one_structure_(unfold_alike(*models[0], *models[1], check)),
      may_race_{has_undefined_behaviour(*models[0]), has_undefined_behaviour(*models[1])},
      thin_air_{enumerator::forbidden_thin_air(*models[0], check),
                enumerator::forbidden_thin_air(*models[1], check)} {}

Differences Pair::differences(const Program& program, const Wanted& wanted) {
    if (skeletons_.empty())  // they refer to members, which have their places now
        for (std::size_t i = 0; i < (is_one_structure_ ? 1U : 2U); ++i)
            skeletons_.emplace_back(*models_[i], check_);
    if (is_quick_)
        if (auto found = by_listing(program, wanted)) return std::move(*found);
    return by_engine(program);
}

/// Accesses that are not atomic race, and those whose scopes do not include one another.
bool Pair::may_race(const Program& program, std::size_t side) const {
    if (!may_race_[side]) return false;
    return program.dialect == generator::Dialect::opencl ||
           std::ranges::any_of(program.locations, [](const auto& each) { return !each.is_atomic; });
}

std::optional<Differences> Pair::by_listing(const Program& program, const Wanted& wanted) {
    const Skeleton& first = skeletons_.front().of(program);
    const Skeleton& second = skeletons_.back().of(program);
    if (!first.is_usable || !second.is_usable) return std::nullopt;
    std::array<Side, 2> sides{Side(*models_[0], first, thin_air_[0]),
                              Side(*models_[1], second, thin_air_[1])};
    Differences made;
    const std::array<bool, 2> races{may_race(program, 0) && sides[0].races(),
                                    may_race(program, 1) && sides[1].races()};
    if (races[0] || races[1]) {
        for (std::size_t i = 0; i < 2; ++i) made.race[i] = races[i] && !races[1 - i];
        return made;
    }
    for (std::size_t i = 0; i < 2; ++i) {
        if (!wanted.states[i]) continue;
        for (std::size_t state = 0; state < sides[i].states(); ++state)
            if (sides[i].has(state) &&
                !(is_one_structure_ ? sides[1 - i].has(state)
                                    : sides[1 - i].has(sides[i].state(state))))
                made.states[i].push_back(sides[i].state(state));
    }
    return made;
}

Differences Pair::by_engine(const Program& program,
                            std::array<std::vector<State>, 2>* states_of_each) const {
    Differences made;
    const auto text = std::make_shared<Source>("generated", generator::to_litmus(program));
    std::array<bool, 2> races{};
    std::array<std::vector<State>, 2> states;
    for (std::size_t i = 0; i < 2; ++i) {
        const auto result = enumerator::check(text, *models_[i], check_);
        if (!result) {
            made.problems = result.diagnostics();
            return made;
        }
        if (!enumerator::is_complete(result->answer)) made.open = result->reason;
        if (!result->answer.outcomes.families().empty())
            made.open = "a state has values that nothing fixes";
        if (!result->racy) made.open = result->reason;
        races[i] = result->racy.value_or(false);
        states[i] = states_of(program, *result);
    }
    if (!made.open.empty()) return made;
    for (std::size_t i = 0; i < 2; ++i) {
        made.race[i] = races[i] && !races[1 - i];
        if (!races[0] && !races[1]) made.states[i] = without(states[i], states[1 - i]);
    }
    if (states_of_each != nullptr) *states_of_each = std::move(states);
    return made;
}

}  // namespace clmm::separation
