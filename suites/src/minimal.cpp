#include "clmm/suites/minimal.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <memory>
#include <set>

#include "clmm/base/ensure.h"
#include "clmm/generator/canonical.h"
#include "clmm/generator/conditions.h"
#include "clmm/separation/separate.h"
#include "clmm/skeletons/walk.h"
#include "oracle.h"
#include "without.h"

namespace clmm::suites {
namespace {

using generator::Program;
using generator::State;

/// What a worker says of a program.
struct Decided {
    Diagnostics problems;
    std::string open;
    bool is_undefined = false;
    bool is_free = false;
    std::vector<State> states;                     ///< in which everything is needed
    std::vector<std::vector<std::string>> axioms;  ///< by state
};

Pattern whole(const State& state) { return {state.begin(), state.end()}; }

class Search {
public:
    Search(const model::MemoryModel& model, const SuiteOptions& options)
        : model_(model), options_(options), engine_(model, options.check) {
        if (options.so_far != nullptr) result_ = *options.so_far;
        result_.ended.clear();
        for (std::size_t i = 0; i < model.program.checks.size(); ++i)
            if (model.program.checks[i].role == model::CheckRole::axiom)
                axioms_.emplace_back(model.program.checks[i].name, without_check(model, i));
        for (unsigned i = 0; i < std::max(1U, options.jobs); ++i)
            workers_.push_back(std::make_unique<Oracle>(model, options.check));
    }

    Result<SuiteResult> operator()() {
        const skeletons::WalkSteps<Decided> steps{
            [&](const Program& program, std::size_t worker) {
                return decide(program, *workers_[worker]);
            },
            [&](std::uint64_t number, const generator::Draft& draft, Decided& decided) {
                return take(number, draft, decided);
            },
            [&](std::uint64_t number, const generator::Draft& draft) { restore(number, draft); },
            [&] {
                if (options_.progress) options_.progress(result_);
            }};
        const skeletons::WalkEnd end =
            skeletons::walk<Decided>({options_.space, options_.shard, options_.shards,
                                      options_.jobs, result_.next, options_.check.budget},
                                     steps);
        if (!is_restored()) problems_.push_back(of_others());
        if (!problems_.empty()) return Result<SuiteResult>::failure(problems_);
        if (result_.ended.empty()) result_.ended = end.stopped;
        if (end.is_complete) result_.next = end.programs;
        name_all();
        return std::move(result_);
    }

private:
    [[nodiscard]] Decided decide(const Program& program, Oracle& oracle) const {
        Decided decided;
        Oracle::States states = oracle.states(program);
        decided.problems = std::move(states.problems);
        decided.open = std::move(states.open);
        decided.is_undefined = states.undefined;
        decided.is_free = states.forbidden.empty();
        if (!decided.open.empty() || decided.is_undefined || decided.is_free) return decided;
        decided.states = std::move(states.forbidden);
        for (const Weakening& each : weakenings(program, options_.space)) {
            keep_allowed(program, each, oracle, decided);
            if (decided.states.empty() || !decided.open.empty()) return decided;
        }
        drop_images(program, decided.states);
        for (const State& each : decided.states)
            decided.axioms.push_back(axioms_of(program, each, oracle));
        return decided;
    }

    /// States that the weaker program has, too, are of no use.
    static void keep_allowed(const Program& program, const Weakening& weakening, Oracle& oracle,
                             Decided& decided) {
        std::vector<Pattern> patterns;
        for (const State& each : decided.states)
            patterns.push_back(pattern_of(each, program, weakening));
        const auto answers = oracle.answers(weakening.program, patterns);
        std::vector<State> kept;
        for (std::size_t i = 0; i < answers.size(); ++i) {
            if (answers[i] == Oracle::Answer::unknown)
                decided.open = "a weaker program's states are not known";
            if (answers[i] != Oracle::Answer::forbidden) kept.push_back(decided.states[i]);
        }
        decided.states = std::move(kept);
    }

    /// Of states that are one up to names, the first stays.
    static void drop_images(const Program& program, std::vector<State>& states) {
        if (states.size() < 2) return;
        std::set<std::string> known;
        std::erase_if(states, [&](const State& each) {
            return !known.insert(generator::canonical_text(program, each)).second;
        });
    }

    [[nodiscard]] std::vector<std::string> axioms_of(const Program& program, const State& state,
                                                     Oracle& oracle) const {
        std::vector<std::string> names;
        for (const auto& [name, weaker] : axioms_)
            if (oracle.answers(program, {whole(state)}, weaker).front() == Oracle::Answer::allowed)
                names.push_back(name);
        return names;
    }

