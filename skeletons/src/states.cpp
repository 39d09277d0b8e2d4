#include "clmm/skeletons/states.h"

#include <algorithm>

#include "clmm/base/ensure.h"

namespace clmm::skeletons {

std::optional<std::vector<std::size_t>> observed_at(
    const generator::Program& program, const std::vector<litmus::Observable>& observables) {
    std::vector<std::size_t> at;
    for (const generator::Observed& each : generator::observed(program)) {
        const auto found =
            std::ranges::find(observables, generator::name_of(each), &litmus::Observable::name);
        if (found == observables.end()) return std::nullopt;
        at.push_back(static_cast<std::size_t>(found - observables.begin()));
    }
    return at;
}

generator::State state_at(const std::vector<std::size_t>& observables,
                          const model::OutcomeValues& values) {
    generator::State state;
    state.reserve(observables.size());
    for (const std::size_t at : observables)
        state.push_back(static_cast<std::uint32_t>(values[at]));
    return state;
}

std::vector<generator::State> states_of(const generator::Program& program,
                                        const enumerator::CheckResult& result) {
    const auto observed = observed_at(program, result.structure.observables);
    ensure(observed.has_value(), "a test shows what its program observes");
    std::vector<generator::State> states;
    for (const model::OutcomeEntry& each : result.answer.outcomes)
        states.push_back(state_at(*observed, each.values));
    std::ranges::sort(states);
    return states;
}

}  // namespace clmm::skeletons
