#include "sweep/decider.h"

namespace clmm::lowering {
namespace {

using enumerator::CheckResult;
using How = Decided::How;

/// Programs share nothing else that grows.
constexpr std::size_t kMostTargets = 200'000;

std::string key_of(const Variant& variant) {
    std::string key = variant.text;
    for (const Counterpart& each : variant.states) key += each.computed ? "|" : "|" + each.name;
    return key;
}

Decided open(How how, std::string reason, Decided made) {
    made.how = how;
    made.reason = std::move(reason);
    return made;
}

}  // namespace

Decided Decider::decide(const generator::Program& program) {
    Decided made;
    auto lowered = lower(program, mapping_, nullptr);
    if (!lowered) {
        if (options_.about_line) return open(How::left_out, {}, std::move(made));
        return open(How::not_lowered, lowered.diagnostics().front().message, std::move(made));
    }
    for (const Rule* rule : lowered->used)
        made.rules.insert(static_cast<std::size_t>(rule - mapping_.rules.data()));
    if (options_.about_line && !made.rules.contains(*options_.about_line))
        return open(How::left_out, {}, std::move(made));
    std::set<State> states;
    for (const Variant& each : lowered->variants) {
        const auto target = target_of(each);
        made.problems = target->problems;
        if (!made.problems.empty()) return made;
        if (made.reason.empty()) made.reason = target->incomplete;
        states.insert(target->states.begin(), target->states.end());
    }
    against_source(program, states, made.reason.empty(), made);
    return made;
}

std::shared_ptr<const Decider::Target> Decider::target_of(const Variant& variant) {
    const std::string key = key_of(variant);
    {
        const std::scoped_lock lock(mutex_);
        const auto found = targets_.find(key);
        if (found != targets_.end()) return found->second;
    }
    auto made = std::make_shared<const Target>(decided(variant));
    const std::scoped_lock lock(mutex_);
    if (targets_.size() >= kMostTargets) targets_.clear();
    return targets_.emplace(key, std::move(made)).first->second;
}

Decider::Target Decider::decided(const Variant& variant) const {
    Target made;
    enumerator::CheckOptions check = options_.check;
    check.undefined_behaviour = false;
    const auto result =
        check_quickly(std::make_shared<Source>("lowered", variant.text), target_, check);
    if (!result) {
        made.problems = result.diagnostics();
        return made;
    }
    if (!enumerator::is_complete(result->answer)) made.incomplete = "the target: " + result->reason;
    made.states = states_of(*result, variant);
    return made;
}

void Decider::against_source(const generator::Program& program, const std::set<State>& states,
                             bool is_complete, Decided& made) const {
    const auto text = std::make_shared<Source>("source", generator::to_litmus(program));
    enumerator::CheckOptions check = options_.check;
    check.undefined_behaviour = false;
    const auto result = check_quickly(text, source_, check);
    if (!result) {
        made.problems = result.diagnostics();
        return;
    }
    const SourceStates source(*result, program);
    bool has_extra = false;
    for (const State& each : states) {
        const auto has = source.has(each);
        if (!has && made.reason.empty()) made.reason = "the source leaves values open";
        has_extra = has_extra || (has && !*has);
    }
    if (!has_extra) {
        // States that are missing of the source would be more that the target may have.
        made.how = is_complete && made.reason.empty() ? How::sound : How::unknown;
        return;
    }
    if (!enumerator::is_complete(result->answer)) {
        made.reason = "the source: " + result->reason;
        return;
    }
    races(text, made);
}

/// A source that is undefined has nothing against the target's states.
void Decider::races(const SourcePtr& text, Decided& made) const {
    enumerator::CheckOptions check = options_.check;
    check.outcomes = false;
    const auto result = check_quickly(text, source_, check);
    if (!result) {
        made.problems = result.diagnostics();
        return;
    }
    if (!result->answer.undefined.empty()) {
        made.how = How::undefined;
    } else if (result->answer.undefined_incomplete || result->answer.race_free != true) {
        made.reason = "whether the source races: " +
                      result->answer.undefined_incomplete.value_or("not decided");
    } else {
        made.how = How::broken;
    }
}

}  // namespace clmm::lowering
