#include "proposals.h"

#include <cstdlib>

namespace clmm::explorer {

using model::Execution;

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
    return search_.next(literals(all), cycles == Cycles::excluded ? Search::Cycles::excluded
                                                                  : Search::Cycles::allowed);
}

}  // namespace clmm::explorer
