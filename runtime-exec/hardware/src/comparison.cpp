#include "clmm/hardware/comparison.h"

#include <algorithm>
#include <map>

namespace clmm::hardware {
namespace {

using enumerator::CheckResult;
using model::OutcomeEntry;

class Comparer {
public:
    explicit Comparer(const CheckResult& result)
        : outcomes_(result.answer.outcomes.list()), seen_(outcomes_.size(), false) {
        comparison_.racy = result.racy;
        comparison_.model_complete = enumerator::is_complete(result.answer);
        if (!result.answer.undefined.empty()) {
            comparison_.verdict = RunVerdict::undefined;
            comparison_.reason = result.answer.undefined.front().kind;
        } else if (!comparison_.model_complete) {
            open_because_ =
                result.reason.empty() ? "the model's answer is incomplete" : result.reason;
        } else if (!result.racy || result.answer.undefined_incomplete) {
            open_because_ = "it is not known whether the test races";
        }
        for (std::size_t i = 0; i < outcomes_.size(); ++i) by_values_[outcomes_[i].values] = i;
    }

    Comparison operator()(const Histogram& histogram) {
        for (const SeenState& state : histogram.states) add(state);
        for (std::size_t i = 0; i < outcomes_.size(); ++i)
            if (!seen_[i])
                comparison_.states.push_back(
                    {outcomes_[i].values, 0, outcomes_[i].satisfies_condition,
                     StateVerdict::allowed_unseen, i, outcomes_[i].family});
        std::ranges::stable_sort(comparison_.states, {}, &ComparedState::values);
        return std::move(comparison_);
    }

private:
    void add(const SeenState& state) {
        ComparedState& compared = comparison_.states.emplace_back(ComparedState{
            state.values, state.count, state.satisfies, StateVerdict::filtered, {}, {}});
        if (state.filtered) return;
        compared.outcome = outcome_of(state.values);
        if (compared.outcome) {
            seen_[*compared.outcome] = true;
            compared.verdict = StateVerdict::allowed_seen;
        } else {
            compared.verdict = judge_missing(state.values);
        }
    }

    [[nodiscard]] std::optional<std::size_t> outcome_of(
        const std::vector<std::uint64_t>& values) const {
        if (const auto exact = by_values_.find(values); exact != by_values_.end())
            return exact->second;
        for (std::size_t i = 0; i < outcomes_.size(); ++i)
            if (outcomes_[i].family && outcomes_[i].family->extent == model::Extent::every &&
                is_member(outcomes_[i], values))
                return i;
        return std::nullopt;
    }

    StateVerdict judge_missing(const std::vector<std::uint64_t>& values) {
        if (comparison_.verdict == RunVerdict::undefined) return StateVerdict::allowed_seen;
        std::string open = open_because_;
        if (open.empty() && std::ranges::any_of(outcomes_, [&](const OutcomeEntry& outcome) {
                return is_member(outcome, values);
            }))
            open = "the model allows some values that nothing fixes, and not which is known";
        if (open.empty()) {
            comparison_.verdict = RunVerdict::forbidden;
            comparison_.reason.clear();
            return StateVerdict::forbidden;
        }
        if (comparison_.verdict == RunVerdict::consistent) {
            comparison_.verdict = RunVerdict::unknown;
            comparison_.reason = open;
        }
        return StateVerdict::undecided;
    }

    const std::vector<OutcomeEntry> outcomes_;
    std::vector<bool> seen_;  ///< by outcome
    std::map<std::vector<std::uint64_t>, std::size_t> by_values_;
    std::string open_because_;
    Comparison comparison_;
};

}  // namespace

std::string_view to_string(StateVerdict verdict) {
    switch (verdict) {
        case StateVerdict::allowed_seen:
            return "allowed-seen";
        case StateVerdict::allowed_unseen:
            return "allowed-unseen";
        case StateVerdict::forbidden:
            return "forbidden";
        case StateVerdict::undecided:
            return "undecided";
        case StateVerdict::filtered:
            return "filtered";
    }
    return "";
}

std::string_view to_string(RunVerdict verdict) {
    switch (verdict) {
        case RunVerdict::consistent:
            return "consistent";
        case RunVerdict::forbidden:
            return "forbidden";
        case RunVerdict::undefined:
            return "undefined";
        case RunVerdict::unknown:
            return "unknown";
    }
    return "";
}

bool is_member(const OutcomeEntry& outcome, const std::vector<std::uint64_t>& values) {
    if (!outcome.family || outcome.values.size() != values.size()) return outcome.values == values;
    std::map<int, std::uint64_t> groups;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const int group = outcome.family->free_group[i];
        const std::uint64_t fixed =
            group < 0 ? outcome.values[i] : groups.emplace(group, values[i]).first->second;
        if (values[i] != fixed) return false;
    }
    return true;
}

Comparison compare(const Histogram& seen, const CheckResult& result) {
    return Comparer(result)(seen);
}

}  // namespace clmm::hardware
