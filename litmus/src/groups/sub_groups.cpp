#include "groups/sub_groups.h"

#include <map>
#include <string>

#include "groups/meetings.h"

namespace clmm::litmus {
namespace {

bool is_in_sub_group_of(const Unfolding& unfolding, UnitId one, UnitId other) {
    const auto& units = unfolding.structure.units;
    return same_sub_group(units[one.index()], units[other.index()]);
}

/// Where `other` is the one that is asked, each component is what it gives.
void constrain_by(Unfolding& unfolding, const ShuffleCall& call, const ShuffleCall& other) {
    TermPool& terms = unfolding.structure.terms;
    const TermId both =
        terms.land(unfolding.structure[call.event].guard, unfolding.structure[other.event].guard);
    for (std::size_t side = 0; side < call.values.size(); ++side) {
        const TermId place =
            terms.constant(other.place_of_own + std::uint64_t{side} * call.width, 64);
        const TermId is_asked = terms.land(both, terms.equal(call.place, place));
        if (terms.is_false(is_asked)) continue;
        unfolding.recorder.depend_like(other.event, call.event);
        for (std::size_t i = 0; i < call.results.size(); ++i)
            unfolding.structure.constraints.push_back(terms.lor(
                terms.lnot(is_asked), terms.equal(call.results[i], other.values[side][i])));
    }
}

/// The bits of those that call: of others 0.
void constrain_ballot(Unfolding& unfolding, const ShuffleCall& call,
                      const std::vector<const ShuffleCall*>& others) {
    TermPool& terms = unfolding.structure.terms;
    const TermId called = unfolding.structure[call.event].guard;
    std::vector<TermId> words(call.results.size(), terms.constant(0, 32));
    for (const ShuffleCall* other : others) {
        if (!is_in_sub_group_of(unfolding, call.unit, other->unit)) continue;
        unfolding.recorder.depend_like(other->event, call.event);
        const TermId holds =
            terms.land(unfolding.structure[other->event].guard, other->values[0][0]);
        TermId& word = words.at(other->place_of_own / 32);
        const std::uint64_t bit = std::uint64_t{1} << (other->place_of_own % 32);
        word =
            terms.binary(TermOp::bit_or, word,
                         terms.if_then_else(holds, terms.constant(bit, 32), terms.constant(0, 32)));
    }
    for (std::size_t i = 0; i < words.size(); ++i)
        unfolding.structure.constraints.push_back(
            terms.lor(terms.lnot(called), terms.equal(call.results[i], words[i])));
}

}  // namespace

void constrain_shuffles(Unfolding& unfolding) {
    std::map<Path, std::vector<const ShuffleCall*>> by_place;
    for (const ShuffleCall& call : unfolding.shuffles) by_place[call.path].push_back(&call);
    for (const ShuffleCall& call : unfolding.shuffles)
        if (call.is_ballot) constrain_ballot(unfolding, call, by_place[call.path]);
    for (const ShuffleCall& call : unfolding.shuffles)
        for (const ShuffleCall* other : by_place[call.path])
            if (!call.is_ballot && is_in_sub_group_of(unfolding, call.unit, other->unit))
                constrain_by(unfolding, call, *other);
}

}  // namespace clmm::litmus
