#include "process.h"

#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>

namespace clmm::cli {
namespace {

// A signal handler can reach nothing but a global.
std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void on_signal(int /*number*/) { interrupted.store(true, std::memory_order_relaxed); }

}  // namespace

std::shared_ptr<const std::atomic<bool>> interrupt_flag() {
    struct sigaction action = {};
    action.sa_handler = on_signal;
    action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    return {std::shared_ptr<void>(), &interrupted};
}

std::uint64_t resident_bytes() {
    std::ifstream statm("/proc/self/statm");
    std::uint64_t total = 0, resident = 0;
    statm >> total >> resident;
    return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

bool is_terminal(int descriptor) { return isatty(descriptor) == 1; }
bool wants_no_colour() {
    const char* value = std::getenv("NO_COLOR");
    return value != nullptr && *value != '\0';
}

}  // namespace clmm::cli
