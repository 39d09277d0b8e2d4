#include "clmm/skeletons/families.h"

#include <algorithm>

namespace clmm::skeletons {
namespace {

constexpr std::size_t kMostOwners = 100'000;

}  // namespace

bool Part::has(std::uint64_t family) {
    if (shards_ == 1) return true;
    const std::uint64_t number = families_.try_emplace(family, families_.size()).first->second;
    return number % shards_ + 1 == shard_;
}

void FamilyWorkers::begin(const std::vector<std::uint64_t>& families) {
    if (owners_.size() > kMostOwners) owners_.clear();
    groups_.clear();
    std::unordered_map<std::uint64_t, std::size_t> known;
    for (std::size_t i = 0; i < families.size(); ++i) {
        const auto [found, is_new] = known.try_emplace(families[i], groups_.size());
        if (is_new) groups_.push_back({families[i], {}});
        groups_[found->second].tasks.push_back(i);
    }
    std::ranges::stable_sort(groups_, std::ranges::greater(),
                             [](const Group& each) { return each.tasks.size(); });
    for (std::size_t i = 0; i < groups_.size(); ++i) {
        const auto owner = owners_.find(groups_[i].family);
        (owner == owners_.end() ? of_nobody_ : of_owners_[owner->second]).push_back(i);
    }
}

const std::vector<std::size_t>& FamilyWorkers::next(unsigned worker) {
    const std::scoped_lock lock(mutex_);
    Queue& queue = queue_for(worker);
    Group& group = groups_[queue.front()];
    queue.pop_front();
    owners_[group.family] = worker;
    return group.tasks;
}

FamilyWorkers::Queue& FamilyWorkers::queue_for(unsigned worker) {
    if (!of_owners_[worker].empty()) return of_owners_[worker];
    if (!of_nobody_.empty()) return of_nobody_;
    return *std::ranges::max_element(of_owners_, {}, &Queue::size);
}

}  // namespace clmm::skeletons
