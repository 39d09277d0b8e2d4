#include "clmm/runtime/wait.h"

#include <algorithm>
#include <future>
#include <memory>

namespace clmm::runtime {

bool completes_within(const Event& event, const Budget& budget) {
    constexpr std::chrono::milliseconds kPatience{20};
    // Shared, since the callback may come when nobody waits any more.
    const auto done = std::make_shared<std::promise<void>>();
    event.set_callback(0, [done](int) { done->set_value(); });
    const auto future = done->get_future();
    do {
        if (future.wait_for(std::min(kPatience, budget.time_left().value_or(kPatience))) ==
            std::future_status::ready)
            return true;
    } while (!budget.exceeded());
    return false;
}

}  // namespace clmm::runtime
