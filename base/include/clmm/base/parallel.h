#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace clmm {

/// Calls `work(index, worker)` for each index below `count`, in `jobs` threads, of which the
/// caller's is number 0: no two calls with the same worker are at work at once. In fewer, where the
/// system has no more.
///
/// Errors   what a call throws first, once no other is at work; indices that were not begun by
///          then are left out.
template <class Work>
void in_parallel(std::size_t count, unsigned jobs, Work&& work) {
    std::atomic<std::size_t> next{0};
    std::exception_ptr thrown;
    std::mutex throwing;
    const auto run = [&](unsigned worker) {
        try {
            for (std::size_t i = next++; i < count; i = next++) work(i, worker);
        } catch (...) {
            next = count;
            const std::lock_guard guard(throwing);
            if (!thrown) thrown = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> others;
        try {
            for (unsigned i = 1; i < jobs && i < count; ++i) others.emplace_back(run, i);
        } catch (const std::system_error&) {
            // Those that there are do it all.
        }
        run(0);
    }
    if (thrown) std::rethrow_exception(thrown);
}

}  // namespace clmm
