#include "clmm/lowering/sweep.h"

#include <algorithm>
#include <atomic>
#include <thread>

#include "sweep/decider.h"

namespace clmm::lowering {
namespace {

using How = Decided::How;

constexpr std::size_t kBatch = 512;

/// Programs are made one after another and decided some at a time; what is found is taken in their
/// order.
class Sweep {
public:
    Sweep(const Mapping& mapping, const model::MemoryModel& source,
          const model::MemoryModel& target, const SweepOptions& options)
        : decider_(mapping, source, target, options), options_(options) {
        if (options.so_far != nullptr) result_ = *options.so_far;
        result_.ended.clear();
        result_.uses.resize(mapping.rules.size());
    }

    Result<SweepResult> operator()() {
        generator::for_each_program(options_.space, [&](const generator::Program& program) {
            const std::uint64_t number = next_++;
            if (number % options_.shards + 1 != options_.shard) return true;
            if (number < result_.next) return restore(number, program);
            batch_.push_back({number, program, {}});
            return batch_.size() < kBatch || flush();
        });
        flush();
        if (!is_over_) result_.next = next_;
        if (!problems_.empty()) return Result<SweepResult>::failure(problems_);
        return std::move(result_);
    }

private:
    struct Task {
        std::uint64_t number;
        generator::Program program;
        Decided decided;
    };

    /// A program of an earlier sweep.
    bool restore(std::uint64_t number, const generator::Program& program) {
        for (Counterexample& each : result_.counterexamples)
            if (each.number == number) each.program = program;
        return true;
    }

    /// False where the sweep is over.
    bool flush() {
        if (is_over_ || is_stopped()) return false;
        std::atomic<std::size_t> next{0};
        const auto work = [&](std::size_t worker) {
            for (std::size_t i = next++; i < batch_.size(); i = next++)
                batch_[i].decided = decider_.decide(batch_[i].program, worker);
        };
        std::vector<std::jthread> others;
        for (unsigned i = 1; i < options_.jobs; ++i) others.emplace_back(work, i);
        work(0);
        others.clear();
        if (is_stopped()) return false;
        for (Task& each : batch_)
            if (!is_over_) take(each);
        batch_.clear();
        if (options_.progress) options_.progress(result_);
        return !is_over_;
    }

    /// Tests that the end of the budget may have left open are not counted.
    bool is_stopped() {
        const auto stop = options_.check.budget.exceeded();
        if (!stop) return false;
        result_.ended = describe(*stop);
        is_over_ = true;
        return true;
    }

    void take(Task& task) {
        const Decided& decided = task.decided;
        result_.next = task.number + 1;
        if (!decided.problems.empty()) {
            problems_ = decided.problems;
            is_over_ = true;
            return;
        }
        if (decided.how == How::left_out) return;
        ++result_.programs;
        for (const std::size_t rule : decided.rules) ++result_.uses[rule];
        count(decided);
        if (decided.how != How::broken) return;
        keep({task.number, std::move(task.program), decided.rules});
        is_over_ = options_.stop_at_first;
    }

    void count(const Decided& decided) {
        switch (decided.how) {
            case How::sound:
                ++result_.sound;
                break;
            case How::broken:
                ++result_.broken;
                break;
            case How::undefined:
                ++result_.undefined;
                break;
            case How::not_lowered:
                ++result_.not_lowered;
                ++result_.open[decided.reason];
                break;
            default:
                ++result_.unknown;
                ++result_.open[decided.reason];
        }
    }

    void keep(Counterexample found) {
        for (const Counterexample& each : result_.counterexamples)
            if (std::ranges::includes(found.rules, each.rules)) return;
        result_.counterexamples.push_back(std::move(found));
    }

    Decider decider_;
    const SweepOptions& options_;
    SweepResult result_;
    std::vector<Task> batch_;
    Diagnostics problems_;
    std::uint64_t next_ = 0;
    bool is_over_ = false;
};

}  // namespace

Result<SweepResult> sweep(const Mapping& mapping, const model::MemoryModel& source,
                          const model::MemoryModel& target, const SweepOptions& options) {
    return Sweep(mapping, source, target, options)();
}

}  // namespace clmm::lowering
