#include "facts/violated_pairs.h"

#include <algorithm>

#include "explanation/steps.h"

namespace clmm::report {

std::vector<Highlight> violated_pairs(const litmus::EventStructure& structure,
                                      const model::MemoryModel& model,
                                      const model::Execution& execution, std::size_t check) {
    model::Evaluator evaluator(model, structure);
    evaluator.evaluate(execution);
    const std::vector<model::Finding> findings = evaluator.violations();
    const auto finding = std::ranges::find(findings, check, &model::Finding::check);
    if (finding == findings.end()) return {};
    const auto facts = model::facts_of(model.program, *finding);
    const auto inferences = model::derive(model.program, evaluator, facts);
    const NodeNames names(model.program);
    const Phrases phrases(structure, model.program, execution);
    const StepTeller teller(names, phrases, model.program, inferences);
    std::vector<Highlight> pairs;
    for (const model::NodeFact& fact : facts)
        for (Highlight& each : teller.outer_pairs(model::find(inferences, fact)))
            pairs.push_back(std::move(each));
    return pairs;
}

}  // namespace clmm::report
