#pragma once

#include <chrono>
#include <string>

#include "check/check_arguments.h"
#include "check/test_run.h"
#include "process/hard_limit.h"
#include "process/ordered_pool.h"
#include "process/process.h"
#include "process/progress.h"
#include "process/worker_processes.h"

/// What commands over many tests have in common.
namespace clmm::cli {

[[nodiscard]] unsigned job_count(const CheckArguments& arguments);

/// The interrupt and the memory limit, which is of all processes together where there are several.
[[nodiscard]] Budget common_budget(const CheckArguments& arguments,
                                   const std::shared_ptr<const std::atomic<bool>>& interrupted,
                                   const std::shared_ptr<MemoryUse>& memory = nullptr);

/// What ends a search over many small tests, which asks for its limits between any two of them:
/// interrupts; and limits that it does not keep.
class SearchWatch {
public:
    explicit SearchWatch(const CheckArguments& arguments);

    [[nodiscard]] std::shared_ptr<const std::atomic<bool>> flag() const { return watch_.flag(); }
    /// The search is over; what it found is told, however long that takes.
    void hold() {
        watch_.hold();
        limit_.lift();
    }

private:
    InterruptWatch watch_;
    HardLimit limit_;
};

/// How the tests of one search are checked: its time limit is the whole search's.
[[nodiscard]] enumerator::CheckOptions search_options(
    const CheckArguments& arguments, const std::shared_ptr<const std::atomic<bool>>& interrupted);

/// What is wrong with the parts of the command line that must be right before any test is looked
/// at. Reads the table of --expected.
[[nodiscard]] Diagnostics prepare(const CheckArguments& arguments, ModelStore& models,
                                  std::optional<ExpectedTable>& table);

/// `3 tests, condition true in 2, false in 1, 1 racy, 2 expectations met`, and a line break.
[[nodiscard]] std::string summary(const Counts& counts, std::size_t skipped);
/// `compared with the table: 3 of 4 rows, 0 disagree`, and a line break.
[[nodiscard]] std::string table_summary(const Counts& counts, std::size_t rows);

/// Does `work(0)`, `work(1)`, … with `jobs` at a time and hands the results to `take` in order,
/// with progress meanwhile. No work is begun after an interrupt.
template <class Work, class Take>
void in_order(std::size_t count, unsigned jobs, const std::atomic<bool>& interrupted,
              Progress& progress, const std::atomic<std::uint64_t>& outcomes, Work&& work,
              Take&& take) {
    using namespace std::chrono_literals;
    // One test at a time that nobody watches needs no second thread.
    if (progress.silent() && (jobs == 1 || count == 1)) {
        for (std::size_t i = 0; i < count && !interrupted.load(std::memory_order_relaxed); ++i)
            take(work(i));
        return;
    }
    OrderedPool<decltype(work(std::size_t{0}))> pool(
        count, jobs, work, [&] { return interrupted.load(std::memory_order_relaxed); });
    while (true) {
        while (!pool.wait_for(100ms)) progress.show(pool.done(), outcomes);
        auto result = pool.next();
        if (!result) return;
        progress.clear();
        take(std::move(*result));
    }
}

/// Of the tests of a command: where their time or memory is limited, or there are several, each has
/// a process of its own that can be ended.
[[nodiscard]] bool works_apart(const CheckArguments& arguments, std::size_t count);
/// From now on none has: for what looks into this process, and ends it itself (tests/fuzz).
void stay_in_this_process();

/// What ends a process that is at work on a test. `in_worker`: it works_apart().
[[nodiscard]] HardLimit::Limits hard_limits(const CheckArguments& arguments, bool in_worker);

/// The same in processes of their own, if so: what crashes on one index, or goes on beyond all
/// limits, is that one's error. A result goes through pack() and unpack(); `lost(index, ending)`
/// makes that of a crash or of such a limit.
template <class Work, class Lost, class Take>
void in_order_apart(std::size_t count, bool apart, unsigned jobs,
                    const std::shared_ptr<const std::atomic<bool>>& interrupted, Progress& progress,
                    const std::atomic<std::uint64_t>& outcomes, MemoryUse& memory, Work&& work,
                    Lost&& lost, Take&& take) {
    using namespace std::chrono_literals;
    if (!apart) return in_order(count, jobs, *interrupted, progress, outcomes, work, take);
    WorkerProcesses pool(
        count, jobs, [&](std::size_t index) { return pack(work(index)); },
        [&](std::size_t index, const WorkerProcesses::Ending& ending) {
            return pack(lost(index, ending));
        },
        [&] { return interrupted->load(std::memory_order_relaxed); }, &memory);
    while (true) {
        while (!pool.wait_for(100ms)) progress.show(pool.done(), outcomes);
        const auto result = pool.next();
        if (!result) return;
        progress.clear();
        decltype(work(std::size_t{0})) unpacked;
        unpack(*result, unpacked);
        take(std::move(unpacked));
    }
}

}  // namespace clmm::cli
