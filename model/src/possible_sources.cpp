#include "clmm/model/possible_sources.h"

#include <algorithm>
#include <set>

namespace clmm::model {

using litmus::Event;
using litmus::EventKind;
using litmus::Target;
using litmus::Term;
using litmus::TermId;
using litmus::TermOp;

namespace {

/// The conjuncts of each event's guard.
class Guards {
public:
    explicit Guards(const EventStructure& structure) : terms_(structure.terms) {
        for (const Event& event : structure.events) collect(event.guard, all_.emplace_back());
    }

    /// One of the two has a conjunct whose negation the other has: alternatives of a choice.
    [[nodiscard]] bool exclude(EventId a, EventId b) const {
        return negates(all_[a.index()], all_[b.index()]) ||
               negates(all_[b.index()], all_[a.index()]);
    }

private:
    using Conjuncts = std::set<TermId>;
    void collect(TermId id, Conjuncts& into) const {
        const Term& term = terms_[id];
        if (!into.insert(id).second || term.op != TermOp::logical_and) return;
        collect(term.a, into);
        collect(term.b, into);
    }
    [[nodiscard]] bool negates(const Conjuncts& negative, const Conjuncts& positive) const {
        return std::ranges::any_of(negative, [&](TermId id) {
            return terms_[id].op == TermOp::logical_not && positive.contains(terms_[id].a);
        });
    }

    const litmus::TermPool& terms_;
    std::vector<Conjuncts> all_;
};

}  // namespace

bool may_share_location(const EventStructure& structure, EventId a, EventId b) {
    for (const Target& x : structure[a].targets)
        for (const Target& y : structure[b].targets)
            if (x.location == y.location) return true;
    return false;
}

std::vector<std::vector<EventId>> possible_sources(const EventStructure& structure) {
    std::vector<std::vector<EventId>> sources(structure.size());
    const Guards guards(structure);
    for (const Event& read : structure.events) {
        if (read.kind != EventKind::read || structure.terms.is_false(read.guard)) continue;
        for (const Event& write : structure.events)
            if (write.kind == EventKind::write && !structure.terms.is_false(write.guard) &&
                may_share_location(structure, write.id, read.id) &&
                !guards.exclude(write.id, read.id))
                sources[read.id.index()].push_back(write.id);
    }
    return sources;
}

}  // namespace clmm::model
