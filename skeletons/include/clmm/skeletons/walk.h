#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "clmm/base/budget.h"
#include "clmm/base/parallel.h"
#include "clmm/generator/space.h"

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
    std::function<bool(std::uint64_t number, generator::Program&&, Decided&)> take;
    std::function<void(std::uint64_t number, const generator::Program&)> restore;
    std::function<void()> progress;
    std::function<Decided(const generator::Program&, std::size_t worker)> pass = {};
    std::function<void(const std::vector<const generator::Program*>&)> prepare = {};
};

/// How a walk ended.
struct WalkEnd {
    bool is_complete = false;    ///< every program was taken
    std::uint64_t programs = 0;  ///< of the whole space, where it is
    std::string stopped;         ///< why the budget ended it; what it may have left open is not
                                 ///< taken
};

/// Makes the programs of a space one after another, decides some at a time, and takes what is
/// found in their order: the same for any number of jobs.
///
/// Units    numbers are of programs in the space, counted from 0.
/// Errors   none of its own; a spent budget is `stopped`.
template <class Decided>
[[nodiscard]] WalkEnd walk(const WalkOptions& options, const WalkSteps<Decided>& steps) {
    struct Task {
        std::uint64_t number;
        generator::Program program;
        Decided decided;
    };
    constexpr std::size_t kBatch = 512;
    std::vector<Task> batch;
    WalkEnd end;
    bool goes_on = true;
    const auto is_stopped = [&] {
        const auto stop = options.budget.exceeded();
        if (stop) end.stopped = describe(*stop);
        return stop.has_value();
    };
    const auto is_known = [&](std::uint64_t number) {
        return options.known == nullptr || options.known->contains(number);
    };
    const auto flush = [&] {
        if (!goes_on || is_stopped()) return goes_on = false;
        if (steps.prepare) {
            std::vector<const generator::Program*> next;
            for (const Task& each : batch) next.push_back(&each.program);
            steps.prepare(next);
        }
        in_parallel(batch.size(), options.jobs, [&](std::size_t i, unsigned worker) {
            batch[i].decided =
                (is_known(batch[i].number) ? steps.decide : steps.pass)(batch[i].program, worker);
        });
        if (is_stopped()) return goes_on = false;
        for (Task& each : batch)
            if (goes_on) goes_on = steps.take(each.number, std::move(each.program), each.decided);
        batch.clear();
        if (steps.progress) steps.progress();
        return goes_on;
    };
    generator::for_each_program(options.space, [&](const generator::Program& program) {
        const std::uint64_t number = end.programs++;
        if (number % options.shards + 1 != options.shard) return true;
        if (number < options.from) {
            if (steps.restore) steps.restore(number, program);
            return true;
        }
        batch.push_back({number, program, {}});
        return batch.size() < kBatch || flush();
    });
    flush();
    end.is_complete = goes_on;
    return end;
}

}  // namespace clmm::skeletons
