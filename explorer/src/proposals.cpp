#include "proposals.h"

#include <algorithm>
#include <cstdlib>

namespace clmm::explorer {

using model::Execution;

namespace {
/// Variables by whose signs a long search is divided.
constexpr std::size_t kSplits = 4;
}  // namespace

Lit Proposals::literal(Choice choice) {
    const Lit positive{2 * (static_cast<std::uint32_t>(std::abs(choice)) - 1)};
    return choice < 0 ? ~positive : positive;
}

Clause Proposals::literals(const Choices& choices) {
    Clause clause;
    for (const Choice each : choices) clause.push_back(literal(each));
    return clause;
}

void Proposals::require(const Choices& some, const model::Reason& refuted) {
    Clause clause = search_.encoding().clause(refuted);
    for (const Choice each : some) clause.push_back(literal(each));
    search_.add(clause);
}

void Proposals::exclude(Choice active, const Execution& execution) {
    Clause other{~literal(active)};
    for (const Lit part : search_.encoding().skeleton(execution)) other.push_back(~part);
    search_.add(other);
}

void Proposals::put_in_order(Choice when, const std::vector<litmus::UnitId>& apart) {
    for (const AlikeUnits::Chain& chain : search_.alike().chains())
        AlikeUnits::demand_order(chain, literal(when), apart, search_.solver(), search_.encoding());
}

std::optional<Execution> Proposals::next(const Choices& all, Cycles cycles) {
    Clause assumptions = literals(all);
    assumptions.insert(assumptions.end(), all_.begin(), all_.end());
    return search_.next(assumptions, cycles == Cycles::excluded ? Search::Cycles::excluded
                                                                : Search::Cycles::allowed);
}

std::optional<Execution> Proposals::next_if_quick(const Choices& all, Cycles cycles) {
    if (crew_ == nullptr) return next(all, cycles);
    const std::uint64_t before = search_.conflicts();
    const std::uint64_t most = crew_->patience().conflicts;
    search_.be_patient(most - quick_conflicts_);
    auto execution = next(all, cycles);
    is_long_ = search_.gave_up();
    search_.be_patient({});
    quick_conflicts_ = std::min(quick_conflicts_ + search_.conflicts() - before, most);
    return execution;
}

/// All signs of a few variables that were much in conflicts.
bool Proposals::do_apart(const Work& work) {
    quick_conflicts_ = 0;
    search_.rest();
    const std::vector<std::uint32_t> variables = search_.solver().most_active(kSplits);
    crew_->divide(
        search_, std::size_t{1} << variables.size(),
        [&](Search& search, unsigned, std::size_t part) {
            Clause cube;
            for (std::size_t i = 0; i < variables.size(); ++i)
                cube.push_back({2 * variables[i] + static_cast<std::uint32_t>((part >> i) & 1U)});
            Proposals others(search, nullptr, std::move(cube));
            work(others);
        });
    return !search_.stopped();
}

}  // namespace clmm::explorer
