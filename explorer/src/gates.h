#pragma once

#include <map>

#include "sat.h"

namespace clmm::explorer {

/// Literals for conjunctions and disjunctions; equal ones are one literal.
class Gates {
public:
    explicit Gates(Sat& sat) : sat_(sat), truth_(sat.fresh()) { sat.add({truth_}); }

    [[nodiscard]] Lit truth() const { return truth_; }
    [[nodiscard]] Lit falsity() const { return ~truth_; }
    [[nodiscard]] Lit constant(bool value) const { return value ? truth_ : ~truth_; }

    [[nodiscard]] Lit all(Clause literals);
    [[nodiscard]] Lit any(Clause literals);
    [[nodiscard]] Lit choose(Lit condition, Lit when_true, Lit when_false);

private:
    Sat& sat_;
    Lit truth_;
    std::map<Clause, Lit> known_;  ///< by the literals of the conjunction
};

}  // namespace clmm::explorer
