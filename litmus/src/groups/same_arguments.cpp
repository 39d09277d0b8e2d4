#include "groups/same_arguments.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "groups/meetings.h"

namespace clmm::litmus {
namespace {

void compare(Unfolding& unfolding, const AgreedCall& one, const AgreedCall& other, TermId met) {
    EventStructure& structure = unfolding.structure;
    TermPool& terms = structure.terms;
    const Meeting& first = unfolding.meetings[one.meeting];
    const Meeting& second = unfolding.meetings[other.meeting];
    const TermId both =
        terms.land(met, terms.land(comes(unfolding, first), comes(unfolding, second)));
    const std::size_t count = std::min(one.arguments.size(), other.arguments.size());
    for (std::size_t i = 0; i < count; ++i) {
        const TermId same = terms.equal(one.arguments[i].value, other.arguments[i].value);
        const TermId differ = terms.land(both, terms.lnot(same));
        if (terms.is_false(differ)) continue;
        structure.undefined.push_back({"barrier-divergence",
                                       structure.units[second.unit.index()].name + " gives " +
                                           called(second) + " " +
                                           std::string(other.arguments[i].other) + " than " +
                                           structure.units[first.unit.index()].name,
                                       differ, second.span});
    }
}

}  // namespace

/// With the first of an instance; who does not come there diverges anyway. Where only an execution
/// tells which instance it is, with all others.
void check_same_arguments(Unfolding& unfolding) {
    const TermId always = unfolding.structure.terms.boolean(true);
    std::map<std::string, const AgreedCall*> first;
    std::vector<const AgreedCall*> before, open;
    for (const AgreedCall& call : unfolding.agreed_calls) {
        const Meeting& meeting = unfolding.meetings[call.meeting];
        const auto key = instance_key(unfolding, meeting);
        for (const AgreedCall* other : key ? open : before) {
            const Meeting& at = unfolding.meetings[other->meeting];
            if (may_meet(unfolding, at, meeting.unit))
                compare(unfolding, *other, call, same_instance(unfolding, at, meeting));
        }
        before.push_back(&call);
        if (!key) open.push_back(&call);
        if (!key) continue;
        const auto [met, is_new] = first.emplace(*key, &call);
        if (!is_new) compare(unfolding, *met->second, call, always);
    }
}

}  // namespace clmm::litmus
