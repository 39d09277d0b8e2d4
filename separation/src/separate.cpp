#include "clmm/separation/separate.h"

#include <algorithm>
#include <set>

#include "clmm/base/ensure.h"
#include "clmm/generator/conditions.h"
#include "clmm/skeletons/walk.h"
#include "outline.h"
#include "pair.h"

namespace clmm::separation {
namespace {

using generator::Program;
using generator::State;

/// What a worker says of a program.
struct Decided {
    bool is_contained = false;   ///< nothing smaller is left to be found in it
    std::size_t found_then = 0;  ///< how many had been found when that was asked
    Differences differences;
};

class Search {
public:
    Search(const std::array<const model::MemoryModel*, 2>& models, const SeparateOptions& options)
        : options_(options), engine_(models, options.check) {
        if (options.so_far != nullptr) result_ = *options.so_far;
        result_.ended.clear();
        for (unsigned i = 0; i < std::max(1U, options.jobs); ++i)
            workers_.emplace_back(models, options.check);
    }

    Result<SeparateResult> operator()() {
        const skeletons::WalkSteps<Decided> steps{
            [&](const Program& program, std::size_t worker) {
                return decide(program, workers_[worker], true);
            },
            [&](std::uint64_t number, const generator::Draft& draft, Decided& decided) {
                return take(number, draft, decided);
            },
            [&](std::uint64_t number, const generator::Draft& draft) { restore(number, draft); },
            [&] {
                if (options_.progress) options_.progress(result_);
            },
            [&](const Program& program, std::size_t worker) {
                return decide(program, workers_[worker], false);
            }};
        const skeletons::WalkEnd end = skeletons::walk<Decided>(
            {options_.space, options_.shard, options_.shards, options_.jobs, result_.next,
             options_.check.budget, options_.known},
            steps);
        if (result_.ended.empty()) result_.ended = end.stopped;
        if (end.is_complete) result_.next = end.programs;
        if (!problems_.empty()) return Result<SeparateResult>::failure(problems_);
        name_all();
        return std::move(result_);
    }

private:
    void restore(std::uint64_t number, const generator::Draft& draft) {
        for (Separation& each : result_.found) {
            if (each.number != number) continue;
            each.program = draft.program();
            outlines_[number] = outline_of(each.program);
        }
    }

    [[nodiscard]] bool is_wanted(std::size_t weaker, By kind) const {
        return (weaker == 0 || options_.both) &&
               (kind == By::state ? options_.states : options_.races);
    }

    [[nodiscard]] bool holds_smaller(const Outline& outline, std::size_t weaker, By kind) const {
        return std::ranges::any_of(result_.found, [&](const Separation& each) {
            return each.weaker == weaker && each.kind == kind &&
                   contains(outline, outlines_.at(each.number));
        });
    }

    /// Of what is known to separate nothing it is only said whether it would have been decided.
    [[nodiscard]] Decided decide(const Program& program, Pair& pair, bool may_separate) const {
        Decided decided;
        const Wanted wanted = wanted_of(program, pair);
        decided.is_contained = is_nothing(wanted);
        decided.found_then = found_;
        if (!decided.is_contained && may_separate)
            decided.differences = pair.differences(program, wanted);
        return decided;
    }

    /// What is not found in it yet.
    [[nodiscard]] Wanted wanted_of(const Program& program, const Pair& pair) const {
        if (result_.found.empty())
            return {{is_wanted(0, By::state), is_wanted(1, By::state)}, options_.races};
        Wanted wanted{{false, false}, false};
        const Outline outline = outline_of(program);
        const auto is_open = [&](std::size_t weaker, By kind) {
            return is_wanted(weaker, kind) && !holds_smaller(outline, weaker, kind);
        };
        for (const std::size_t i : {0U, 1U}) {
            wanted.states[i] = is_open(i, By::state);
            wanted.races = wanted.races || (pair.may_race(program, i) && is_open(i, By::race));
        }
        return wanted;
    }

    [[nodiscard]] static bool is_nothing(const Wanted& wanted) {
        return !wanted.states[0] && !wanted.states[1] && !wanted.races;
    }

