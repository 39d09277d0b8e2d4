#include "swept_counts.h"

namespace clmm::hardware {

SweptCounts::SweptCounts(const std::vector<PlacementClass>& classes)
    : classes_(classes), counts_(classes.size()) {}

void SweptCounts::add(std::size_t of_class, const StateTable& states) {
    Counts& counts = counts_[of_class];
    const std::vector<std::uint64_t>& now = states.counts();
    before_.resize(now.size(), 0);
    counts.by_state.resize(now.size(), 0);
    for (std::size_t state = 0; state < now.size(); ++state)
        counts.by_state[state] += now[state] - before_[state];
    before_ = now;
    ++counts.launches;
}

std::vector<SeenPlacement> SweptCounts::seen(const StateTable& states,
                                             const litmus::FinalQuestion& question) const {
    std::vector<SeenPlacement> out;
    for (std::size_t i = 0; i < classes_.size(); ++i) {
        SeenPlacement seen{.name = classes_[i].name,
                           .processors = classes_[i].members.front(),
                           .launches = counts_[i].launches};
        for (std::size_t state = 0; state < counts_[i].by_state.size(); ++state) {
            const std::uint64_t count = counts_[i].by_state[state];
            seen.instances += count;
            if (!question.passes_filter(states.values(state))) continue;
            (question.satisfies(states.values(state)) ? seen.satisfying : seen.violating) += count;
        }
        out.push_back(std::move(seen));
    }
    return out;
}

}  // namespace clmm::hardware
