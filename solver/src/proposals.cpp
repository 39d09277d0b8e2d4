#include "proposals.h"

namespace clmm::solver {

using model::Execution;

Proposals::Choice Proposals::choice(const z3::expr& formula) {
    formulas_.push_back(formula);
    return static_cast<Choice>(formulas_.size());
}

z3::expr Proposals::formula(Choice choice) const {
    const z3::expr& positive =
        formulas_[static_cast<std::size_t>(choice < 0 ? -choice : choice) - 1];
    return choice < 0 ? !positive : positive;
}

z3::expr Proposals::any(const Choices& some) const {
    z3::expr_vector parts(search_.context());
    for (const Choice each : some) parts.push_back(formula(each));
    return z3::mk_or(parts);
}

void Proposals::require(const Choices& some, const model::Reason& refuted) {
    search_.add(any(some) || search_.encoding().clause(refuted));
}

void Proposals::exclude(Choice active, const Execution& execution) {
    search_.add(!formula(active) || !z3::mk_and(search_.encoding().skeleton(execution)));
}

/// Only literals are assumed: a formula gets one.
std::optional<Execution> Proposals::next(const Choices& all, Cycles cycles) {
    z3::expr_vector assumptions(search_.context());
    for (const Choice each : all) {
        const z3::expr assumed = formula(each);
        if (assumed.is_const() && !assumed.is_true() && !assumed.is_false()) {
            assumptions.push_back(assumed);
            continue;
        }
        assumptions.push_back(search_.fresh("assumed"));
        search_.add(!assumptions.back() || assumed);
    }
    return search_.next(assumptions, cycles == Cycles::excluded ? Search::Cycles::excluded
                                                                : Search::Cycles::allowed);
}

}  // namespace clmm::solver
