#include "clmm/enumerator/verdict.h"

#include <algorithm>

namespace clmm::enumerator {
namespace {

using litmus::Quantifier;
using model::EngineAnswer;

Verdict from(std::optional<bool> known) {
    if (!known) return Verdict::unknown;
    return *known ? Verdict::holds : Verdict::fails;
}

std::optional<bool> negated(std::optional<bool> known) {
    if (known) known = !*known;
    return known;
}

/// The line of the only loop that can be at fault; nullopt where there are several or none.
std::optional<std::uint32_t> guilty_line(const litmus::EventStructure& structure,
                                         const litmus::LitmusTest& test) {
    const auto open = [](const litmus::UnrollBound& bound) { return !bound.exhaustive; };
    const auto first = std::find_if(structure.bounds.begin(), structure.bounds.end(), open);
    if (first == structure.bounds.end() || !test.source) return std::nullopt;
    const auto line_of = [&](const litmus::UnrollBound& bound) {
        return test.source->written(bound.span).position().line;
    };
    const std::uint32_t line = line_of(*first);
    const bool unique = std::all_of(first, structure.bounds.end(), [&](const auto& bound) {
        return !open(bound) || line_of(bound) == line;
    });
    return unique ? std::optional(line) : std::nullopt;
}

}  // namespace

bool is_complete(const EngineAnswer& answer) { return !answer.incomplete && !answer.bound_reached; }

Tally tally(const EngineAnswer& answer, bool executions) {
    const auto of = [&](bool satisfying) {
        return answer.outcomes.sum([&](const model::OutcomeMark& mark) -> std::uint64_t {
            if (mark.satisfies_condition != satisfying) return 0;
            return executions ? mark.executions : 1;
        });
    };
    return {of(true), of(false)};
}

std::optional<bool> allowed(const EngineAnswer& answer) {
    if (answer.condition_satisfiable.value_or(false) || !tally(answer, false).satisfying.is_zero())
        return true;
    if (answer.bound_reached) return std::nullopt;
    return answer.condition_satisfiable;
}

std::optional<bool> always(const EngineAnswer& answer) {
    if (!answer.condition_always.value_or(true) || !tally(answer, false).violating.is_zero())
        return false;
    if (answer.bound_reached) return std::nullopt;
    return answer.condition_always;
}

Verdict verdict(const std::optional<Quantifier>& quantifier, const EngineAnswer& answer) {
    if (!quantifier) return is_complete(answer) ? Verdict::holds : Verdict::unknown;
    switch (*quantifier) {
        case Quantifier::exists:
            return from(allowed(answer));
        case Quantifier::not_exists:
            return from(negated(allowed(answer)));
        case Quantifier::forall:
            return from(always(answer));
    }
    return Verdict::unknown;
}

Observation observe(const EngineAnswer& answer) {
    const std::optional<bool> some = allowed(answer);
    const std::optional<bool> every = always(answer);
    if (some == false) return Observation::never;
    if (some == true && every == false) return Observation::sometimes;
    if (some == true && every == true) return Observation::always;
    return Observation::unknown;
}

std::optional<bool> racy(const EngineAnswer& answer) {
    if (std::ranges::any_of(answer.undefined, model::is_race, &model::UndefinedEntry::kind))
        return true;
    if (answer.race_free == false) return true;
    if (answer.bound_reached) return std::nullopt;
    return negated(answer.race_free);
}

std::string why_incomplete(const EngineAnswer& answer, const litmus::EventStructure& structure,
                           const litmus::LitmusTest& test, unsigned unroll) {
    if (answer.incomplete) return *answer.incomplete;
    if (!answer.bound_reached) return {};
    if (answer.bound_undecided) return *answer.bound_undecided;
    using Limit = litmus::UnrollBound::Limit;
    const auto all_have = [&](Limit limit) {
        return std::ranges::all_of(structure.bounds, [&](const auto& bound) {
            return bound.exhaustive || bound.limit == limit;
        });
    };
    std::string reason = "a loop may go on beyond --unroll " + std::to_string(unroll);
    if (all_have(Limit::orders))
        reason = "the calls in an expression have more orders than are followed";
    else if (all_have(Limit::mappings))
        reason = "which maps of other threads an unmap command undoes depends on too much";
    else if (all_have(Limit::iterations))
        reason = "a loop or recursion goes on for longer than is followed";
    if (const auto line = guilty_line(structure, test))
        reason += " (line " + std::to_string(*line) + ")";
    return reason;
}

std::string_view to_string(Verdict verdict) {
    switch (verdict) {
        case Verdict::holds:
            return "holds";
        case Verdict::fails:
            return "fails";
        case Verdict::unknown:
            return "unknown";
    }
    return "unknown";
}

std::string_view to_string(Observation observation) {
    switch (observation) {
        case Observation::sometimes:
            return "Sometimes";
        case Observation::always:
            return "Always";
        case Observation::never:
            return "Never";
        case Observation::unknown:
            return "Unknown";
    }
    return "Unknown";
}

}  // namespace clmm::enumerator
