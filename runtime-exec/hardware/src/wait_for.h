#pragma once

#include <algorithm>
#include <chrono>
#include <thread>

namespace clmm::hardware {

/// Whether something ends within a limit. Drivers cannot wait for a limited time, so this asks: at
/// first at once, then less and less often, to leave the processor to devices that need it.
template <class Ended>
[[nodiscard]] bool ends_within(std::chrono::milliseconds limit, Ended&& ended) {
    using namespace std::chrono_literals;
    const auto start = std::chrono::steady_clock::now();
    while (!ended()) {
        const auto waited = std::chrono::steady_clock::now() - start;
        if (waited >= limit) return false;
        if (waited < 50us)
            std::this_thread::yield();
        else
            std::this_thread::sleep_for(std::min<std::chrono::nanoseconds>(waited / 16, 1ms));
    }
    return true;
}

}  // namespace clmm::hardware
