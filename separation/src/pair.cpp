#include "pair.h"

#include <algorithm>
#include <iterator>

#include "clmm/skeletons/states.h"

namespace clmm::separation {
namespace {

using generator::Program;
using generator::State;
using skeletons::Skeleton;
using skeletons::View;

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
      thin_air_{enumerator::forbidden_thin_air(*models[0], check),
                enumerator::forbidden_thin_air(*models[1], check)} {}

Differences Pair::differences(const Program& program, const Wanted& wanted) {
    if (skeletons_.empty()) {  // they refer to members, which have their places now
        if (is_one_structure_)
            skeletons_.emplace_back(*models_[0], check_, std::vector{models_[0], models_[1]});
        else
            for (const model::MemoryModel* each : models_)
                skeletons_.emplace_back(*each, check_, std::vector{each});
    }
    if (is_quick_)
        if (auto found = by_listing(program, wanted)) return std::move(*found);
    return by_engine(program);
}

bool Pair::may_race(const Program& program, std::size_t side) const {
    return skeletons::may_race(program, *models_[side]);
}

std::optional<Differences> Pair::by_listing(const Program& program, const Wanted& wanted) {
    const Skeleton& first = skeletons_.front().of(program);
    const Skeleton& second = skeletons_.back().of(program);
    if (!first.is_usable || !second.is_usable) return std::nullopt;
    std::vector<View>& sides = views_;
    if (sides.empty()) {
        sides.emplace_back(*models_[0], first, thin_air_[0]);
        sides.emplace_back(*models_[1], second, thin_air_[1]);
    } else {
        sides[0].reset(first);
        sides[1].reset(second);
    }
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
        states[i] = skeletons::states_of(program, *result);
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
