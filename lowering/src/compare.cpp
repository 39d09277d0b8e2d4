#include "clmm/lowering/compare.h"

#include <algorithm>
#include <array>
#include <map>

#include "clmm/base/ensure.h"
#include "clmm/enumerator/waits.h"
#include "clmm/skeletons/states.h"

namespace clmm::lowering {
namespace {

using enumerator::CheckResult;
using generator::Operator;
using generator::Value;
using Registers = std::map<std::string, std::uint32_t>;

std::size_t observable_named(const std::vector<litmus::Observable>& all, const std::string& name) {
    const auto found = std::ranges::find(all, name, &litmus::Observable::name);
    ensure(found != all.end(), "a lowered test shows all that it is asked for");
    return static_cast<std::size_t>(found - all.begin());
}

std::uint32_t computed(const Value& value, const Registers& registers) {
    if (value.kind == Value::Kind::constant) return static_cast<std::uint32_t>(value.constant);
    if (value.kind == Value::Kind::reg) {
        const auto found = registers.find(value.reg);
        return found == registers.end() ? 0 : found->second;
    }
    const std::uint32_t left = computed(value.parts[0], registers);
    const std::uint32_t right = computed(value.parts[1], registers);
    switch (value.op) {
        case Operator::add:
            return left + right;
        case Operator::subtract:
            return left - right;
        case Operator::multiply:
            return left * right;
        case Operator::bit_and:
            return left & right;
        case Operator::bit_or:
            return left | right;
        case Operator::bit_xor:
            return left ^ right;
        case Operator::equal:
            return static_cast<std::uint32_t>(left == right);
        case Operator::not_equal:
            break;
    }
    return static_cast<std::uint32_t>(left != right);
}

/// Values of the target in the order of the source's observed names.
class Translation {
public:
    Translation(const std::vector<litmus::Observable>& observables, const Variant& variant)
        : variant_(variant) {
        for (const Counterpart& each : variant.states) {
            std::vector<std::size_t> from;
            if (each.of_target)
                for (const std::string& name : each.of_target->names)
                    from.push_back(observable_named(observables, name));
            else if (!each.computed)
                from.push_back(observable_named(observables, each.name));
            from_.push_back(std::move(from));
        }
    }

    [[nodiscard]] State operator()(const model::OutcomeValues& values) const {
        State state(from_.size());
        std::map<int, Registers> known;
        for (std::size_t i = 0; i < from_.size(); ++i) {
            const Counterpart& each = variant_.states[i];
            if (each.computed) continue;
            state[i] = value_of(each, from_[i], values);
            known[each.source.thread][each.source.name] = state[i];
        }
        for (std::size_t i = 0; i < from_.size(); ++i)
            if (const Counterpart& each = variant_.states[i]; each.computed)
                state[i] = computed(*each.computed, known[each.source.thread]);
        return state;
    }

private:
    static std::uint32_t value_of(const Counterpart& each, const std::vector<std::size_t>& from,
                                  const model::OutcomeValues& values) {
        if (!each.of_target) return static_cast<std::uint32_t>(values[from.front()]);
        std::vector<std::uint32_t> parts;
        for (const std::size_t at : from) parts.push_back(static_cast<std::uint32_t>(values[at]));
        return each.of_target->value(parts);
    }

