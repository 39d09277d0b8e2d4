#include "barriers.h"

namespace clmm::litmus {
namespace {

bool in_one_group(const Unfolding& unfolding, BarrierKind kind, UnitId a, UnitId b) {
    const Unit& first = unfolding.test.units[a.index()];
    const Unit& second = unfolding.test.units[b.index()];
    return kind == BarrierKind::work_group ? same_work_group(first, second)
                                           : same_sub_group(first, second);
}

/// When two barriers are the same instance, provided both take place.
TermId same_instance(TermPool& terms, const BarrierRecord& a, const BarrierRecord& b) {
    if (a.kind != b.kind || a.label != b.label) return terms.boolean(false);
    return terms.equal(a.ordinal, b.ordinal);
}

void pair(Unfolding& unfolding, const BarrierRecord& from, const BarrierRecord& to) {
    if (from.unit == to.unit || !in_one_group(unfolding, from.kind, from.unit, to.unit)) return;
    const TermId same = same_instance(unfolding.structure.terms, from, to);
    if (!unfolding.structure.terms.is_false(same))
        unfolding.structure.barriers.push_back({from.entry, to.exit, same});
}

/// When a unit does not come to an instance that another executes. A unit that was stopped at
/// the bound of a loop might still come.
TermId misses(Unfolding& unfolding, const BarrierRecord& barrier, UnitId unit) {
    TermPool& terms = unfolding.structure.terms;
    TermId comes = unfolding.stopped[unit];
    for (const BarrierRecord& other : unfolding.barriers) {
        if (other.unit != unit) continue;
        const TermId guard = unfolding.structure[other.entry].guard;
        comes = terms.lor(comes, terms.land(guard, same_instance(terms, barrier, other)));
    }
    return terms.lnot(comes);
}

void check_divergence(Unfolding& unfolding, const BarrierRecord& barrier) {
    TermPool& terms = unfolding.structure.terms;
    for (const Unit& unit : unfolding.test.units) {
        if (unit.id == barrier.unit ||
            !in_one_group(unfolding, barrier.kind, barrier.unit, unit.id))
            continue;
        const TermId guard = unfolding.structure[barrier.entry].guard;
        const TermId diverges = terms.land(guard, misses(unfolding, barrier, unit.id));
        if (terms.is_false(diverges)) continue;
        const std::string from = std::to_string(unfolding.test.units[barrier.unit.index()].number);
        unfolding.structure.undefined.push_back({"barrier-divergence",
                                                 "P" + from + " waits at a barrier that P" +
                                                     std::to_string(unit.number) +
                                                     " does not reach",
                                                 diverges, barrier.span});
    }
}

}  // namespace

void pair_barriers(Unfolding& unfolding) {
    for (const BarrierRecord& from : unfolding.barriers)
        for (const BarrierRecord& to : unfolding.barriers) pair(unfolding, from, to);
    for (const BarrierRecord& barrier : unfolding.barriers) check_divergence(unfolding, barrier);
}

}  // namespace clmm::litmus
