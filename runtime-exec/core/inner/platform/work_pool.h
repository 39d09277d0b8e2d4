#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

#include "clmm/runtime/platform.h"

namespace clmm::runtime {

class Command;
class Task;
class WorkerScratch;

/// The work-pool of a device: commands that are ready, and kernel-instances whose work-groups are
/// being executed.
///
/// Idea     a compute unit takes the oldest command that is ready; if there is none it joins a
///          running kernel-instance. Work-groups are claimed from an atomic counter of the
///          kernel-instance, in chunks that shrink towards its end; so locks are taken per
///          command and compute unit, never per work-group. Where work-groups are dealt out
///          (Dealing::fixed), every compute unit joins once and executes those that are its own.
/// Threads  any thread pushes; each compute unit is one call of `run`.
/// Source   "Execution of kernel-instances", paragraph "Once these conditions are met".
class WorkPool {
public:
    explicit WorkPool(unsigned compute_units) : compute_units_(compute_units) {}

    void push(std::shared_ptr<Command> command);
    /// The body of a compute unit's thread: returns after stop(), when nothing is left.
    void run(unsigned compute_unit);
    void stop();
    /// From the next kernel-instance on.
    void deal(Dealing dealing) { dealing_.store(dealing, std::memory_order_relaxed); }

    [[nodiscard]] std::uint64_t executed() const {
        return executed_.load(std::memory_order_relaxed);
    }

private:
    /// A kernel-instance whose work-groups the compute units share.
    struct Share;
    using SharePtr = std::shared_ptr<Share>;

    void start(const std::shared_ptr<Command>& command, WorkerScratch& scratch);
    void work(const SharePtr& share, WorkerScratch& scratch);
    std::uint64_t claim_all(Share& share, WorkerScratch& scratch);
    std::uint64_t execute_own(Share& share, WorkerScratch& scratch);
    void publish(const SharePtr& share, unsigned compute_unit);
    void retire(const SharePtr& share);
    /// A running kernel-instance with work-groups for this compute unit, or null; takes turns among
    /// several.
    [[nodiscard]] SharePtr joinable(unsigned compute_unit);

    const unsigned compute_units_;
    std::atomic<std::uint64_t> executed_ = 0;
    std::atomic<Dealing> dealing_ = Dealing::shared;

    std::mutex mutex_;
    std::condition_variable pushed_;
    std::deque<std::shared_ptr<Command>> ready_;
    std::vector<SharePtr> running_;
    std::size_t turn_ = 0;
    unsigned idle_ = 0;
    bool stopping_ = false;
};

}  // namespace clmm::runtime
