#pragma once

#include <optional>
#include <vector>

#include "clmm/skeletons/judge.h"
#include "clmm/skeletons/skeleton.h"

namespace clmm::skeletons {

/// One model's view of a program whose executions are listed.
///
/// Shape    states by number, as Skeleton::by_state has them.
/// Errors   none.
class View {
public:
    /// Keeps both by reference; the skeleton is usable, and dressed for the program.
    View(const model::MemoryModel& model, const Skeleton& skeleton,
         model::ThinAir thin_air = model::ThinAir::none)
        : skeleton_(&skeleton), judge_(model, skeleton.structure, thin_air) {}

    /// From now on of another program.
    void reset(const Skeleton& skeleton) {
        skeleton_ = &skeleton;
        judge_.reset(skeleton.structure);
    }

    /// States that some execution ends in, before a model is asked; by number, ascending.
    [[nodiscard]] std::size_t states() const { return skeleton_->by_state.size(); }
    [[nodiscard]] const generator::State& state(std::size_t number) const {
        return skeleton_->states[skeleton_->by_state[number].front()];
    }
    /// Whether the model allows a state.
    [[nodiscard]] bool has(std::size_t number);
    [[nodiscard]] bool has(const generator::State& state);
    /// Whether an execution that it allows has undefined behaviour.
    [[nodiscard]] bool races();

private:
    const Skeleton* skeleton_;
    Judge judge_;
};

/// Whether a model may find undefined behaviour in a program: accesses that are not atomic race,
/// and those whose scopes do not include one another.
[[nodiscard]] bool may_race(const generator::Program& program, const model::MemoryModel& model);

}  // namespace clmm::skeletons
