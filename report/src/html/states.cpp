#include "html/states.h"

#include <algorithm>

#include "clmm/report/value.h"

namespace clmm::report {
namespace {

using enumerator::CheckResult;
using model::OutcomeEntry;

/// Whether the values are a member of the family: fixed ones are equal, and those of a group are
/// equal among themselves.
bool has(const OutcomeEntry& family, const OutcomeEntry& outcome) {
    const std::vector<int>& groups = family.family->free_group;
    if (groups.size() != outcome.values.size()) return false;
    std::map<int, std::uint64_t> value_of;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const std::uint64_t value = outcome.values[i];
        const bool fits = groups[i] < 0
                              ? family.values[i] == value
                              : value_of.try_emplace(groups[i], value).first->second == value;
        if (!fits) return false;
    }
    return true;
}

char member_letter(const OutcomeEntry& outcome) { return outcome.out_of_thin_air ? 'a' : 'y'; }

}  // namespace

AnswerStates::AnswerStates(const CheckResult* result) : result_(result) {
    if (result == nullptr) return;
    for (const OutcomeEntry& outcome : result->answer.outcomes)
        known_.emplace(state_key(result->structure, outcome), member_letter(outcome));
}

char AnswerStates::says(const litmus::EventStructure& structure,
                        const OutcomeEntry& outcome) const {
    if (result_ == nullptr) return '-';
    if (const auto found = known_.find(state_key(structure, outcome)); found != known_.end())
        return found->second;
    const std::vector<OutcomeEntry>& families = result_->answer.outcomes.families();
    if (!outcome.family)
        for (const OutcomeEntry& family : families)
            if (has(family, outcome))
                return family.family->extent == model::Extent::every ? member_letter(family) : '?';
    const auto may_be = [&](const OutcomeEntry& family) {
        return (family.family->extent == model::Extent::undecided) !=
                   (outcome.family->extent == model::Extent::undecided) &&
               format_state(structure, family) == format_state(structure, outcome);
    };
    if (outcome.family && std::ranges::any_of(families, may_be)) return '?';
    return enumerator::is_complete(result_->answer) ? 'n' : '?';
}

std::string state_key(const litmus::EventStructure& structure, const OutcomeEntry& outcome) {
    return format_state(structure, outcome) +
           (outcome.family ? std::string(extent_word(outcome.family->extent)) : "");
}

const CheckResult* result_under(const HtmlStudy& study, std::size_t model) {
    if (model == study.chosen) return &study.result;
    const auto& result = study.models[model].result;
    return result ? &*result : nullptr;
}

HtmlStates states_of(const HtmlStudy& study, const HtmlLimits& limits) {
    HtmlStates listed;
    std::map<std::string, std::size_t> known;
    std::vector<AnswerStates> answers;
    const auto list = [&](std::size_t model) {
        const CheckResult* result = result_under(study, model);
        if (result == nullptr) return;
        std::size_t count = 0;
        for (const OutcomeEntry& outcome : result->answer.outcomes) {
            const auto [at, is_new] =
                known.try_emplace(state_key(result->structure, outcome), listed.states.size());
            if (!is_new) continue;
            if (++count > limits.listed) {
                ++listed.left_out;
                at->second = ~std::size_t{0};
                continue;
            }
            listed.states.push_back(
                {result, outcome, model, format_state(result->structure, outcome), {}});
        }
    };
    list(study.chosen);
    for (std::size_t i = 0; i < study.models.size(); ++i)
        if (i != study.chosen) list(i);
    for (std::size_t i = 0; i < study.models.size(); ++i)
        answers.emplace_back(result_under(study, i));
    for (HtmlState& state : listed.states)
        for (const AnswerStates& answer : answers)
            state.allowed += answer.says(state.of->structure, state.outcome);
    return listed;
}

}  // namespace clmm::report
