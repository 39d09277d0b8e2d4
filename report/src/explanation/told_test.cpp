#include "clmm/report/told_test.h"

#include "explanation/waits.h"

namespace clmm::report {
namespace {

/// The state that is named, else the condition; nothing where there is neither.
Result<std::optional<enumerator::Question>> wanted_question(enumerator::CheckResult& result,
                                                            const std::string& state) {
    using Wanted = std::optional<enumerator::Question>;
    if (!state.empty()) {
        auto question = enumerator::question_of_state(result.structure, state);
        if (!question) return Result<Wanted>::failure(question.diagnostics());
        return Wanted(std::move(question).value());
    }
    if (!result.test.quantifier) return Wanted();
    return Wanted(enumerator::question_of_condition(result.test, result.structure));
}

}  // namespace

Result<ToldTest> tell_test(enumerator::CheckResult& result, const model::MemoryModel& model,
                           const std::string& state, const enumerator::ExplainOptions& options) {
    ToldTest test;
    Waits waits(result, model, options);
    if (state.empty())
        for (const std::size_t entry : distinct_entries(result)) {
            test.races.push_back(enumerator::explain_race(result, model, entry, options));
            test.told.push_back(tell(result, model, test.races.back()));
            waits.complete(test.told.back(), test.races.back());
        }
    auto question = wanted_question(result, state);
    if (!question) return Result<ToldTest>::failure(question.diagnostics());
    if (*question) {
        test.states.push_back(enumerator::explain_state(result.structure, model,
                                                        std::move(*question.value()), options));
        test.told.push_back(tell(result, model, test.states.back()));
        if (state.empty()) waits.complete(test.told.back(), test.states.back());
    }
    if (test.told.empty() && why_undefined_incomplete(result).empty())
        return Result<ToldTest>::failure(
            {{Severity::error, "E-SELECT",
              "the test has neither a condition nor undefined behaviour to explain",
              "add a condition, or name a state: --state 'x=1; 0:r0=2'", nullptr, Span{}}});
    return test;
}

std::string why_undefined_incomplete(const enumerator::CheckResult& result) {
    if (result.answer.undefined_incomplete) return *result.answer.undefined_incomplete;
    return result.answer.bound_reached ? result.reason : "";
}

}  // namespace clmm::report
