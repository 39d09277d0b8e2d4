#include "work_pool.h"

#include <algorithm>
#include <utility>

#include "clmm/runtime/kernel_code.h"
#include "command.h"
#include "platform_core.h"

namespace clmm::runtime {

// Two counters that compute units write, each on a cache line of its own.
// NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding)
struct WorkPool::Share {
    Share(std::shared_ptr<Command> c, std::uint64_t groups)
        : command(std::move(c)), total(groups) {}

    const std::shared_ptr<Command> command;
    const std::uint64_t total;
    alignas(64) std::atomic<std::uint64_t> next = 0;  ///< below: claimed
    alignas(64) std::atomic<std::uint64_t> done = 0;  ///< so many have been executed
};

namespace {

void end(const std::shared_ptr<Command>& command) {
    Progress progress;
    command->end(progress);
    progress.drain();
}

}  // namespace

void WorkPool::push(std::shared_ptr<Command> command) {
    bool wake = false;
    {
        const std::lock_guard lock(mutex_);
        ready_.push_back(std::move(command));
        wake = idle_ > 0;
    }
    if (wake) pushed_.notify_one();
}

void WorkPool::stop() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    pushed_.notify_all();
}

void WorkPool::run(unsigned compute_unit) {
    become_runtime_thread();
    WorkerScratch scratch(compute_unit);
    std::unique_lock lock(mutex_);
    while (true) {
        if (!ready_.empty()) {
            auto command = std::move(ready_.front());
            ready_.pop_front();
            lock.unlock();
            start(command, scratch);
            command.reset();  // perhaps its last holder: not under the lock
            lock.lock();
        } else if (auto share = joinable()) {
            lock.unlock();
            work(share, scratch);
            share.reset();
            lock.lock();
        } else if (stopping_) {
            return;
        } else {
            ++idle_;
            pushed_.wait(lock);
            --idle_;
        }
    }
}

void WorkPool::start(const std::shared_ptr<Command>& command, WorkerScratch& scratch) {
    const std::uint64_t groups = command->start(scratch);
    if (groups <= 1) {
        if (groups == 1) {
            command->task().run_groups(0, 1, scratch);
            executed_.fetch_add(1, std::memory_order_relaxed);
        }
        end(command);
        return;
    }
    const auto share = std::make_shared<Share>(command, groups);
    if (compute_units_ > 1) publish(share);
    work(share, scratch);
}

void WorkPool::publish(const SharePtr& share) {
    std::uint64_t wake = 0;
    {
        const std::lock_guard lock(mutex_);
        running_.push_back(share);
        wake = std::min<std::uint64_t>(idle_, share->total - 1);
    }
    for (; wake > 0; --wake) pushed_.notify_one();
}

void WorkPool::retire(const SharePtr& share) {
    if (compute_units_ == 1) return;
    const std::lock_guard lock(mutex_);
    const auto found = std::find(running_.begin(), running_.end(), share);
    if (found != running_.end()) running_.erase(found);
}

WorkPool::SharePtr WorkPool::joinable() {
    for (std::size_t i = 0; i < running_.size(); ++i) {
        const auto& share = running_[++turn_ % running_.size()];
        if (share->next.load(std::memory_order_relaxed) < share->total) return share;
    }
    return nullptr;
}

std::uint64_t WorkPool::claim_all(Share& share, WorkerScratch& scratch) {
    std::uint64_t mine = 0;
    std::uint64_t seen = share.next.load(std::memory_order_relaxed);
    while (seen < share.total) {
        const std::uint64_t chunk =
            std::max<std::uint64_t>(1, (share.total - seen) / (std::uint64_t{4} * compute_units_));
        const std::uint64_t first = share.next.fetch_add(chunk, std::memory_order_relaxed);
        if (first >= share.total) break;
        const std::uint64_t count = std::min(chunk, share.total - first);
        share.command->task().run_groups(first, count, scratch);
        mine += count;
        seen = first + count;
    }
    return mine;
}

void WorkPool::work(const SharePtr& share, WorkerScratch& scratch) {
    const std::uint64_t mine = claim_all(*share, scratch);
    retire(share);
    if (mine == 0) return;
    executed_.fetch_add(mine, std::memory_order_relaxed);
    // Whoever executes the last work-group has seen what all others wrote.
    if (share->done.fetch_add(mine, std::memory_order_acq_rel) + mine == share->total)
        end(share->command);
}

}  // namespace clmm::runtime
