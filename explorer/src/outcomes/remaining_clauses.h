#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sat.h"

namespace clmm::explorer {

/// What clauses leave to be decided, as a key: where two are equal, what may follow is.
///
/// Shape    of the clauses that the solver keeps for good, at the time of construction; what it
///          learns follows from them. Units are known by then.
class RemainingClauses {
public:
    using Key = std::vector<std::uint64_t>;

    explicit RemainingClauses(Sat& sat);

    [[nodiscard]] std::size_t size() const { return ends_.size(); }
    /// Appends which clauses do not hold yet, which of their variables are open, and the values of
    /// the literals that will be asked for.
    void append(std::span<const Lit> asked, Key& key) const;

private:
    const Sat& sat_;
    Clause literals_;                ///< of all clauses
    std::vector<std::size_t> ends_;  ///< by clause: of its literals
    Clause variables_;               ///< that occur
};

}  // namespace clmm::explorer
