#pragma once

#include <cstdint>
#include <vector>

#include "clmm/litmus/term.h"

namespace clmm::litmus {

/// Values of a pool's terms in one execution after another, each computed once.
///
/// Shape    a valuation may ask for values while it is asked.
class Evaluation {
public:
    explicit Evaluation(const TermPool& terms);

    /// What comes is about another execution.
    void forget() { ++now_; }
    [[nodiscard]] std::uint64_t value(TermId id, const Valuation& valuation);

private:
    const TermPool& terms_;
    std::vector<std::uint64_t> values_;  ///< by term
    std::vector<std::uint64_t> known_;   ///< the execution that a value is of
    std::vector<TermId> pending_;        ///< operands come last
    std::uint64_t now_ = 1;
};

}  // namespace clmm::litmus