    void restore(std::uint64_t number, const generator::Draft& draft) {
        for (SuiteTest& each : result_.found)
            if (each.number == number) each.program = draft.program();
    }

    /// Whether what an earlier search found is of these programs.
    [[nodiscard]] bool is_restored() const {
        return std::ranges::all_of(result_.found, [](const SuiteTest& each) {
            const std::size_t size = generator::observed(each.program).size();
            return !each.program.threads.empty() && each.state.size() == size &&
                   std::ranges::all_of(each.shown, [&](std::size_t at) { return at < size; });
        });
    }

    [[nodiscard]] static Diagnostic of_others() {
        return {Severity::error,
                "E-STATE",
                "what an earlier search found is none of these programs",
                "start without its file",
                nullptr,
                Span{}};
    }

    /// False where the search is over.
    bool take(std::uint64_t number, const generator::Draft& draft, const Decided& decided) {
        problems_ = decided.problems;
        if (!problems_.empty()) return false;
        if (decided.open.empty() && !decided.is_undefined && !decided.is_free &&
            !decided.states.empty() && !keep(number, draft.program(), decided))
            return false;
        result_.next = number + 1;
        ++result_.programs;
        if (!decided.open.empty()) {
            ++result_.unknown;
            ++result_.open[decided.open];
        } else if (decided.is_undefined) {
            ++result_.undefined;
        } else if (decided.is_free) {
            ++result_.free;
        }
        return true;
    }

    /// What was listed is held against an engine. False where there was no time left to ask it.
    bool keep(std::uint64_t number, const Program& program, const Decided& decided) {
        const Oracle::States sure = engine_.states_by_engine(program);
        if (!sure.open.empty()) {
            if (const auto stop = options_.check.budget.exceeded()) {
                result_.ended = describe(*stop);
                return false;
            }
            ++result_.unknown;
            ++result_.open[sure.open];
            return true;
        }
        ensure(!sure.undefined, "an engine finds no race where the listing found none");
        ++result_.needed;
        for (std::size_t i = 0; i < decided.states.size(); ++i) {
            const State& state = decided.states[i];
            ensure(std::ranges::find(sure.allowed, state) == sure.allowed.end(),
                   "an engine excludes the states that the listing excluded");
            result_.found.push_back({number, program, state,
                                     generator::places_that_tell(program, state, sure.allowed),
                                     decided.axioms[i]});
        }
        return true;
    }

    /// Tests of one name are numbered; the first of each axiom are marked.
    void name_all() {
        std::map<std::string, std::size_t> known;
        std::set<std::string> seen;
        for (SuiteTest& each : result_.found) {
            for (const std::string& axiom : each.axioms) each.is_first |= seen.insert(axiom).second;
            const std::string name = separation::name_of(each.program);
            const std::size_t count = ++known[name];
            each.program.name = count == 1 ? name : name + "-" + std::to_string(count);
        }
    }

    const model::MemoryModel& model_;
    const SuiteOptions& options_;
    Oracle engine_;
    std::vector<std::pair<std::string, model::MemoryModel>> axioms_;
    std::vector<std::unique_ptr<Oracle>> workers_;
    SuiteResult result_;
    Diagnostics problems_;
};

}  // namespace

Result<SuiteResult> minimal_suite(const model::MemoryModel& model, const SuiteOptions& options) {
    return Search(model, options)();
}

SuiteResult joined(const std::vector<SuiteResult>& parts) {
    SuiteResult whole;
    for (const SuiteResult& each : parts) {
        whole.programs += each.programs;
        whole.free += each.free;
        whole.undefined += each.undefined;
        whole.needed += each.needed;
        whole.unknown += each.unknown;
        for (const auto& [reason, count] : each.open) whole.open[reason] += count;
        whole.found.insert(whole.found.end(), each.found.begin(), each.found.end());
    }
    std::ranges::stable_sort(whole.found, {}, &SuiteTest::number);
    whole.next = std::numeric_limits<std::uint64_t>::max();
    return whole;
}

std::string to_litmus(const SuiteTest& test, const std::string& model) {
    return generator::to_litmus(
        test.program, generator::condition_of(test.program, test.state, test.shown) + "\n",
        generator::expectation(model, "forbidden, race-free"));
}

}  // namespace clmm::suites
