#include "unfold/dependency.h"

#include <algorithm>
#include <iterator>

namespace clmm::litmus {

DependencyId DependencyPool::unite(DependencyId a, DependencyId b) {
    if (a == b || b == empty_) return a;
    if (a == empty_) return b;
    if (b < a) std::swap(a, b);
    const auto known = unions_.find({a, b});
    if (known != unions_.end()) return known->second;
    std::vector<EventId> set;
    std::ranges::set_union(members(a), members(b), std::back_inserter(set));
    const DependencyId result = intern(std::move(set));
    unions_.emplace(std::pair(a, b), result);
    return result;
}

DependencyId DependencyPool::as_choices(DependencyId id) {
    std::vector<EventId> set;
    for (const EventId member : members(id)) set.emplace_back(read_of(member).index() + kChoice);
    std::ranges::sort(set);
    set.erase(std::ranges::unique(set).begin(), set.end());
    return intern(std::move(set));
}

DependencyId DependencyPool::choices(DependencyId id) {
    std::vector<EventId> set;
    std::ranges::copy_if(members(id), std::back_inserter(set), is_choice);
    return intern(std::move(set));
}

DependencyId DependencyPool::without_choices(DependencyId id) {
    std::vector<EventId> set;
    std::ranges::remove_copy_if(members(id), std::back_inserter(set), is_choice);
    return intern(std::move(set));
}

DependencyId DependencyPool::intern(std::vector<EventId> set) {
    const auto [place, fresh] = index_.try_emplace(set, DependencyId(sets_.size()));
    if (fresh) sets_.push_back(std::move(set));
    return place->second;
}

}  // namespace clmm::litmus
