#include "oracle.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <set>

#include "clmm/generator/conditions.h"
#include "clmm/skeletons/states.h"

namespace clmm::suites {
namespace {

using generator::Kind;
using generator::Program;
using generator::State;
using skeletons::View;

constexpr std::size_t kMostStates = 4096;

bool matches(const State& state, const Pattern& pattern) {
    for (std::size_t i = 0; i < state.size(); ++i)
        if (pattern[i] && *pattern[i] != state[i]) return false;
    return true;
}

/// What is written to each location, and which location each register shows.
struct Values {
    std::map<std::string, std::set<std::uint32_t>> written_to;
    std::set<std::string>
        always_written;  ///< under no condition: the final value is no initial one
    std::map<std::pair<int, std::string>, std::string> location_of;
    std::map<std::string, std::uint32_t> added_to;  ///< as bits

    void add(const std::vector<generator::Statement>& body, int thread, bool is_sure = true) {
        for (const generator::Statement& each : body) {
            if (each.is_access()) {
                auto& values = written_to[each.location];
                if (each.kind == Kind::modify &&
                    each.modification != generator::Modification::exchange) {
                    added_to[each.location] |= generator::written_value(each.value);
                } else if (each.kind != Kind::load) {
                    values.insert(generator::written_value(each.value));
                    if (is_sure && each.kind != Kind::compare_exchange)
                        always_written.insert(each.location);
                }
                if (!each.result.empty()) location_of[{thread, each.result}] = each.location;
            }
            add(each.when_true, thread, false);
            add(each.when_false, thread, false);
        }
    }
};

/// What may be there once some of these bits are added.
std::set<std::uint32_t> with_sums(const std::set<std::uint32_t>& choices, std::uint32_t added) {
    std::set<std::uint32_t> all = choices;
    for (std::uint32_t bit = 1; bit != 0 && bit <= added; bit <<= 1U) {
        if ((added & bit) == 0) continue;
        std::set<std::uint32_t> more = all;
        for (const std::uint32_t each : all) more.insert(each | bit);
        all = std::move(more);
    }
    return all;
}

/// Every state whose values are there to be read; none where they are too many.
std::vector<State> conceivable(const Program& program) {
    Values values;
    for (const auto& thread : program.threads)
        values.add(thread.body, static_cast<int>(thread.number));
    std::vector<State> all{{}};
    for (const generator::Observed& each : generator::observed(program)) {
        const std::string& location =
            each.thread < 0 ? each.name : values.location_of[{each.thread, each.name}];
        std::set<std::uint32_t> choices = values.written_to[location];
        if (each.thread >= 0 || !values.always_written.contains(location)) choices.insert(0);
        choices = with_sums(choices, values.added_to[location]);
        std::vector<State> more;
        for (const State& begun : all)
            for (const std::uint32_t value : choices) {
                more.push_back(begun);
                more.back().push_back(value);
            }
        all = std::move(more);
        if (all.size() > kMostStates) return {};
    }
    return all;
}

/// Why an engine's answer does not say everything; empty where it does.
std::string open_of(const enumerator::CheckResult& result) {
    if (!enumerator::is_complete(result.answer)) return result.reason;
    if (!result.answer.outcomes.families().empty()) return "a state has values that nothing fixes";
    return result.racy ? std::string() : result.reason;
}

SourcePtr text_of(const Program& program) {
    return std::make_shared<Source>("generated", generator::to_litmus(program));
}

}  // namespace

Oracle::States Oracle::states(const Program& program) {
    const skeletons::Skeleton& skeleton = skeletons_.of(program);
    if (!is_listed(skeleton)) return states_by_engine(program);
    States made;
    if (view_)
        view_->reset(skeleton);
    else
        view_.emplace(model_, skeleton, thin_air_);
    View& view = *view_;
    made.undefined = skeletons::may_race(program, model_) && view.races();
    if (made.undefined) return made;
    for (std::size_t i = 0; i < view.states(); ++i)
        (view.has(i) ? made.allowed : made.forbidden).push_back(view.state(i));
    return made;
}

std::vector<State> Oracle::conceivable_states(const Program& program) {
    const skeletons::Skeleton& skeleton = skeletons_.of(program);
    if (!skeleton.is_usable) return conceivable(program);
    std::vector<State> all;
    for (const auto& group : skeleton.by_state) all.push_back(skeleton.states[group.front()]);
    return all;
}

Oracle::States Oracle::states_by_engine(const Program& program) const {
    States made;
    const auto result = enumerator::check(text_of(program), model_, check_);
    if (!result) {
        made.problems = result.diagnostics();
        return made;
    }
    made.open = open_of(*result);
    made.undefined = result->racy.value_or(false);
    if (!made.open.empty() || made.undefined) return made;
    made.allowed = skeletons::states_of(program, *result);
    std::vector<State> all = conceivable(program);
    if (all.empty()) made.open = "too many states";
    std::ranges::sort(all);
    std::ranges::set_difference(all, made.allowed, std::back_inserter(made.forbidden));
    return made;
}

std::vector<Oracle::Answer> Oracle::answers(const Program& program,
                                            const std::vector<Pattern>& patterns,
                                            const model::MemoryModel& model) {
    const skeletons::Skeleton& skeleton = skeletons_.of(program);
    if (!is_listed(skeleton)) return by_engine(program, patterns, model);
    View view(model, skeleton, thin_air_);
    std::vector<Answer> made(patterns.size(), Answer::forbidden);
    for (std::size_t i = 0; i < patterns.size(); ++i)
        for (std::size_t state = 0; state < view.states() && made[i] == Answer::forbidden; ++state)
            if (matches(view.state(state), patterns[i]) && view.has(state))
                made[i] = Answer::allowed;
    if (std::ranges::find(made, Answer::forbidden) != made.end() &&
        skeletons::may_race(program, model) && view.races())
        std::ranges::replace(made, Answer::forbidden, Answer::undefined);
    return made;
}

std::vector<Oracle::Answer> Oracle::by_engine(const Program& program,
                                              const std::vector<Pattern>& patterns,
                                              const model::MemoryModel& model) const {
    const auto result = enumerator::check(text_of(program), model, check_);
    std::vector<Answer> made(patterns.size(), Answer::unknown);
    if (!result || !open_of(*result).empty()) return made;
    const std::vector<State> allowed = skeletons::states_of(program, *result);
    for (std::size_t i = 0; i < patterns.size(); ++i) {
        const bool is_allowed = std::ranges::any_of(
            allowed, [&](const State& each) { return matches(each, patterns[i]); });
        if (is_allowed)
            made[i] = Answer::allowed;
        else
            made[i] = result->racy.value_or(false) ? Answer::undefined : Answer::forbidden;
    }
    return made;
}

}  // namespace clmm::suites
