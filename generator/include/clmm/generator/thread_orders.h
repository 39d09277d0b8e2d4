#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace clmm::generator {

/// All orders of so many threads are 5,040.
inline constexpr std::size_t kMostThreadsInAllOrders = 7;

/// Calls visit(order) with orders of the threads' numbers, for the least form of a program: all of
/// them up to kMostThreadsInAllOrders. Of more only the rotations of the given one, which are all
/// that a cycle of accesses has: two programs of that many threads may differ in their order alone
/// and have two forms.
template <class Visit>
void each_thread_order(std::size_t threads, Visit visit) {
    std::vector<std::size_t> order(threads);
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (threads <= kMostThreadsInAllOrders) {
        do visit(order);
        while (std::ranges::next_permutation(order).found);
        return;
    }
    for (std::size_t i = 0; i < threads; ++i) {
        visit(order);
        std::ranges::rotate(order, order.begin() + 1);
    }
}

}  // namespace clmm::generator
