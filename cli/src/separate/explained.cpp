#include "separate/explained.h"

#include "clmm/report/explanation.h"
#include "explain/indented.h"

namespace clmm::cli {
namespace {

using separation::By;

std::string told(const enumerator::CheckResult& checked, const model::MemoryModel& model, By kind,
                 const enumerator::ExplainOptions& options) {
    if (kind == By::race) {
        if (checked.answer.undefined.empty()) return "no undefined behaviour\n";
        const auto race = enumerator::explain_race(
            checked, model, report::distinct_entries(checked).front(), options);
        return report::to_text(report::tell(checked, model, race), checked);
    }
    const auto state = enumerator::explain_state(
        checked.structure, model,
        enumerator::question_of_condition(checked.test, checked.structure), options);
    return report::to_text(report::tell(checked, model, state), checked);
}

}  // namespace

std::string explained(const separation::Separation& separation,
                      const std::array<const model::MemoryModel*, 2>& models,
                      const std::array<std::string, 2>& words,
                      const enumerator::CheckOptions& check) {
    enumerator::ExplainOptions options{.check = check, .arguments = 1};
    const auto text = std::make_shared<Source>(separation.program.name + ".litmus",
                                               separation::to_litmus(separation, words));
    std::string out;
    for (const std::size_t i : {separation.weaker, 1 - separation.weaker}) {
        const auto checked = enumerator::check(text, *models[i], options.check);
        out += "  under " + words[i] + ":\n";
        out += indented(checked ? told(*checked, *models[i], separation.kind, options)
                                : clmm::render(checked.diagnostics()));
    }
    return out;
}

}  // namespace clmm::cli
