#include "clmm/comparison/table.h"

#include <algorithm>
#include <set>

namespace clmm::comparison {
namespace {

bool has_answer(const std::optional<Answer>& cell) { return cell && cell->problem.empty(); }

Membership membership(const std::optional<Answer>& cell, const std::string& state) {
    if (!has_answer(cell)) return Membership::open;
    if (cell->has_state(state)) return Membership::present;
    return cell->complete ? Membership::absent : Membership::open;
}

/// Whether two of the values that are known differ.
template <class Value>
bool differ(const Row& row, const Value& value) {
    auto known = value(std::optional<Answer>());
    for (const auto& cell : row.cells) {
        const auto here = value(cell);
        if (!here) continue;
        if (known && *known != *here) return true;
        known = here;
    }
    return false;
}

std::optional<bool> races(const std::optional<Answer>& cell) {
    return has_answer(cell) ? cell->racy : std::nullopt;
}

std::optional<enumerator::Observation> observation(const std::optional<Answer>& cell) {
    const bool is_said =
        has_answer(cell) && cell->complete && cell->observation != enumerator::Observation::unknown;
    return is_said ? std::optional(cell->observation) : std::nullopt;
}

}  // namespace

Differences differences(const Row& row) {
    Differences found;
    std::set<std::string> all;
    for (const auto& cell : row.cells)
        if (has_answer(cell)) all.insert(cell->states.begin(), cell->states.end());
    for (const std::string& state : all) {
        StateDifference each{state, {}};
        for (const auto& cell : row.cells) each.in.push_back(membership(cell, state));
        if (std::ranges::count(each.in, Membership::absent) != 0)
            found.states.push_back(std::move(each));
    }
    found.races = differ(row, races);
    found.observation = differ(row, observation);
    return found;
}

}  // namespace clmm::comparison
