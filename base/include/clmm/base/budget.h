#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace clmm {

/// Why work stopped before it was done.
enum class StopReason { timeout, memory, interrupted };

[[nodiscard]] std::string describe(StopReason reason);

/// How much time and memory a piece of work may use. Cheap to copy; copies share the limits.
///
/// Units    wall-clock time; bytes of the process's resident memory, read through a
///          callback since libraries do not ask the system themselves.
/// Errors   none: work asks `exceeded()` now and then and reports an honest Unknown.
class Budget {
public:
    using Clock = std::chrono::steady_clock;

    [[nodiscard]] static Budget unlimited() { return {}; }

    Budget& set_deadline(Clock::time_point deadline);
    Budget& set_timeout(std::chrono::milliseconds timeout);
    Budget& set_memory(std::uint64_t limit_bytes, std::function<std::uint64_t()> resident_bytes);
    Budget& set_interrupt(std::shared_ptr<const std::atomic<bool>> flag);

    [[nodiscard]] std::optional<StopReason> exceeded() const;
    /// Time left, or nullopt where there is no deadline; never negative.
    [[nodiscard]] std::optional<std::chrono::milliseconds> time_left() const;

private:
    std::optional<Clock::time_point> deadline_;
    std::uint64_t memory_limit_ = 0;
    std::function<std::uint64_t()> resident_bytes_;
    std::shared_ptr<const std::atomic<bool>> interrupt_;
};

}  // namespace clmm
