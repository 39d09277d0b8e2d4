#pragma once

#include <utility>
#include <vector>

#include "clmm/model/execution.h"

namespace clmm::solver {

/// Rewrites terms with every read replaced by the value of the write that it reads in an execution,
/// and every final value by that of the last write. Where values depend on themselves, one read of
/// the cycle stays.
class FixedReads {
public:
    FixedReads(const litmus::EventStructure& structure, const model::Execution& execution);

    [[nodiscard]] litmus::TermId operator()(litmus::TermId id);
    [[nodiscard]] litmus::TermPool& pool() { return pool_; }
    [[nodiscard]] const litmus::TermPool& pool() const { return pool_; }

    /// Reads that stayed, and the values that they must equal.
    [[nodiscard]] const std::vector<std::pair<litmus::TermId, litmus::TermId>>& cuts() const {
        return cuts_;
    }

private:
    enum class State : std::uint8_t { unseen, active, done };

    litmus::TermId rewrite_read(litmus::TermId id, litmus::EventId read);
    litmus::TermId rewrite_final(litmus::LocationId location);
    litmus::TermId rebuild(litmus::TermId id, const litmus::Term& term);

    const litmus::EventStructure& structure_;
    litmus::TermPool pool_;
    std::vector<litmus::EventId> sources_;     ///< by event
    std::vector<litmus::EventId> last_write_;  ///< by location
    BitSet symbolic_;
    std::vector<State> state_;
    std::vector<litmus::TermId> memo_;
    std::vector<std::pair<litmus::TermId, litmus::TermId>> cuts_;
};

}  // namespace clmm::solver
