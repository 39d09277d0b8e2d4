#include "clmm/base/budget.h"

#include <algorithm>

namespace clmm {

std::string describe(StopReason reason) {
    switch (reason) {
        case StopReason::timeout:
            return "timeout";
        case StopReason::memory:
            return "memory limit";
        case StopReason::interrupted:
            return "interrupted";
    }
    return "stopped";
}

Budget& Budget::set_deadline(Clock::time_point deadline) {
    deadline_ = deadline;
    return *this;
}

Budget& Budget::set_timeout(std::chrono::milliseconds timeout) {
    return set_deadline(Clock::now() + timeout);
}

Budget& Budget::set_memory(std::uint64_t limit_bytes,
                           std::function<std::uint64_t()> resident_bytes) {
    memory_limit_ = limit_bytes;
    resident_bytes_ = std::move(resident_bytes);
    return *this;
}

Budget& Budget::set_interrupt(std::shared_ptr<const std::atomic<bool>> flag) {
    interrupt_ = std::move(flag);
    return *this;
}

std::optional<StopReason> Budget::exceeded() const {
    if (interrupt_ && interrupt_->load(std::memory_order_relaxed)) return StopReason::interrupted;
    if (deadline_ && Clock::now() >= *deadline_) return StopReason::timeout;
    if (resident_bytes_ && resident_bytes_() > memory_limit_) return StopReason::memory;
    return std::nullopt;
}

std::optional<std::chrono::milliseconds> Budget::time_left() const {
    if (!deadline_) return std::nullopt;
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(*deadline_ - Clock::now());
    return std::max(left, std::chrono::milliseconds::zero());
}

}  // namespace clmm
