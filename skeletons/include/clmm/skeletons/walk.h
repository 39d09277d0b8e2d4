#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "clmm/base/budget.h"
#include "clmm/base/parallel.h"
#include "clmm/generator/space.h"
#include "clmm/skeletons/families.h"

namespace clmm::skeletons {

/// Which programs of a space are gone through.
struct WalkOptions {
    const generator::Space& space;
    std::size_t shard = 1, shards = 1;  ///< the shard-th of so many parts, counted from 1
    unsigned jobs = 1;
    std::uint64_t from = 0;  ///< programs before this one were looked at by an earlier walk
    const Budget& budget;
    /// Programs that are decided; others are passed. Null: all are decided.
    const std::set<std::uint64_t>* known = nullptr;
    /// Many may be decided before one is taken, as long as that does not take long.
    bool takes_many = true;
};

/// What is done with them.
///
/// decide    on any thread, each with its own worker number below `jobs`
/// take      in the order of the space, one at a time; false ends the walk
/// restore   a program before `from`; may be empty
/// progress  after some; may be empty
/// pass      a program that is not decided, as decide
/// prepare   programs that are decided next, by one thread; may be empty
template <class Decided>
struct WalkSteps {
    std::function<Decided(const generator::Program&, std::size_t worker)> decide;
    std::function<bool(std::uint64_t number, const generator::Draft&, Decided&)> take;
    std::function<void(std::uint64_t number, const generator::Draft&)> restore;
    std::function<void()> progress;
    std::function<Decided(const generator::Program&, std::size_t worker)> pass = {};
    std::function<void(const std::vector<generator::Program>&)> prepare = {};
};

/// How a walk ended.
struct WalkEnd {
    bool is_complete = false;    ///< every program was taken
    std::uint64_t programs = 0;  ///< of the whole space, where it is
    std::string stopped;         ///< why the budget ended it; what it may have left open is not
                                 ///< taken
};

/// Makes the programs of a space one after another, decides some at a time, and takes what is
/// found in their order. Those that differ in orders alone are one part's and one worker's, for
/// whom what is found of one is of use for the next one.
template <class Decided>
class Walk {
public:
    Walk(const WalkOptions& options, const WalkSteps<Decided>& steps)
        : options_(options),
          steps_(steps),
          part_(options.shard, options.shards),
          workers_(std::max(1U, options.jobs)),
          looked_(std::max(1U, options.jobs)) {}

    WalkEnd operator()() {
        generator::for_each_draft(options_.space, [&](const generator::Draft& draft) {
            const std::uint64_t number = end_.programs++;
            const std::uint64_t family = draft.family();
            if (!part_.has(family)) return true;
            if (number < options_.from) {
                if (steps_.restore) steps_.restore(number, draft);
                return true;
            }
            batch_.push_back({number, draft.kept(), {}});
            families_.push_back(family);
            return batch_.size() < most_ || flush();
        });
        flush();
        end_.is_complete = goes_on_;
        return std::move(end_);
    }

private:
    struct Task {
        std::uint64_t number;
        generator::Draft draft;
        Decided decided;
    };
    using Clock = std::chrono::steady_clock;

    static constexpr std::size_t kBatch = 512;
    static constexpr std::size_t kMostOfAJob = 8192;
    static constexpr std::size_t kMost = 65'536;
    static constexpr std::chrono::milliseconds kShort{250}, kLook{50};

    bool flush() {
        if (!goes_on_ || is_stopped()) return goes_on_ = false;
        const auto start = Clock::now();
        decide();
        if (is_stopped()) return goes_on_ = false;
        for (Task& each : batch_)
            if (goes_on_) goes_on_ = steps_.take(each.number, each.draft, each.decided);
        if (options_.takes_many) choose_size(Clock::now() - start);
        batch_.clear();
        families_.clear();
        if (steps_.progress) steps_.progress();
        return goes_on_;
    }

    /// What a budget ends in the middle of a batch is lost.
    void choose_size(Clock::duration took) {
        if (took < kShort)
            most_ = std::min({most_ * 2, kMost, kMostOfAJob * std::max(1U, options_.jobs)});
        else if (took > 4 * kShort)
            most_ = std::max(kBatch, static_cast<std::size_t>(batch_.size() * kShort / took));
    }

    void decide() {
        if (steps_.prepare) {
            std::vector<generator::Program> next;
            for (const Task& each : batch_) next.push_back(each.draft.program());
            steps_.prepare(next);
        }
        workers_.begin(families_);
        in_parallel(workers_.groups(), options_.jobs, [&](std::size_t, unsigned worker) {
            for (const std::size_t i : workers_.next(worker)) {
                if (is_over(worker)) return;
                decide(batch_[i], worker);
            }
        });
    }

    /// As is_stopped(), now and then. Who interrupts has less patience than a batch may take.
    [[nodiscard]] bool is_over(unsigned worker) {
        const auto now = Clock::now();
        if (now - looked_[worker] < kLook) return false;
        if (is_stopped()) return true;
        looked_[worker] = now;
        return false;
    }

    void decide(Task& task, unsigned worker) {
        const bool is_known = options_.known == nullptr || options_.known->contains(task.number);
        task.decided = (is_known ? steps_.decide : steps_.pass)(task.draft.program(), worker);
    }

    /// Once it is, for good: what is left of the batch is not decided.
    [[nodiscard]] bool is_stopped() {
        const std::scoped_lock lock(stopping_);
        if (!end_.stopped.empty()) return true;
        if (const auto stop = options_.budget.exceeded()) end_.stopped = describe(*stop);
        return !end_.stopped.empty();
    }

    const WalkOptions& options_;
    const WalkSteps<Decided>& steps_;
    Part part_;
    FamilyWorkers workers_;
    std::vector<Task> batch_;
    std::vector<std::uint64_t> families_;    ///< by task
    std::vector<Clock::time_point> looked_;  ///< by worker
    std::mutex stopping_;
    std::size_t most_ = kBatch;
    bool goes_on_ = true;
    WalkEnd end_;
};

/// Units    numbers are of programs in the space, counted from 0.
/// Errors   none of its own; a spent budget is `stopped`.
template <class Decided>
[[nodiscard]] WalkEnd walk(const WalkOptions& options, const WalkSteps<Decided>& steps) {
    return Walk<Decided>(options, steps)();
}

}  // namespace clmm::skeletons
