#include "facts/barrier_instances.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace clmm::report {
namespace {

using litmus::BarrierPair;

/// Which events belong together: each knows a smaller one of its own, or itself.
class Groups {
public:
    explicit Groups(std::size_t events) : parent_(events) {
        std::iota(parent_.begin(), parent_.end(), std::size_t{0});
    }
    std::size_t of(std::size_t event) {
        while (parent_[event] != event) event = parent_[event] = parent_[parent_[event]];
        return event;
    }
    void join(std::size_t a, std::size_t b) {
        a = of(a);
        b = of(b);
        parent_[std::max(a, b)] = std::min(a, b);
    }

private:
    std::vector<std::size_t> parent_;
};

/// Units that wait for one another have pairs both ways. A copy is waited for and waits for nobody.
bool is_mutual(const litmus::EventStructure& structure, const std::vector<const BarrierPair*>& met,
               std::size_t entry, std::size_t exit) {
    const auto unit = [&](litmus::EventId event) { return structure[event].unit; };
    return std::ranges::any_of(met, [&](const BarrierPair* from) {
        return from->entry.index() == entry && std::ranges::any_of(met, [&](const BarrierPair* to) {
                   return to->exit.index() == exit && unit(to->entry) == unit(from->exit);
               });
    });
}

/// A unit's own exit is no other unit's: it is the next one behind the entry.
void join_own_exits(const litmus::EventStructure& structure, const model::Execution& execution,
                    const std::vector<const BarrierPair*>& met, Groups& groups) {
    std::map<litmus::UnitId, std::size_t> entered;
    for (const litmus::Event& event : structure.events) {
        if (!execution.executed.test(event.id.index())) continue;
        if (event.kind == litmus::EventKind::barrier_entry)
            entered[event.unit] = event.id.index();
        else if (event.kind == litmus::EventKind::barrier_exit && entered.contains(event.unit) &&
                 is_mutual(structure, met, entered[event.unit], event.id.index()))
            groups.join(entered[event.unit], event.id.index());
    }
}

}  // namespace

std::vector<BarrierPairs> barrier_instances(const litmus::EventStructure& structure,
                                            const model::Execution& execution) {
    Groups groups(structure.size());
    std::vector<const BarrierPair*> met;
    for (const litmus::BarrierPair& pair : structure.barriers) {
        if (!execution.executed.test(pair.entry.index()) ||
            !execution.executed.test(pair.exit.index()) ||
            evaluate(structure.terms, pair.when, model::ExecutionValues(execution)) == 0)
            continue;
        groups.join(pair.entry.index(), pair.exit.index());
        met.push_back(&pair);
    }
    if (met.empty()) return {};
    join_own_exits(structure, execution, met, groups);
    std::map<std::size_t, BarrierPairs> by_group;
    for (const BarrierPair* pair : met)
        by_group[groups.of(pair->entry.index())].emplace_back(pair->entry.index(),
                                                              pair->exit.index());
    std::vector<BarrierPairs> instances;
    for (auto& [first, pairs] : by_group) instances.push_back(std::move(pairs));
    return instances;
}

}  // namespace clmm::report
