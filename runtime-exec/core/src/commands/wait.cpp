#include "clmm/runtime/wait.h"

#include <future>
#include <memory>

namespace clmm::runtime {

bool completes_within(const Event& event, std::optional<std::chrono::milliseconds> timeout) {
    if (!timeout) {
        event.wait();
        return true;
    }
    // Shared, since the callback may come when nobody waits any more.
    const auto done = std::make_shared<std::promise<void>>();
    event.set_callback(0, [done](int) { done->set_value(); });
    return done->get_future().wait_for(*timeout) == std::future_status::ready;
}

}  // namespace clmm::runtime
