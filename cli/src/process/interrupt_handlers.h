#pragma once

#include <array>
#include <atomic>
#include <csignal>
#include <memory>

namespace clmm::cli {

/// Hears what an InterruptWatch hears, and does the same, by handlers: without a thread, which
/// takes a small test a tenth longer. For work that calls no library with handlers of its own, and
/// starts no other program, since what is started may hear signals, too. One at a time.
class InterruptHandlers {
public:
    InterruptHandlers();
    ~InterruptHandlers();
    InterruptHandlers(const InterruptHandlers&) = delete;
    InterruptHandlers& operator=(const InterruptHandlers&) = delete;

    /// Forked processes see it, too.
    [[nodiscard]] std::shared_ptr<const std::atomic<bool>> flag() const { return flag_; }
    /// The work has stopped, and what is known is being told: only a second signal ends that.
    void hold() const { is_held_ = true; }

private:
    static void hear(int number);
    static void lose_patience(int number);

    std::shared_ptr<std::atomic<bool>> flag_;
    mutable std::atomic<bool> is_held_{false};
    sigset_t mask_before_{};
    std::array<struct sigaction, 2> before_{};
};

/// While it lives, its thread does not hear what those wait for. Nor does a process that is forked
/// meanwhile: an interrupt is its parent's business.
class WithoutInterrupts {
public:
    WithoutInterrupts();
    ~WithoutInterrupts();
    WithoutInterrupts(const WithoutInterrupts&) = delete;
    WithoutInterrupts& operator=(const WithoutInterrupts&) = delete;

private:
    sigset_t mask_before_{};
};

/// For a handler: as if nobody had asked to hear of the signal.
void die_of(int signal_number);

}  // namespace clmm::cli
