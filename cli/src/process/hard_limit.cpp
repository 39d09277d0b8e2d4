#include "process/hard_limit.h"

#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "exit_code.h"

namespace clmm::cli {
namespace {

constexpr std::int64_t kNever = INT64_MAX;
constexpr std::int64_t kMillisecond = 1'000'000;
/// A process that waits uses no processor; this long it may.
constexpr std::int64_t kLongestWait = 2000 * kMillisecond;
/// Memory is looked at so often, and near its limit, where pages come by the thousand in between,
/// so often.
constexpr std::int64_t kOften = 4 * kMillisecond;
constexpr std::int64_t kMoreOften = kMillisecond / 4;
constexpr int kWorkerTimeout = 98;
constexpr int kWorkerMemory = 99;

/// What the handler of a signal knows can be nowhere else. Nanoseconds.
struct State {
    std::atomic<bool> is_used{false};
    std::atomic<std::int64_t> deadline{kNever};
    std::atomic<std::int64_t> grace{0};
    std::atomic<std::int64_t> used_at_deadline{-1};  ///< of the processor; -1: not yet there
    std::atomic<std::uint64_t> most_pages{0};        ///< 0: any
    std::atomic<bool> is_near{false};                ///< memory, to its limit
    std::atomic<int> statm{-1};
    std::atomic<bool> in_worker{false};
    timer_t timer{};
};
State clock_state;

std::int64_t now(clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time);
    return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

/// The second number of /proc/self/statm.
std::uint64_t resident_pages() {
    char text[128];
    const ssize_t length = pread(clock_state.statm, text, sizeof text, 0);
    ssize_t at = 0;
    while (at < length && text[at] != ' ') ++at;
    std::uint64_t pages = 0;
    for (++at; at < length && text[at] >= '0' && text[at] <= '9'; ++at)
        pages = pages * 10 + static_cast<std::uint64_t>(text[at] - '0');
    return pages;
}

[[noreturn]] void end(StopReason reason) {
    if (clock_state.in_worker) _exit(reason == StopReason::memory ? kWorkerMemory : kWorkerTimeout);
    end_unknown(reason);
}

bool is_late() {
    const std::int64_t beyond = now(CLOCK_MONOTONIC) - clock_state.deadline;
    if (clock_state.deadline == kNever || beyond < 0) return false;
    const std::int64_t used = now(CLOCK_PROCESS_CPUTIME_ID);
    if (clock_state.used_at_deadline < 0) clock_state.used_at_deadline = used;
    const std::int64_t grace = clock_state.grace;
    return beyond >= grace &&
           (used - clock_state.used_at_deadline >= grace || beyond >= grace + kLongestWait);
}

timespec as_time(std::int64_t nanoseconds) {
    return {static_cast<time_t>(nanoseconds / 1'000'000'000),
            static_cast<long>(nanoseconds % 1'000'000'000)};
}

void look_at_memory() {
    const std::uint64_t most = clock_state.most_pages;
    if (most == 0) return;
    const std::uint64_t pages = resident_pages();
    if (pages > most) end(StopReason::memory);
    const bool is_near = pages > most / 4 * 3;
    if (clock_state.is_near.exchange(is_near) == is_near) return;
    const itimerspec times{as_time(is_near ? kMoreOften : kOften),
                           as_time(is_near ? kMoreOften : kOften)};
    timer_settime(clock_state.timer, 0, &times, nullptr);
}

void look(int /*signal*/) {
    const int before = errno;
    look_at_memory();
    if (is_late()) end(StopReason::timeout);
    errno = before;
}

int signal_of_timer() { return SIGRTMIN + 3; }

/// The text of end_unknown(), which a handler of signals may write.
const char* sentence(StopReason reason) {
    switch (reason) {
        case StopReason::timeout:
            return "clmm: unknown: timeout\n";
        case StopReason::memory:
            return "clmm: unknown: memory limit\n";
        case StopReason::interrupted:
            break;
    }
    return "clmm: unknown: interrupted\n";
}

}  // namespace

void end_unknown(StopReason reason) {
    const char* const text = sentence(reason);
    [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text, std::strlen(text));
    _exit(static_cast<int>(ExitCode::unknown));
}

HardLimit::HardLimit(const Limits& limits) : limits_(limits) {
    if (!limits_.timeout && limits_.memory_bytes == 0) return;
    if (clock_state.is_used.exchange(true)) return;
    is_first_ = true;
    clock_state.in_worker = limits_.in_worker;
    const auto share = limits_.timeout.value_or(std::chrono::milliseconds(0)) / 20;
    clock_state.grace = std::max(limits_.grace, share).count() * kMillisecond * kSlowness;
    const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    clock_state.statm =
        limits_.memory_bytes != 0 ? open("/proc/self/statm", O_RDONLY | O_CLOEXEC) : -1;
    clock_state.most_pages = clock_state.statm < 0 ? 0 : limits_.memory_bytes / 100 * 104 / page;
    struct sigaction action {};
    action.sa_handler = look;
    action.sa_flags = SA_RESTART;
    sigaction(signal_of_timer(), &action, nullptr);
    sigevent event{};
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = signal_of_timer();
    is_first_ = timer_create(CLOCK_MONOTONIC, &event, &clock_state.timer) == 0;
    if (is_first_)
        arm();
    else
        clock_state.is_used = false;
}

/// Memory is looked at all the time; the clock only once the time is over.
void HardLimit::arm() {
    clock_state.used_at_deadline = -1;
    clock_state.is_near = false;
    clock_state.deadline = kNever;
    std::int64_t first = kOften;
    if (limits_.timeout) {
        const std::int64_t left = limits_.timeout->count() * kMillisecond;
        clock_state.deadline = now(CLOCK_MONOTONIC) + left;
        if (clock_state.most_pages == 0) first = std::max<std::int64_t>(left, 1);
    }
    const itimerspec times{as_time(kOften), as_time(first)};
    timer_settime(clock_state.timer, 0, &times, nullptr);
}

void HardLimit::restart() {
    if (is_first_) arm();
}

void HardLimit::pause() {
    if (is_first_) clock_state.deadline = kNever;
}

void HardLimit::lift() {
    if (!is_first_) return;
    is_first_ = false;
    clock_state.deadline = kNever;
    clock_state.most_pages = 0;
    timer_delete(clock_state.timer);
    if (const int statm = clock_state.statm.exchange(-1); statm >= 0) close(statm);
    clock_state.is_used = false;
}

HardLimit::~HardLimit() { lift(); }

std::optional<StopReason> HardLimit::ended_by(int exit_code) {
    if (exit_code == kWorkerTimeout) return StopReason::timeout;
    if (exit_code == kWorkerMemory) return StopReason::memory;
    return std::nullopt;
}

}  // namespace clmm::cli
