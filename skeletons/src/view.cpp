#include "clmm/skeletons/view.h"

#include <algorithm>

namespace clmm::skeletons {

bool View::has(std::size_t number) {
    return std::ranges::any_of(skeleton_->by_state[number], [&](std::size_t candidate) {
        return judge_.allows(skeleton_->candidates[candidate].execution);
    });
}

bool View::has(const generator::State& state) {
    const auto found = std::ranges::lower_bound(skeleton_->by_state, state, {},
                                                [&](const auto& group) -> const generator::State& {
                                                    return skeleton_->states[group.front()];
                                                });
    const auto number = static_cast<std::size_t>(found - skeleton_->by_state.begin());
    return number < states() && this->state(number) == state && has(number);
}

bool View::races() {
    return std::ranges::any_of(skeleton_->candidates, [&](const auto& each) {
        return judge_.allows(each.execution) && judge_.is_flagged();
    });
}

bool may_race(const generator::Program& program, const model::MemoryModel& model) {
    const bool has_races = std::ranges::any_of(model.program.checks, [](const model::Check& each) {
        return each.role == model::CheckRole::undefined;
    });
    return has_races && (program.dialect == generator::Dialect::opencl ||
                         std::ranges::any_of(program.locations,
                                             [](const auto& each) { return !each.is_atomic; }));
}

}  // namespace clmm::skeletons