    /// False where the search is over.
    bool take(std::uint64_t number, const generator::Draft& draft, const Decided& decided) {
        const Differences& differences = decided.differences;
        if (!differences.problems.empty()) {
            problems_ = differences.problems;
            return false;
        }
        // What was found since then may leave nothing of it, whatever it was decided to be.
        const bool is_contained =
            decided.is_contained ||
            (decided.found_then != found_ && is_nothing(wanted_of(draft.program(), engine_)));
        open_ = is_contained ? "" : differences.open;
        if (!is_contained && open_.empty() && !keep_all(number, draft, differences)) return false;
        result_.next = number + 1;
        ++result_.tests;
        if (is_contained) {
            ++result_.contained;
        } else if (open_.empty()) {
            ++result_.decided;
        } else {
            ++result_.unknown;
            ++result_.open[open_];
            result_.undecided.push_back(number);
        }
        return true;
    }

    /// False where there was no time left to ask an engine.
    bool keep_all(std::uint64_t number, const generator::Draft& draft,
                  const Differences& differences) {
        for (const std::size_t i : {0U, 1U})
            for (const By kind : {By::state, By::race}) {
                const bool differs =
                    kind == By::state ? !differences.states[i].empty() : differences.race[i];
                if (!differs || !is_wanted(i, kind)) continue;
                const Program program = draft.program();
                Outline outline = outline_of(program);
                if (holds_smaller(outline, i, kind)) continue;
                if (!keep(number, program, i, kind)) return result_.ended.empty();
                forget_larger(number, outline, i, kind);
                outlines_[number] = std::move(outline);
            }
        return true;
    }

    /// What was listed is held against an engine.
    bool keep(std::uint64_t number, const Program& program, std::size_t weaker, By kind) {
        std::array<std::vector<State>, 2> states;
        const Differences sure = engine_.by_engine(program, &states);
        if (!sure.open.empty()) {
            open_ = sure.open;
            const auto stop = options_.check.budget.exceeded();
            if (stop) result_.ended = describe(*stop);
            return false;
        }
        Separation made{number, weaker, kind, program};
        if (kind == By::race) {
            ensure(sure.race[weaker], "an engine finds the races that the listing found");
        } else {
            ensure(!sure.states[weaker].empty(),
                   "an engine finds the states that the listing found");
            made.state = sure.states[weaker].front();
            made.shown = generator::places_that_tell(program, made.state, states[1 - weaker]);
        }
        result_.found.push_back(std::move(made));
        ++found_;
        return true;
    }

    void forget_larger(std::uint64_t number, const Outline& outline, std::size_t weaker, By kind) {
        std::erase_if(result_.found, [&](const Separation& each) {
            return each.number != number && each.weaker == weaker && each.kind == kind &&
                   contains(outlines_.at(each.number), outline);
        });
    }

    /// Tests of one name are numbered.
    void name_all() {
        std::map<std::string, std::size_t> known;
        for (Separation& each : result_.found) {
            const std::string name = name_of(each.program);
            const std::size_t count = ++known[name];
            each.program.name = count == 1 ? name : name + "-" + std::to_string(count);
        }
    }

    const SeparateOptions& options_;
    Pair engine_;
    std::vector<Pair> workers_;
    SeparateResult result_;
    std::size_t found_ = 0;  ///< in this search, those that were forgotten since, too
    std::map<std::uint64_t, Outline> outlines_;  ///< of what was found, by number
    Diagnostics problems_;
    std::string open_;  ///< why the program at hand is unknown
};

}  // namespace

Result<SeparateResult> separate(const model::MemoryModel& first, const model::MemoryModel& second,
                                const SeparateOptions& options) {
    return Search({&first, &second}, options)();
}

std::string condition_of(const Separation& separation) {
    if (separation.kind == By::race) return {};
    return generator::condition_of(separation.program, separation.state, separation.shown);
}

std::string to_litmus(const Separation& separation, const std::array<std::string, 2>& models) {
    std::string claims;
    for (const std::size_t i : {0U, 1U}) {
        if (!generator::is_name_of_model(models[i])) continue;
        claims += claims.empty() ? "Expect=" : "; ";
        const bool is_weaker = i == separation.weaker;
        if (separation.kind == By::race)
            claims += models[i] + ": " + (is_weaker ? "racy" : "race-free");
        else
            claims += models[i] + ": " + (is_weaker ? "allowed" : "forbidden");
    }
    if (!claims.empty()) claims += "\n";
    const std::string condition = condition_of(separation);
    return condition.empty() ? generator::to_litmus(separation.program, "", claims)
                             : generator::to_litmus(separation.program, condition + "\n", claims);
}

}  // namespace clmm::separation
