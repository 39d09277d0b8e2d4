#pragma once

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "clmm/base/budget.h"

namespace clmm::cli {

/// Memory of zeros that forked processes share. Throws std::bad_alloc.
[[nodiscard]] void* map_shared(std::size_t bytes);
void unmap_shared(void* memory, std::size_t bytes) noexcept;

/// Atomics that a process and those that it forks see alike; zeros at first.
template <class Value>
[[nodiscard]] std::shared_ptr<std::atomic<Value>> shared_atomics(std::size_t count = 1) {
    static_assert(std::atomic<Value>::is_always_lock_free);
    const std::size_t size = count * sizeof(std::atomic<Value>);
    return {static_cast<std::atomic<Value>*>(map_shared(size)),
            [size](std::atomic<Value>* memory) { unmap_shared(memory, size); }};
}

/// How much memory the processes of a pool use, each as it last told.
class MemoryUse {
public:
    explicit MemoryUse(std::size_t processes);

    /// Of all of them together, after an update of the caller's own.
    [[nodiscard]] std::uint64_t resident();
    /// The caller is the process with this number from now on.
    void enter(std::size_t number) { own_ = number; }
    void forget(std::size_t number) { bytes_.get()[number] = 0; }

private:
    std::size_t processes_;
    std::shared_ptr<std::atomic<std::uint64_t>> bytes_;
    std::optional<std::size_t> own_;
};

/// Works on 0 … count-1 in several processes and hands the results out in order. What ends a
/// process ends the work on one index, and no other.
///
/// Idea     processes are forked from one that has done nothing yet, and ask a shared counter for
///          their next index. Results come back through a pipe. A process that ends in the middle
///          is replaced.
/// Errors   `work` must not throw. Of an index whose process ended, `lost` gives the result; it is
///          told how: `killed by signal 11 (Segmentation fault)`. Processes that go on for long
///          once all is to stop are ended.
/// Threads  one thread uses it. Those that run when it is made must hold no locks, as the one does
///          not that waits for signals.
class WorkerProcesses {
public:
    using Work = std::function<std::string(std::size_t index)>;
    /// How a process ended in the middle of its work.
    struct Ending {
        std::optional<StopReason> limit;  ///< of its time or memory, or an interrupt
        std::string how;
    };
    using Lost = std::function<std::string(std::size_t index, const Ending& ending)>;
    using Stop = std::function<bool()>;

    /// Where `stop` says so, which it must of memory that is shared, indices not begun yet stay
    /// undone. `memory` may be null.
    WorkerProcesses(std::size_t count, unsigned jobs, Work work, Lost lost, Stop stop,
                    MemoryUse* memory);
    /// Ends what still works.
    ~WorkerProcesses();
    WorkerProcesses(const WorkerProcesses&) = delete;
    WorkerProcesses& operator=(const WorkerProcesses&) = delete;

    /// Waits a while; true when next() has an answer.
    [[nodiscard]] bool wait_for(std::chrono::milliseconds patience);
    /// The next result in order, or nullopt where there will be none; blocks until that is known.
    [[nodiscard]] std::optional<std::string> next();
    [[nodiscard]] std::size_t done() const { return done_; }

private:
    struct Worker {
        pid_t process = -1;
        int pipe = -1;
        std::string received;
    };
    void start(std::size_t number);
    [[noreturn]] void be(std::size_t number, int pipe);
    [[nodiscard]] bool is_ready() const;
    void let_results_gather() const;
    [[nodiscard]] std::size_t running() const;
    void receive(std::size_t number);
    void take_results(Worker& worker);
    void bury(std::size_t number);
    void give_up(const Ending& ending);
    [[nodiscard]] Ending ending_of(int status) const;
    void end_late_workers();
    void keep(std::size_t index, std::string result);

    Work work_;
    Lost lost_;
    Stop stop_;
    MemoryUse* memory_;
    std::vector<Worker> workers_;
    std::shared_ptr<std::atomic<std::size_t>> taken_;
    std::shared_ptr<std::atomic<std::size_t>> at_work_;  ///< by worker: index + 1, or 0
    std::vector<std::optional<std::string>> results_;
    std::size_t delivered_ = 0;
    std::size_t done_ = 0;
    bool comes_much_ = false;  ///< the last time that somebody read
    std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
    std::optional<std::chrono::steady_clock::time_point> stopped_;  ///< since when all is to stop
    bool is_ended_ = false;                                         ///< what had not stopped
};

}  // namespace clmm::cli
