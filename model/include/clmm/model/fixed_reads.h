#pragma once

#include <utility>
#include <vector>

#include "clmm/model/execution.h"

namespace clmm::model {

/// Rewrites terms with every read replaced by the value of the write that it reads in an execution,
/// and every final value by that of the last write. Where values depend on themselves, one read of
/// the cycle stays.
///
/// Shape    keeps a pool of its own, a copy of the structure's that grows; the structure and its
///          terms keep their numbers.
/// Errors   none; the execution has a source for every read that takes place.
/// Cost     linear in the pool, once for each term.
class FixedReads {
public:
    FixedReads(const EventStructure& structure, const Execution& execution);

    [[nodiscard]] litmus::TermId operator()(litmus::TermId id);
    [[nodiscard]] litmus::TermPool& pool() { return pool_; }
    [[nodiscard]] const litmus::TermPool& pool() const { return pool_; }

    /// Reads that stayed, and the values that they must equal.
    [[nodiscard]] const std::vector<std::pair<litmus::TermId, litmus::TermId>>& cuts() const {
        return cuts_;
    }

private:
    enum class State : std::uint8_t { unseen, active, done };

    litmus::TermId rewrite_read(litmus::TermId id, EventId read);
    litmus::TermId rewrite_final(LocationId location);
    litmus::TermId rebuild(litmus::TermId id, const litmus::Term& term);

    const EventStructure& structure_;
    litmus::TermPool pool_;
    std::vector<EventId> sources_;     ///< by event
    std::vector<EventId> last_write_;  ///< by location
    BitSet symbolic_;
    std::vector<State> state_;
    std::vector<litmus::TermId> memo_;
    std::vector<std::pair<litmus::TermId, litmus::TermId>> cuts_;
};

}  // namespace clmm::model
