#pragma once

#include <map>
#include <utility>
#include <vector>

#include "clmm/base/strong_id.h"
#include "clmm/litmus/term.h"

namespace clmm::litmus {

struct DependencyTag;
/// A set of read events that something depends on syntactically; equal sets have equal ids.
using DependencyId = StrongId<DependencyTag>;

/// The sets of one unfolding. They are kept beside terms, since folding a term (`r ^ r`) must
/// not lose a dependency.
class DependencyPool {
public:
    DependencyPool() : empty_(intern({})) {}

    [[nodiscard]] DependencyId empty() const { return empty_; }
    [[nodiscard]] DependencyId single(EventId read) { return intern({read}); }
    [[nodiscard]] DependencyId unite(DependencyId a, DependencyId b);
    /// Reads, and choices: reads that decided which path, or which path's value, this is.
    [[nodiscard]] const std::vector<EventId>& members(DependencyId id) const {
        return sets_[id.index()];
    }
    [[nodiscard]] static bool is_choice(EventId member) { return member.index() >= kChoice; }
    [[nodiscard]] static EventId read_of(EventId member) {
        return EventId(member.index() % kChoice);
    }

    /// All of them as choices; only the choices; only the others.
    [[nodiscard]] DependencyId as_choices(DependencyId id);
    [[nodiscard]] DependencyId choices(DependencyId id);
    [[nodiscard]] DependencyId without_choices(DependencyId id);

private:
    static constexpr std::size_t kChoice = std::size_t{1} << 30U;  ///< added to a read's number

    DependencyId intern(std::vector<EventId> set);

    std::vector<std::vector<EventId>> sets_;
    std::map<std::vector<EventId>, DependencyId> index_;
    std::map<std::pair<DependencyId, DependencyId>, DependencyId> unions_;
    DependencyId empty_;
};

}  // namespace clmm::litmus