    const Variant& variant_;
    std::vector<std::vector<std::size_t>> from_;
};

Result<Comparison> failed(const Diagnostics& problems) {
    return Result<Comparison>::failure(problems);
}

void collect_extra(const generator::Program& program, const Lowered& lowered, Comparison& made) {
    const SourceStates source(made.source, program);
    std::map<State, ExtraState> extra;
    for (std::size_t i = 0; i < made.targets.size(); ++i) {
        const std::vector<State> states = states_of(made.targets[i], lowered.variants[i]);
        for (std::size_t j = 0; j < states.size(); ++j) {
            const auto has = source.has(states[j]);
            if (!has) made.reason = "the source leaves values open";
            if (has && !*has) extra.try_emplace(states[j], ExtraState{states[j], i, j});
        }
    }
    for (auto& [state, each] : extra) made.extra.push_back(std::move(each));
}

/// Why the target shows nothing of some executions that the source may end: they never end. Empty:
/// there are none.
std::string never_ends(const Comparison& made) {
    const auto has_states = [](const CheckResult& each) { return !each.answer.outcomes.empty(); };
    if (!has_states(made.source)) return {};
    if (std::ranges::none_of(made.targets, has_states)) return std::string(kNoFinalState);
    if (enumerator::may_not_end(made.source)) return {};
    const auto found = std::ranges::find_if(made.targets, enumerator::may_not_end);
    if (found == made.targets.end()) return {};
    return std::string(kSomeNeverEnd) + ": " + enumerator::who_waits(*found);
}

/// What keeps a lowering that goes no further from being sound; empty: nothing.
std::string left_open(const std::string& incomplete, const Comparison& made) {
    for (const CheckResult& each : made.targets)
        if (!enumerator::is_complete(each.answer)) return "of the target: " + each.reason;
    if (!made.reason.empty()) return made.reason;
    return incomplete.empty() ? never_ends(made) : incomplete;
}

void conclude(const std::string& incomplete, Comparison& made) {
    const auto& source = made.source;
    if (!source.answer.undefined.empty()) {
        made.verdict = Verdict::undefined_source;
        return;
    }
    for (std::size_t i = made.targets.size(); i-- > 0;)
        if (!made.targets[i].answer.undefined.empty()) made.undefined_target = i;
    const bool goes_further = !made.extra.empty() || made.undefined_target;
    std::string open;
    if (!enumerator::is_complete(source.answer))
        open = "of the source: " + source.reason;
    else if (goes_further && source.racy.value_or(true))
        open = "whether the source races: " +
               source.answer.undefined_incomplete.value_or("not decided");
    if (open.empty() && !goes_further) open = left_open(incomplete, made);
    made.reason = open;
    if (!open.empty()) return;
    made.verdict = goes_further ? Verdict::broken : Verdict::sound;
}

}  // namespace

std::string_view to_string(Verdict verdict) {
    constexpr std::array words{"sound", "broken", "undefined-source", "unknown"};
    return words[static_cast<std::size_t>(verdict)];
}

std::vector<State> states_of(const CheckResult& result, const Variant& variant) {
    const Translation translated(result.structure.observables, variant);
    std::vector<State> states;
    for (const model::OutcomeEntry& each : result.answer.outcomes)
        states.push_back(translated(each.values));
    return states;
}

std::vector<State> states_of(const std::vector<litmus::Observable>& observables,
                             const std::vector<model::OutcomeValues>& outcomes,
                             const Variant& variant) {
    const Translation translated(observables, variant);
    std::vector<State> states;
    for (const model::OutcomeValues& each : outcomes) states.push_back(translated(each));
    return states;
}

SourceStates::SourceStates(const CheckResult& result, const generator::Program& program)
    : result_(result) {
    auto observed = skeletons::observed_at(program, result.structure.observables);
    ensure(observed.has_value(), "a test shows what its program observes");
    order_ = std::move(*observed);
}

std::optional<bool> SourceStates::has(const State& state) const {
    bool is_open = false;
    for (const model::OutcomeEntry& each : result_.answer.outcomes) {
        std::map<int, std::uint32_t> groups;
        bool fits = true;
        bool is_free = false;
        for (std::size_t i = 0; fits && i < order_.size(); ++i) {
            const int group = each.family ? each.family->free_group[order_[i]] : -1;
            if (group < 0) {
                fits = static_cast<std::uint32_t>(each.values[order_[i]]) == state[i];
                continue;
            }
            is_free = true;
            fits = groups.try_emplace(group, state[i]).first->second == state[i];
        }
        if (!fits) continue;
        if (!is_free || each.family->extent == model::Extent::every) return true;
        is_open = true;
    }
    if (is_open) return std::nullopt;
    return false;
}

Result<Comparison> compare(const generator::Program& program, const Lowered& lowered,
                           const model::MemoryModel& source, const model::MemoryModel& target,
                           const enumerator::CheckOptions& options) {
    Comparison made;
    auto decided = enumerator::check(
        std::make_shared<Source>(program.name + " (source)", generator::to_litmus(program)), source,
        options);
    if (!decided) return failed(decided.diagnostics());
    made.source = std::move(decided).value();
    enumerator::CheckOptions with_executions = options;
    with_executions.witnesses = model::Witnesses::all;
    with_executions.forbid_thin_air = model::ThinAir::none;  // that is about the source
    for (const Variant& each : lowered.variants) {
        auto result =
            enumerator::check(std::make_shared<Source>(program.name + " (lowered)", each.text),
                              target, with_executions);
        if (!result) return failed(result.diagnostics());
        made.targets.push_back(std::move(result).value());
    }
    collect_extra(program, lowered, made);
    conclude(lowered.incomplete, made);
    return made;
}

}  // namespace clmm::lowering
