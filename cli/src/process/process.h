#pragma once

#include <atomic>
#include <csignal>
#include <cstdint>
#include <latch>
#include <memory>
#include <string_view>
#include <thread>

/// What clmm asks of, and hears from, the operating system.
namespace clmm::cli {

/// While it lives, the first SIGINT or SIGTERM sets a flag; a second one ends the process. So does
/// the first one after 0.4 s, with exit code 3, where the work does not ask for the flag.
///
/// Idea     the signals are blocked, and a thread of its own waits for them. So no handler runs,
///          not even one that a library installs meanwhile. Threads started before it lives
///          must not exist, since only those started later inherit the mask.
class InterruptWatch {
public:
    InterruptWatch();
    ~InterruptWatch();
    InterruptWatch(const InterruptWatch&) = delete;
    InterruptWatch& operator=(const InterruptWatch&) = delete;

    /// Forked processes see it, too.
    [[nodiscard]] std::shared_ptr<const std::atomic<bool>> flag() const { return flag_; }
    /// The work has stopped, and what is known is being told: only a second signal ends that.
    void hold() const { is_held_ = true; }

private:
    void listen();

    sigset_t signals_{};
    sigset_t mask_before_{};
    std::shared_ptr<std::atomic<bool>> flag_;
    mutable std::atomic<bool> is_held_{false};
    std::latch listening_{1};
    std::thread listener_;
};

/// Asks for the heap of the main thread in few, large pieces: the solver's first context takes 18
/// MB, which page by page costs a small test half of its time.
void prepare_heap();

/// Memory of the process that is in use now.
[[nodiscard]] std::uint64_t resident_bytes();
/// The part of it that is nobody else's: without the program's and libraries' own text.
[[nodiscard]] std::uint64_t private_bytes();

/// Writes all of it, however many pieces the system makes of it. Errors: false, and errno says why.
[[nodiscard]] bool write_all(int descriptor, std::string_view bytes);

[[nodiscard]] bool is_terminal(int descriptor);
[[nodiscard]] bool wants_no_colour();  ///< NO_COLOR is set, or TERM=dumb: text and nothing else
/// The error output is a terminal where a line can be written over, which TERM=dumb cannot.
[[nodiscard]] bool can_show_progress();

}  // namespace clmm::cli
