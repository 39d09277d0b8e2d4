#include "clmm/report/study.h"

#include <algorithm>

#include "explanation/waits.h"

namespace clmm::report {
namespace {

using enumerator::CheckResult;

/// Of how many races a page says why they are, and what would order their actions.
constexpr std::size_t kExplainedRaces = 5;

/// What would exclude a state or a race takes many checks: it is looked for in tests with at most
/// so many events.
constexpr std::size_t kChangedEvents = 80;

/// What stands side by side where nobody chooses.
std::vector<std::string> usual_models(const litmus::LitmusTest& test) {
    const std::vector<std::string_view> names = test.front_end->models(test);
    return {names.begin(), names.end()};
}

model::MemoryModel without_check(model::MemoryModel model, std::size_t check) {
    model.program.checks.erase(model.program.checks.begin() + static_cast<std::ptrdiff_t>(check));
    return model;
}

template <class Where>
void take(Result<CheckResult> result, Where& place) {
    if (result)
        place.result = std::move(result).value();
    else
        place.problems = result.diagnostics();
}

enumerator::ExplainOptions explain_options(const HtmlStudy& study, const NextCheck& next) {
    enumerator::ExplainOptions explain{.check = next()};
    explain.check.outcomes = false;
    explain.expected = study.result.structure.size() <= kChangedEvents;
    if (explain.check.timeout) explain.check.budget.set_timeout(*explain.check.timeout);
    return explain;
}

}  // namespace

std::vector<std::string> models_of_page(const litmus::LitmusTest& test,
                                        const std::vector<std::string>& asked) {
    std::vector<std::string> words = asked;
    if (words.empty()) words = {std::string(enumerator::default_model(test))};
    if (words.size() > 1) return words;
    for (const std::string& word : usual_models(test))
        if (word != words.front()) words.push_back(word);
    return words;
}

void look_aside(const litmus::LitmusTest& test, const std::vector<std::string>& words,
                bool are_asked_for, const FindModel& find, const NextCheck& next,
                HtmlStudy& study) {
    std::vector<std::string> order = usual_models(test);
    const bool is_usual = !are_asked_for && std::ranges::find(order, words.front()) != order.end();
    for (const std::string& word : is_usual ? order : words) {
        HtmlStudy::Under& under = study.models.emplace_back();
        under.name = word;
        const auto model = find(word);
        if (!*model) {
            under.problems = model->diagnostics();
            continue;
        }
        under.model = &**model;
        if (word == words.front())
            study.chosen = study.models.size() - 1;
        else
            take(enumerator::check(test, *under.model, next()), under);
    }
}

void leave_out_axioms(const litmus::LitmusTest& test, const NextCheck& next, HtmlStudy& study) {
    const auto& checks = study.model->program.checks;
    for (std::size_t i = 0; i < checks.size(); ++i) {
        if (checks[i].role != model::CheckRole::axiom) continue;
        HtmlStudy::Without& without = study.axioms.emplace_back();
        without.check = i;
        enumerator::CheckOptions weaker = next();
        weaker.undefined_behaviour = false;
        weaker.properties.clear();
        take(enumerator::check(test, without_check(*study.model, i), weaker), without);
    }
}

void explain(const NextCheck& next, StudiedTest& studied) {
    CheckResult& result = studied.study.result;
    const model::MemoryModel& model = *studied.study.model;
    const auto options = [&] { return explain_options(studied.study, next); };
    if (result.test.quantifier && result.properties.empty()) {
        studied.states.push_back(enumerator::explain_state(
            result.structure, model,
            enumerator::question_of_condition(result.test, result.structure), options()));
        studied.study.explanations.push_back(tell(result, model, studied.states.back()));
        Waits(result, model, options())
            .complete(studied.study.explanations.back(), studied.states.back());
    }
    const std::vector<std::size_t> entries = distinct_entries(result);
    Waits waits(result, model, options());
    for (std::size_t i = 0; i < std::min(entries.size(), kExplainedRaces); ++i) {
        studied.races.push_back(enumerator::explain_race(result, model, entries[i], options()));
        studied.study.explanations.push_back(tell(result, model, studied.races.back()));
        waits.complete(studied.study.explanations.back(), studied.races.back());
    }
}

}  // namespace clmm::report
