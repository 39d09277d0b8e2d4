#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "clmm/base/budget.h"

namespace clmm::cli {

/// While it lives, ends the process a little after its time or memory is spent: work that asks a
/// budget has ended by then, and has told what it knows; what does not ask (the preprocessor in the
/// middle of a macro, a layout, a library) is stopped in the middle.
///
/// Idea     a timer's signal looks at the clock and at the memory. No thread, so that processes
///          can be forked meanwhile; those have no timer.
/// Units    wall-clock time, from now on. `grace`: what work may take beyond it (a twentieth of it
///          if that is more), of the processor's time, so that a busy machine is not to blame, and
///          at least of the clock's. Memory is that of this process, 4 % beyond the limit: with
///          what may be taken between two looks, a tenth.
/// Threads  one lives at a time; another one does nothing.
class HardLimit {
public:
    struct Limits {
        std::optional<std::chrono::milliseconds> timeout = {};
        std::uint64_t memory_bytes = 0;  ///< 0: none
        std::chrono::milliseconds grace{90};
        bool in_worker = false;  ///< ends silently, with a code that ended_by() knows
    };

    explicit HardLimit(const Limits& limits);
    ~HardLimit();
    HardLimit(const HardLimit&) = delete;
    HardLimit& operator=(const HardLimit&) = delete;

    /// All the time is left again.
    void restart();
    /// Time does not count until the next restart(): what has been found is written down.
    void pause();
    /// What is known is being told: nothing ends that.
    void lift();

    /// Why a worker with this exit code has ended, where it was such a limit.
    [[nodiscard]] static std::optional<StopReason> ended_by(int exit_code);

private:
    void arm();

    Limits limits_;
    bool is_first_ = false;
};

/// What a command prints that ends so: `clmm: unknown: timeout`.
[[noreturn]] void end_unknown(StopReason reason);

/// So much longer may everything take in a build that sanitizers watch.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int kSlowness = 20;
#else
constexpr int kSlowness = 1;
#endif

}  // namespace clmm::cli
