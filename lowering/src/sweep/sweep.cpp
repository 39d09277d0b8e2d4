#include "clmm/lowering/sweep.h"

#include <algorithm>

#include "clmm/skeletons/walk.h"
#include "sweep/decider.h"

namespace clmm::lowering {
namespace {

using How = Decided::How;

/// Of counterexamples that use the lines of another one, which comes first, none is kept.
void keep(Counterexample found, std::vector<Counterexample>& all) {
    for (const Counterexample& each : all)
        if (std::ranges::includes(found.rules, each.rules)) return;
    all.push_back(std::move(found));
}

/// What is found, in the order of the programs.
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
        skeletons::WalkSteps<Decided> steps{
            [&](const generator::Program& program, std::size_t worker) {
                return decider_.decide(program, worker);
            },
            [&](std::uint64_t number, const generator::Draft& draft, Decided& decided) {
                return take(number, draft, decided);
            },
            [&](std::uint64_t number, const generator::Draft& draft) { restore(number, draft); },
            [&] {
                if (options_.progress) options_.progress(result_);
            }};
        if (options_.lowerer != nullptr)
            steps.prepare = [&](const auto& programs) { options_.lowerer->prepare(programs); };
        const skeletons::WalkEnd end =
            skeletons::walk<Decided>({.space = options_.space,
                                      .shard = options_.shard,
                                      .shards = options_.shards,
                                      .jobs = options_.jobs,
                                      .from = result_.next,
                                      .budget = options_.check.budget,
                                      .takes_many = !options_.stop_at_first && !steps.prepare},
                                     steps);
        result_.ended = end.stopped;
        if (end.is_complete) result_.next = end.programs;
        if (!problems_.empty()) return Result<SweepResult>::failure(problems_);
        return std::move(result_);
    }

private:
    /// A program of an earlier sweep.
    void restore(std::uint64_t number, const generator::Draft& draft) {
        for (Counterexample& each : result_.counterexamples)
            if (each.number == number) each.program = draft.program();
    }

    /// False where the sweep is over.
    bool take(std::uint64_t number, const generator::Draft& draft, const Decided& decided) {
        result_.next = number + 1;
        if (!decided.problems.empty()) {
            problems_ = decided.problems;
            return false;
        }
        if (decided.how == How::left_out) return true;
        ++result_.programs;
        for (const std::size_t rule : decided.rules) ++result_.uses[rule];
        count(decided);
        if (decided.how != How::broken) return true;
        keep({number, draft.program(), decided.rules}, result_.counterexamples);
        return !options_.stop_at_first;
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

    Decider decider_;
    const SweepOptions& options_;
    SweepResult result_;
    Diagnostics problems_;
};

}  // namespace

SweepResult joined(const std::vector<SweepResult>& parts) {
    SweepResult all;
    std::vector<Counterexample> found;
    for (const SweepResult& part : parts) {
        for (auto count :
             {&SweepResult::programs, &SweepResult::sound, &SweepResult::broken,
              &SweepResult::undefined, &SweepResult::unknown, &SweepResult::not_lowered})
            all.*count += part.*count;
        all.uses.resize(std::max(all.uses.size(), part.uses.size()));
        for (std::size_t i = 0; i < part.uses.size(); ++i) all.uses[i] += part.uses[i];
        for (const auto& [reason, count] : part.open) all.open[reason] += count;
        found.insert(found.end(), part.counterexamples.begin(), part.counterexamples.end());
        all.next = std::max(all.next, part.next);
    }
    std::ranges::sort(found, {}, &Counterexample::number);
    for (Counterexample& each : found) keep(std::move(each), all.counterexamples);
    return all;
}

Result<SweepResult> sweep(const Mapping& mapping, const model::MemoryModel& source,
                          const model::MemoryModel& target, const SweepOptions& options) {
    return Sweep(mapping, source, target, options)();
}

}  // namespace clmm::lowering
