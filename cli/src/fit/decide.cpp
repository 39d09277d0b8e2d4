#include "fit/decide.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <set>

#include "clmm/comparison/answer.h"
#include "clmm/enumerator/explanation.h"
#include "clmm/report/comparison.h"

namespace clmm::cli {
namespace {

using comparison::Decision;
using comparison::Stand;
using enumerator::CheckResult;

/// The entries of a state in its normal form.
std::vector<std::string> entries_of(const std::string& state) {
    std::vector<std::string> entries;
    for (std::size_t at = 0; at < state.size();) {
        const std::size_t end = std::min(state.find("; ", at), state.size());
        entries.push_back(state.substr(at, end - at));
        at = end + 2;
    }
    return entries;
}

std::string name_of_entry(const std::string& entry) { return entry.substr(0, entry.rfind('=')); }

std::set<std::string> names_in(const std::string& state) {
    std::set<std::string> names;
    for (const std::string& each : entries_of(state)) names.insert(name_of_entry(each));
    return names;
}

std::string over(const std::set<std::string>& names, const std::string& state) {
    std::string kept;
    for (const std::string& each : entries_of(state))
        if (names.contains(name_of_entry(each))) kept += (kept.empty() ? "" : "; ") + each;
    return kept;
}

class Decider {
public:
    Decider(const comparison::Observed& seen, const model::MemoryModel& model,
            const enumerator::CheckOptions& options)
        : seen_(seen), model_(model), options_(options) {}

    Decision operator()() {
        auto checked = enumerator::check(seen_.source, model_, options_);
        if (!checked) return {.problem = checked.diagnostics().front().message};
        CheckResult result = std::move(checked).value();
        const std::set<std::string> names = names_in(seen_.states.begin()->first);
        for (const auto& [state, count] : seen_.states)
            if (names_in(state) != names)
                return {.problem = "states of other registers and locations: " + state};
        fill(result, names);
        if (!decision_.problem.empty()) return {.problem = decision_.problem};
        for (const auto& [state, count] : seen_.states)
            decision_.seen.push_back(stand(result, state));
        return std::move(decision_);
    }

private:
    void fill(const CheckResult& result, const std::set<std::string>& names) {
        decision_.is_undefined = !result.answer.undefined.empty();
        if (!enumerator::is_complete(result.answer))
            decision_.open = result.reason.empty() ? "not complete" : result.reason;
        else if (options_.undefined_behaviour && !decision_.is_undefined &&
                 (!result.racy || result.answer.undefined_incomplete))
            decision_.open = "it is not known whether the test races";
        if (decision_.is_undefined) return;
        const comparison::Answer told =
            report::answer_of(result, std::numeric_limits<std::size_t>::max(), budget_of_telling());
        if (!told.complete && decision_.open.empty()) decision_.open = told.open;
        for (const std::string& state : told.states) {
            const std::set<std::string> known = names_in(state);
            if (!std::ranges::includes(known, names))
                decision_.problem = "what was seen is of other registers and locations: " +
                                    seen_.states.begin()->first;
            decision_.states.push_back(over(names, state));
        }
        std::ranges::sort(decision_.states);
        const auto again = std::ranges::unique(decision_.states);
        decision_.states.erase(again.begin(), again.end());
    }

    /// A search that took all of its time has found something that may be told.
    [[nodiscard]] Budget budget_of_telling() const {
        constexpr std::chrono::milliseconds kLeast(20);
        Budget budget = options_.budget;
        if (const auto left = budget.time_left()) budget.set_timeout(std::max(*left, kLeast));
        return budget;
    }

    Stand stand(CheckResult& result, const std::string& state) const {
        if (decision_.is_undefined) return Stand::allowed;
        if (std::ranges::binary_search(decision_.states, state)) return Stand::allowed;
        if (!decision_.open.empty()) return Stand::open;
        const bool has_families = std::ranges::any_of(
            result.answer.outcomes,
            [](const model::OutcomeEntry& each) { return each.family.has_value(); });
        return has_families ? asked(result, state) : Stand::forbidden;
    }

    /// A state may be a member of a family.
    Stand asked(CheckResult& result, const std::string& state) const {
        auto question = enumerator::question_of_state(result.structure, state);
        if (!question) return Stand::forbidden;  // a value that is none
        enumerator::ExplainOptions options{.check = options_, .arguments = 1, .expected = false};
        options.check.outcomes = false;
        const auto told = enumerator::explain_state(result.structure, model_,
                                                    std::move(question).value(), options);
        if (told.witness) return Stand::allowed;
        return told.incomplete ? Stand::open : Stand::forbidden;
    }

    const comparison::Observed& seen_;
    const model::MemoryModel& model_;
    const enumerator::CheckOptions& options_;
    Decision decision_;
};

}  // namespace

Decision decide(const comparison::Observed& seen, const model::MemoryModel& model,
                enumerator::CheckOptions options, bool races) {
    options.undefined_behaviour = races;
    return Decider(seen, model, options)();
}

}  // namespace clmm::cli
