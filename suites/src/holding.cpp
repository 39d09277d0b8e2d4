// Mutants held against the tests of a suite.
#include <algorithm>
#include <deque>
#include <memory>

#include "clmm/base/parallel.h"
#include "clmm/suites/mutants.h"
#include "oracle.h"

namespace clmm::suites {
namespace {

using Answer = Oracle::Answer;

class Holding {
public:
    Holding(const model::MemoryModel& model, const std::vector<Mutant>& mutants,
            const std::vector<SuiteTest>& suite, const SuiteOptions& options)
        : model_(model),
          mutants_(mutants),
          suite_(suite),
          options_(options),
          answers_(suite.size()),
          stronger_(suite.size()) {}

    std::vector<MutantVerdict> operator()() {
        on_all_tests([&](std::size_t test, Oracle& oracle) { ask(test, oracle); });
        count();
        on_all_tests([&](std::size_t test, Oracle& oracle) { ask_weaker(test, oracle); });
        for (const auto& found : stronger_)
            for (const auto& [mutant, what] : found)
                if (!verdicts_[mutant].stronger) verdicts_[mutant].stronger = what;
        return std::move(verdicts_);
    }

private:
    template <class F>
    void on_all_tests(F&& f) {
        std::deque<Oracle> oracles;
        for (unsigned i = 0; i < std::max(1U, options_.jobs); ++i)
            oracles.emplace_back(model_, options_.check);
        in_parallel(suite_.size(), options_.jobs, [&](std::size_t i, unsigned worker) {
            if (!options_.check.budget.exceeded()) f(i, oracles[worker]);
        });
    }

    void ask(std::size_t test, Oracle& oracle) {
        const SuiteTest& each = suite_[test];
        const Pattern pattern(each.state.begin(), each.state.end());
        for (const Mutant& mutant : mutants_)
            answers_[test].push_back(
                mutant.broken.empty()
                    ? oracle.answers(each.program, {pattern}, mutant.model).front()
                    : Answer::forbidden);
    }

    void count() {
        verdicts_.resize(mutants_.size());
        for (std::size_t test = 0; test < suite_.size(); ++test)
            for (std::size_t i = 0; i < mutants_.size(); ++i) {
                MutantVerdict& verdict = verdicts_[i];
                const Answer answer = answers_[test].empty() ? Answer::unknown : answers_[test][i];
                verdict.is_open = verdict.is_open || answer == Answer::unknown;
                if (answer == Answer::allowed && verdict.states++ == 0) verdict.killed_by = test;
                if (answer == Answer::undefined && verdict.races++ == 0 && !verdict.killed_by)
                    verdict.killed_by = test;
            }
    }

    /// What the model allows and a mutant forbids that no test kills: one that intersects less, so
    /// that something has more.
    void ask_weaker(std::size_t test, Oracle& oracle) {
        const SuiteTest& each = suite_[test];
        std::vector<bool> is_known(mutants_.size());
        for (const Weakening& weakening : weakenings(each.program, options_.space)) {
            const Pattern pattern = pattern_of(each.state, each.program, weakening);
            for (std::size_t i = 0; i < mutants_.size(); ++i) {
                if (is_known[i] || verdicts_[i].killed_by || !mutants_[i].broken.empty() ||
                    mutants_[i].kind != Mutant::Kind::restriction)
                    continue;
                if (oracle.answers(weakening.program, {pattern}, mutants_[i].model).front() !=
                    Answer::forbidden)
                    continue;
                is_known[i] = true;
                stronger_[test].emplace_back(i, MutantVerdict::Stronger{test, weakening.what});
            }
        }
    }

    const model::MemoryModel& model_;
    const std::vector<Mutant>& mutants_;
    const std::vector<SuiteTest>& suite_;
    const SuiteOptions& options_;
    std::vector<std::vector<Answer>> answers_;  ///< by test and mutant
    std::vector<std::vector<std::pair<std::size_t, MutantVerdict::Stronger>>> stronger_;
    std::vector<MutantVerdict> verdicts_;
};

}  // namespace

std::vector<MutantVerdict> hold_against(const model::MemoryModel& model,
                                        const std::vector<Mutant>& mutants,
                                        const std::vector<SuiteTest>& suite,
                                        const SuiteOptions& options) {
    return Holding(model, mutants, suite, options)();
}

}  // namespace clmm::suites
