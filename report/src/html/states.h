#pragma once

#include <map>
#include <string>
#include <vector>

#include "clmm/report/html.h"

namespace clmm::report {

/// A final state in the table of a page, with who allows it.
struct HtmlState {
    const enumerator::CheckResult* of = nullptr;  ///< whose execution shows it
    model::OutcomeEntry outcome;
    std::size_t model = 0;  ///< index of HtmlStudy::models that `of` is of
    std::string text;       ///< `0:r0=1; x=2;`
    /// For each model: y allowed, a allowed but out of thin air, n forbidden, ? not known,
    /// - no answer.
    std::string allowed;
};

/// The states of one answer, to ask whether it has another answer's.
class AnswerStates {
public:
    /// `result` may be null: no answer.
    explicit AnswerStates(const enumerator::CheckResult* result);

    /// y, a, n, ? or - as in HtmlState::allowed. A member of a family is allowed by it.
    [[nodiscard]] char says(const litmus::EventStructure& structure,
                            const model::OutcomeEntry& outcome) const;

private:
    const enumerator::CheckResult* result_;
    std::map<std::string, char> known_;  ///< to the letter of it
};

/// What a state and its values are compared by: equal for entries that speak of the same values.
[[nodiscard]] std::string state_key(const litmus::EventStructure& structure,
                                    const model::OutcomeEntry& outcome);

/// States that the page lists: those of the page's model first, as `clmm check` lists them, then
/// those that only others allow. `left_out` counts what the limit cut.
struct HtmlStates {
    std::vector<HtmlState> states;
    std::size_t left_out = 0;
};
[[nodiscard]] HtmlStates states_of(const HtmlStudy& study, const HtmlLimits& limits);

/// The result of a model of the study; null where there is none.
[[nodiscard]] const enumerator::CheckResult* result_under(const HtmlStudy& study,
                                                          std::size_t model);

}  // namespace clmm::report
