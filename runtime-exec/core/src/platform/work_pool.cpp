#include "platform/work_pool.h"

#include <algorithm>
#include <utility>

#include "clmm/runtime/kernel_code.h"
#include "commands/command.h"
#include "platform/platform_core.h"

namespace clmm::runtime {

// Two counters that compute units write, each on a cache line of its own.
// NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding)
struct WorkPool::Share {
    Share(std::shared_ptr<Command> c, std::uint64_t groups, Dealing how, unsigned compute_units)
        : command(std::move(c)),
          total(groups),
          dealing(how),
          joined(how == Dealing::fixed ? std::min<std::uint64_t>(groups, compute_units) : 0),
          missing(joined.size()) {}

    /// Whether a compute unit comes to it for the first time, and has work-groups of its own.
    bool enter(unsigned compute_unit) {
        if (compute_unit >= joined.size() || joined[compute_unit]) return false;
        joined[compute_unit] = true;
        --missing;
        return true;
    }

    const std::shared_ptr<Command> command;
    const std::uint64_t total;
    const Dealing dealing;
    // Of fixed dealing, under the pool's lock.
    std::vector<bool> joined;                         ///< by compute unit that has work-groups
    std::size_t missing;                              ///< so many of them have not joined
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
        } else if (auto share = joinable(compute_unit)) {
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
    const Dealing dealing = dealing_.load(std::memory_order_relaxed);
    const bool is_mine = dealing == Dealing::shared || scratch.compute_unit() == 0;
    if (groups == 0 || (groups == 1 && is_mine)) {
        if (groups == 1) {
            command->task().run_groups(0, 1, scratch);
            executed_.fetch_add(1, std::memory_order_relaxed);
        }
        end(command);
        return;
    }
    const auto share = std::make_shared<Share>(command, groups, dealing, compute_units_);
    if (compute_units_ > 1) publish(share, scratch.compute_unit());
    work(share, scratch);
}

void WorkPool::publish(const SharePtr& share, unsigned compute_unit) {
    std::uint64_t wake = 0;
    {
        const std::lock_guard lock(mutex_);
        running_.push_back(share);
        if (share->dealing == Dealing::fixed) {
            share->enter(compute_unit);
            pushed_.notify_all();  // no other can do what is dealt to one
            return;
        }
        wake = std::min<std::uint64_t>(idle_, share->total - 1);
    }
    for (; wake > 0; --wake) pushed_.notify_one();
}

void WorkPool::retire(const SharePtr& share) {
    if (compute_units_ == 1 || share->dealing == Dealing::fixed) return;
    const std::lock_guard lock(mutex_);
    const auto found = std::find(running_.begin(), running_.end(), share);
    if (found != running_.end()) running_.erase(found);
}

WorkPool::SharePtr WorkPool::joinable(unsigned compute_unit) {
    for (std::size_t i = 0; i < running_.size(); ++i) {
        const SharePtr share = running_[++turn_ % running_.size()];
        if (share->dealing == Dealing::fixed) {
            if (!share->enter(compute_unit)) continue;
            if (share->missing == 0) std::erase(running_, share);
            return share;
        }
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

std::uint64_t WorkPool::execute_own(Share& share, WorkerScratch& scratch) {
    std::uint64_t mine = 0;
    for (std::uint64_t group = scratch.compute_unit(); group < share.total; group += compute_units_)
        share.command->task().run_groups(group, 1, scratch), ++mine;
    return mine;
}

void WorkPool::work(const SharePtr& share, WorkerScratch& scratch) {
    const std::uint64_t mine = share->dealing == Dealing::fixed ? execute_own(*share, scratch)
                                                                : claim_all(*share, scratch);
    retire(share);
    if (mine == 0) return;
    executed_.fetch_add(mine, std::memory_order_relaxed);
    // Whoever executes the last work-group has seen what all others wrote.
    if (share->done.fetch_add(mine, std::memory_order_acq_rel) + mine == share->total)
        end(share->command);
}

}  // namespace clmm::runtime
