#include "process/process.h"

#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <string_view>

#include "process/hard_limit.h"
#include "process/interrupt_handlers.h"
#include "process/worker_processes.h"

namespace clmm::cli {
namespace {

/// Tells the listener to go home.
constexpr int kDismissal = SIGUSR1;

struct Pages {
    std::uint64_t resident = 0;
    std::uint64_t shared = 0;
};

Pages pages_in_use() {
    std::ifstream statm("/proc/self/statm");
    std::uint64_t total = 0;
    Pages pages;
    statm >> total >> pages.resident >> pages.shared;
    return pages;
}

bool is_dumb() {
    const char* terminal = std::getenv("TERM");
    return terminal != nullptr && std::string_view(terminal) == "dumb";
}

}  // namespace

InterruptWatch::InterruptWatch() : flag_(shared_atomics<bool>()) {
    sigemptyset(&signals_);
    for (const int number : {SIGINT, SIGTERM, kDismissal}) sigaddset(&signals_, number);
    pthread_sigmask(SIG_BLOCK, &signals_, &mask_before_);
    listener_ = std::thread([this] { listen(); });
    // A process forked while a thread begins could inherit a lock of the allocator for good.
    listening_.wait();
}

InterruptWatch::~InterruptWatch() {
    pthread_kill(listener_.native_handle(), kDismissal);
    listener_.join();
    pthread_sigmask(SIG_SETMASK, &mask_before_, nullptr);
}

void InterruptWatch::listen() {
    listening_.count_down();
    while (true) {
        int number = 0;
        if (sigwait(&signals_, &number) != 0 || number == kDismissal) return;
        if (flag_->exchange(true)) die_of(number);
        constexpr std::int64_t kPatience = std::int64_t{400'000'000} * kSlowness;
        const timespec patience{kPatience / 1'000'000'000, kPatience % 1'000'000'000};
        const int next = sigtimedwait(&signals_, nullptr, &patience);
        if (next == kDismissal) return;
        if (next > 0) die_of(next);
        if (!is_held_) end_unknown(StopReason::interrupted);
    }
}

void prepare_heap() {
    constexpr std::size_t kPiece = std::size_t{32} << 20U;
    constexpr std::uintptr_t kHugePage = std::uintptr_t{2} << 20U;
    mallopt(M_TOP_PAD, kPiece);
    const auto before = reinterpret_cast<std::uintptr_t>(sbrk(0));
    // One block may fit into what is left, two do not, so the heap grows. Volatile, or the
    // compiler would see that nobody uses them.
    constexpr std::size_t kBlock = std::size_t{120} << 10U;
    void* volatile first = std::malloc(kBlock);
    void* volatile second = std::malloc(kBlock);
    const auto unused = reinterpret_cast<std::uintptr_t>(first);
    std::free(first);
    std::free(second);
    const auto after = reinterpret_cast<std::uintptr_t>(sbrk(0));
    const std::uintptr_t begin = (before + kHugePage - 1) / kHugePage * kHugePage;
    // Only advice; where it is not taken, nothing is lost. What every test touches comes at once,
    // which takes less time than page by page; before the first block is what is used already.
#ifdef MADV_POPULATE_WRITE
    constexpr std::size_t kTouched = std::size_t{192} << 10U;
    const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    const std::uintptr_t first_page = (unused + page - 1) / page * page;
    if (first_page + kTouched < after)
        madvise(reinterpret_cast<void*>(first_page), kTouched, MADV_POPULATE_WRITE);
#endif
    if (begin < after) madvise(reinterpret_cast<void*>(begin), after - begin, MADV_HUGEPAGE);
}

std::uint64_t resident_bytes() {
    const Pages pages = pages_in_use();
    return pages.resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

std::uint64_t private_bytes() {
    const Pages pages = pages_in_use();
    return (pages.resident - pages.shared) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

bool write_all(int descriptor, std::string_view bytes) {
    while (!bytes.empty()) {
        const ::ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written > 0)
            bytes.remove_prefix(static_cast<std::size_t>(written));
        else if (written == 0 || errno != EINTR) {
            if (written == 0) errno = EIO;
            return false;
        }
    }
    return true;
}

bool is_terminal(int descriptor) { return isatty(descriptor) == 1; }

bool wants_no_colour() {
    const char* value = std::getenv("NO_COLOR");
    return is_dumb() || (value != nullptr && *value != '\0');
}

bool can_show_progress() { return is_terminal(STDERR_FILENO) && !is_dumb(); }

}  // namespace clmm::cli
