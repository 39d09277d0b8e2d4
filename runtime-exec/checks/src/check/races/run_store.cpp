#include "check/races/run_store.h"

#include <algorithm>
#include <bit>

namespace clmm::runtime::check {
namespace {

constexpr std::uint32_t kShortest = 8;      ///< places of a list
constexpr std::uint32_t kPiece = 1U << 14;  ///< places of a piece, or as many as a list needs

}  // namespace

void RunStore::give_back(RunList& list) {
    if (list.capacity != 0)
        free_[static_cast<std::size_t>(std::countr_zero(list.capacity))].push_back(list.runs);
    list = {};
}

RunList RunStore::copy(const RunList& list) {
    if (list.size == 0) return {};
    RunList made{take(list.capacity), list.size, list.capacity};
    std::ranges::copy(list.all(), made.runs);
    return made;
}

void RunStore::grow(RunList& list) {
    const std::uint32_t capacity = std::max(kShortest, list.capacity * 2);
    RunList made{take(capacity), list.size, capacity};
    std::ranges::copy(list.all(), made.runs);
    give_back(list);
    list = made;
}

Run* RunStore::take(std::uint32_t capacity) {
    auto& free = free_[static_cast<std::size_t>(std::countr_zero(capacity))];
    if (!free.empty()) {
        Run* const list = free.back();
        free.pop_back();
        return list;
    }
    if (left_ < capacity) {
        const std::uint32_t places = std::max(kPiece, capacity);
        pieces_.push_back(std::make_unique_for_overwrite<Run[]>(places));
        bytes_ += std::uint64_t{places} * sizeof(Run);
        next_ = pieces_.back().get();
        left_ = places;
    }
    Run* const list = next_;
    next_ += capacity;
    left_ -= capacity;
    return list;
}

}  // namespace clmm::runtime::check
