#include "process/interrupt_handlers.h"

#include <sys/time.h>

#include <cerrno>
#include <cstdint>

#include "process/hard_limit.h"
#include "process/worker_processes.h"

namespace clmm::cli {
namespace {

constexpr std::array kInterrupts{SIGINT, SIGTERM};

/// What a handler knows can be nowhere else.
constinit std::atomic<const InterruptHandlers*> hearing{nullptr};

/// SIGALRM after this long; 0: never.
void set_alarm(std::int64_t microseconds) {
    const itimerval time{{0, 0}, {microseconds / 1'000'000, microseconds % 1'000'000}};
    setitimer(ITIMER_REAL, &time, nullptr);
}

/// Gives back what was there before.
struct sigaction handle(int number, void (*handler)(int)) {
    struct sigaction action {
    }, before{};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    sigaction(number, &action, &before);
    return before;
}

sigset_t interrupts() {
    sigset_t set;
    sigemptyset(&set);
    for (const int number : kInterrupts) sigaddset(&set, number);
    return set;
}

}  // namespace

InterruptHandlers::InterruptHandlers() : flag_(shared_atomics<bool>()) {
    hearing = this;
    for (std::size_t i = 0; i < kInterrupts.size(); ++i) before_[i] = handle(kInterrupts[i], hear);
    const sigset_t signals = interrupts();
    pthread_sigmask(SIG_UNBLOCK, &signals, &mask_before_);
}

InterruptHandlers::~InterruptHandlers() {
    pthread_sigmask(SIG_SETMASK, &mask_before_, nullptr);
    for (std::size_t i = 0; i < kInterrupts.size(); ++i)
        sigaction(kInterrupts[i], &before_[i], nullptr);
    if (*flag_) set_alarm(0);
    hearing = nullptr;
}

void InterruptHandlers::hear(int number) {
    const int before = errno;
    if (hearing.load()->flag_->exchange(true)) die_of(number);
    handle(SIGALRM, lose_patience);
    set_alarm(std::int64_t{400'000} * kSlowness);
    errno = before;
}

void InterruptHandlers::lose_patience(int /*number*/) {
    const InterruptHandlers* const who = hearing;
    if (who != nullptr && !who->is_held_) end_unknown(StopReason::interrupted);
}

WithoutInterrupts::WithoutInterrupts() {
    const sigset_t signals = interrupts();
    pthread_sigmask(SIG_BLOCK, &signals, &mask_before_);
}

WithoutInterrupts::~WithoutInterrupts() { pthread_sigmask(SIG_SETMASK, &mask_before_, nullptr); }

void die_of(int signal_number) {
    std::signal(signal_number, SIG_DFL);
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, signal_number);
    pthread_sigmask(SIG_UNBLOCK, &one, nullptr);
    raise(signal_number);
}

}  // namespace clmm::cli
