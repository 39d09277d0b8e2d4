#include "sweep/decider.h"

#include <algorithm>

#include "clmm/enumerator/waits.h"
#include "clmm/targets/languages.h"

namespace clmm::lowering {
namespace {

using How = Decided::How;
using skeletons::Candidate;
using skeletons::Judge;
using skeletons::Skeleton;

/// Programs share nothing else that grows.
constexpr std::size_t kMostTargets = 200'000;

/// Nothing but the model's axioms excludes executions.
bool decides_alone(const model::MemoryModel& model) {
    const std::string_view thin_air = model.value_of("thin-air");
    return thin_air.empty() || thin_air == "none";
}

bool has_undefined_behaviour(const model::MemoryModel& model) {
    return std::ranges::any_of(model.program.checks, [](const model::Check& each) {
        return each.role == model::CheckRole::undefined;
    });
}

bool leaves_the_engine_open(const SweepOptions& options) {
    return options.check.engine == enumerator::EngineChoice::automatic;
}

Decided open(How how, std::string reason, Decided made) {
    made.how = how;
    made.reason = std::move(reason);
    return made;
}

bool is_one_whole_test(const Lowered& lowered) {
    return lowered.variants.size() == 1 && lowered.incomplete.empty();
}

/// A judge or view of the thread's, about this from now on.
template <class Kept, class About>
Kept& about(std::optional<Kept>& kept, const model::MemoryModel& model, const About& it) {
    if (kept)
        kept->reset(it);
    else
        kept.emplace(model, it);
    return *kept;
}

}  // namespace

Decider::Decider(const Mapping& mapping, const model::MemoryModel& source,
                 const model::MemoryModel& target, const SweepOptions& options)
    : mapping_(mapping),
      source_(source),
      target_(target),
      options_(options),
      check_(options.check),
      source_may_be_quick_(leaves_the_engine_open(options) && decides_alone(source) &&
                           options.check.forbid_thin_air == model::ThinAir::none),
      target_may_race_(has_undefined_behaviour(target)),
      target_may_be_quick_(leaves_the_engine_open(options) && decides_alone(target)) {
    check_.undefined_behaviour = false;
    for (unsigned i = 0; i < std::max(1U, options.jobs); ++i)
        workers_.push_back({skeletons::Skeletons(source_, check_, {&source_}), {}, {}});
    if (may_follow_from_others())
        for (std::size_t i = 0; i < workers_.size(); ++i)
            workers_[i].intervals.emplace(source_, target_, questions(i),
                                          mapping_.registers.size());
}

/// What a compiler makes of one operation may depend on the others.
bool Decider::may_follow_from_others() const {
    return source_may_be_quick_ && target_may_be_quick_ && !target_may_race_ &&
           options_.lowerer == nullptr && !mapping_.linked_from && !options_.one_by_one;
}

Intervals::Questions Decider::questions(std::size_t worker) {
    Intervals::Questions ask;
    ask.target_states = [this, worker](const auto& program) {
        return target_states(program, workers_[worker]);
    };
    ask.source_allows = [this, worker](const auto& program, const auto& states) {
        const auto source = source_view(program, workers_[worker]);
        return source != nullptr &&
               std::ranges::all_of(states, [&](const State& each) { return source->has(each); });
    };
    ask.registers = [this](const auto& program) -> std::optional<Intervals::Registers> {
        const auto lowered = this->lowered(program);
        if (!lowered) return std::nullopt;
        return Intervals::Registers{static_cast<std::uint32_t>(lowered->kept_registers),
                                    static_cast<std::uint32_t>(lowered->passing_registers)};
    };
    ask.source_skeleton = [this, worker](const auto& program, generator::MemoryOrder order) {
        const Skeleton& skeleton = workers_[worker].skeletons.of(program, order);
        return skeleton.is_usable ? &skeleton : nullptr;
    };
    ask.target_structure = [this](const auto& program) { return target_structure(program); };
    return ask;
}

Decided Decider::decide(const generator::Program& program, std::size_t worker) {
    Decided made;
    Worker& mine = workers_[worker];
    if (mine.intervals && mine.intervals->has(program)) {
        add_rules(rules_about(program, mapping_), made);
        made.how = is_asked_for(made) ? How::sound : How::left_out;
        return made;
    }
    const auto lowered = this->lowered(program);
    if (!lowered) {
        if (!options_.about_lines.empty()) return open(How::left_out, {}, std::move(made));
        return open(How::not_lowered, lowered.diagnostics().front().message, std::move(made));
    }
    add_rules(lowered->used, made);
    if (!is_asked_for(made)) return open(How::left_out, {}, std::move(made));
    const Reached all = reached(*lowered, mine, made);
    if (!made.problems.empty()) return made;
    if (made.reason.empty() && source_may_be_quick_) {
        const auto how = against_source_quickly(program, all, mine);
        if (how) {
            made.how = *how;
            if (how == How::sound && mine.intervals && is_one_whole_test(*lowered))
                mine.intervals->add(program);
            return made;
        }
    }
    against_source(program, all, made);
    return made;
}

void Decider::add_rules(const std::set<const Rule*>& used, Decided& made) const {
    for (const Rule* rule : used)
        made.rules.insert(static_cast<std::size_t>(rule - mapping_.rules.data()));
}

bool Decider::is_asked_for(const Decided& program) const {
    return options_.about_lines.empty() ||
           std::ranges::any_of(program.rules, [&](std::size_t rule) {
               return options_.about_lines.contains(rule);
           });
}

Decider::Reached Decider::reached(const Lowered& lowered, Worker& worker, Decided& made) {
    Reached all;
    made.reason = lowered.incomplete;
    for (const Variant& each : lowered.variants) {
        const auto target = target_of(each, worker);
        made.problems = target->problems;
        if (!made.problems.empty()) return all;
        if (made.reason.empty()) made.reason = target->incomplete;
        const auto states = states_of(target->observables, target->outcomes, each);
        all.states.insert(all.states.end(), states.begin(), states.end());
        all.is_undefined = all.is_undefined || target->is_undefined;
        if (all.endless.empty()) all.endless = target->endless;
    }
    if (all.states.empty()) all.endless = kNoFinalState;
    return all;
}

std::optional<std::vector<State>> Decider::target_states(const generator::Program& program,
                                                         Worker& worker) {
    const auto lowered = this->lowered(program);
    if (!lowered || !is_one_whole_test(*lowered)) return std::nullopt;
    Decided made;
    Reached all = reached(*lowered, worker, made);
    const bool is_known = made.problems.empty() && made.reason.empty() && all.endless.empty();
    if (!is_known || all.is_undefined) return std::nullopt;
    return std::move(all.states);
}

std::optional<litmus::EventStructure> Decider::target_structure(
    const generator::Program& program) const {
    const auto lowered = this->lowered(program);
    if (!lowered || !is_one_whole_test(*lowered)) return std::nullopt;
    auto structure = unfolded(lowered->variants.front());
    if (!structure) return std::nullopt;
    return std::move(structure).value();
}

Result<litmus::EventStructure> Decider::unfolded(const Variant& variant) const {
    const auto test = targets::read_test(std::make_shared<Source>("lowered", variant.text));
    if (!test) return Result<litmus::EventStructure>::failure(test.diagnostics());
    return enumerator::unfold_for(*test, target_, check_);
}

Result<Lowered> Decider::lowered(const generator::Program& program) const {
    if (options_.lowerer == nullptr) return lower(program, mapping_, nullptr);
    auto made = options_.lowerer->lower(program);
    if (made) made.value().used = rules_about(program, mapping_);
    return made;
}

std::shared_ptr<const Decider::Target> Decider::target_of(const Variant& variant, Worker& worker) {
    {
        const std::scoped_lock lock(mutex_);
        const auto found = targets_.find(variant.text);
        if (found != targets_.end()) return found->second;
    }
    auto made = std::make_shared<const Target>(decided(variant, worker));
    const std::scoped_lock lock(mutex_);
    if (targets_.size() >= kMostTargets) targets_.clear();
    return targets_.emplace(variant.text, std::move(made)).first->second;
}

Decider::Target Decider::decided(const Variant& variant, Worker& worker) const {
    auto quickly = target_may_be_quick_ ? decided_quickly(variant, worker) : std::nullopt;
    return quickly ? std::move(*quickly) : decided_by_engine(variant);
}

std::optional<Decider::Target> Decider::decided_quickly(const Variant& variant,
                                                        Worker& worker) const {
    Target made;
    const auto structure = unfolded(variant);
    if (!structure) {
        made.problems = structure.diagnostics();
        return made;
    }
    // Whether some execution waits for ever an engine says.
    if (!structure->bounds.empty()) return std::nullopt;
    Judge& judge = about(worker.of_target, target_, *structure);
    std::set<std::vector<std::uint64_t>> found;
    const bool is_whole = skeletons::for_each_candidate(
        *structure,
        [&](const Candidate& each) {
            if (found.contains(each.observed) && !target_may_race_) return;
            if (!judge.allows(each.execution)) return;
            found.insert(each.observed);
            made.is_undefined = made.is_undefined || (target_may_race_ && judge.is_flagged());
        },
        [&](const model::Execution& partly, skeletons::Known known) {
            return judge.excludes(partly, known);
        });
    if (!is_whole) return std::nullopt;
    made.observables = structure->observables;
    made.outcomes.assign(found.begin(), found.end());
    return made;
}

Decider::Target Decider::decided_by_engine(const Variant& variant) const {
    Target made;
    enumerator::CheckOptions check = check_;
    check.forbid_thin_air = model::ThinAir::none;  // that is about the source
    check.undefined_behaviour = target_may_race_;
    const auto result =
        enumerator::check(std::make_shared<Source>("lowered", variant.text), target_, check);
    if (!result) {
        made.problems = result.diagnostics();
        return made;
    }
    if (!enumerator::is_complete(result->answer)) made.incomplete = "the target: " + result->reason;
    made.observables = result->structure.observables;
    for (const model::OutcomeEntry& each : result->answer.outcomes)
        made.outcomes.push_back(each.values);
    made.is_undefined = !result->answer.undefined.empty();
    if (enumerator::may_not_end(*result)) made.endless = kSomeNeverEnd;
    return made;
}

/// Null: the program's executions are not listed.
skeletons::View* Decider::source_view(const generator::Program& program, Worker& worker) const {
    const Skeleton& skeleton = worker.skeletons.of(program);
    return skeleton.is_usable ? &about(worker.of_source, source_, skeleton) : nullptr;
}

/// Whether the source has each of these states, or is undefined; nothing where neither is found.
std::optional<Decided::How> Decider::against_source_quickly(const generator::Program& program,
                                                            const Reached& target, Worker& worker) {
    skeletons::View* const source = source_view(program, worker);
    if (source == nullptr) return std::nullopt;
    const auto has = [&](const State& state) { return source->has(state); };
    if (!target.is_undefined && target.endless.empty() && std::ranges::all_of(target.states, has))
        return How::sound;
    if (source->races()) return How::undefined;
    return std::nullopt;
}

void Decider::against_source(const generator::Program& program, const Reached& target,
                             Decided& made) const {
    const auto text = std::make_shared<Source>("source", generator::to_litmus(program));
    const auto result = enumerator::check(text, source_, check_);
    if (!result) {
        made.problems = result.diagnostics();
        return;
    }
    const SourceStates source(*result, program);
    bool goes_further = target.is_undefined;
    for (const State& each : target.states) {
        const auto has = source.has(each);
        if (!has && made.reason.empty()) made.reason = "the source leaves values open";
        goes_further = goes_further || (has && !*has);
    }
    if (!goes_further) {
        // States that are missing of the source would be more that the target may have.
        if (made.reason.empty() && must_end(*result, target)) return never_ends(text, target, made);
        made.how = made.reason.empty() ? How::sound : How::unknown;
        return;
    }
    if (!enumerator::is_complete(result->answer)) {
        made.reason = "the source: " + result->reason;
        return;
    }
    races(text, made);
}

/// Whether the target shows too little: it never ends, or not always, and the source does.
bool Decider::must_end(const enumerator::CheckResult& source, const Reached& target) {
    if (target.endless.empty() || source.answer.outcomes.empty()) return false;
    return target.states.empty() || !enumerator::may_not_end(source);
}

/// That is unknown, unless the source is undefined.
void Decider::never_ends(const SourcePtr& text, const Reached& target, Decided& made) const {
    races(text, made);
    if (made.how == How::undefined || !made.problems.empty()) return;
    made.how = How::unknown;
    made.reason = target.endless;
}

/// A source that is undefined has nothing against the target's states.
void Decider::races(const SourcePtr& text, Decided& made) const {
    enumerator::CheckOptions check = options_.check;
    check.outcomes = false;
    const auto result = enumerator::check(text, source_, check);
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
