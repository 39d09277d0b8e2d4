#include "gates.h"

#include <algorithm>

namespace clmm::explorer {

Lit Gates::all(Clause literals) {
    std::erase(literals, truth_);
    std::ranges::sort(literals);
    literals.erase(std::unique(literals.begin(), literals.end()), literals.end());
    for (std::size_t i = 0; i < literals.size(); ++i)
        if (literals[i] == ~truth_ || (i > 0 && literals[i] == ~literals[i - 1])) return ~truth_;
    if (literals.empty()) return truth_;
    if (literals.size() == 1) return literals.front();
    const auto [known, is_new] = known_.emplace(literals, Lit{});
    if (!is_new) return known->second;
    const Lit gate = known->second = sat_.derived();
    Clause only_if{gate};
    for (const Lit each : literals) {
        sat_.add({~gate, each});
        only_if.push_back(~each);
    }
    sat_.add(only_if);
    return gate;
}

Lit Gates::any(Clause literals) {
    for (Lit& each : literals) each = ~each;
    return ~all(std::move(literals));
}

Lit Gates::choose(Lit condition, Lit when_true, Lit when_false) {
    if (when_true == when_false) return when_true;
    return any({all({condition, when_true}), all({~condition, when_false})});
}

}  // namespace clmm::explorer
