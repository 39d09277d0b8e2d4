#include "explanation/as_it_is.h"

#include <algorithm>

#include "explanation/phrases.h"

namespace clmm::report {
namespace {

class Comparing {
public:
    Comparing(const litmus::EventStructure& structure, const model::MemoryModel& model,
              const model::Execution& witness)
        : model_(model),
          witness_(witness),
          evaluator_(model, structure),
          phrases_(structure, model.program, witness) {
        evaluator_.evaluate(witness);
    }

    /// Whether a pair is as told; nullopt where the model has no relation of the name.
    std::optional<bool> holds(const Highlight& pair) {
        if (pair.relation == "rf") return witness_.reads_from.test(pair.a.index(), pair.b.index());
        if (const model::Definition* known = find(pair.relation))
            return evaluator_.relation(known->node).test(pair.a.index(), pair.b.index());
        return std::nullopt;
    }

    std::string text(const Highlight& pair) {
        const model::Definition* known = find(pair.relation);
        if (known == nullptr) return {};
        std::string text;
        for (const model::Definition& other : model_.program.definitions)
            if (other.show && !model_.program[other.node].is_set &&
                evaluator_.relation(other.node).test(pair.a.index(), pair.b.index()))
                text += (text.empty() ? "" : " and ") +
                        phrases_.named(other.name, {other.node, pair.a, pair.b, true}, false);
        return text + (text.empty() ? "" : ", but ") +
               phrases_.named(pair.relation, {known->node, pair.a, pair.b, false}, false);
    }

private:
    const model::Definition* find(const std::string& name) const {
        for (const model::Definition& each : model_.program.definitions)
            if (each.name == name && !model_.program[each.node].is_set) return &each;
        return nullptr;
    }

    const model::MemoryModel& model_;
    const model::Execution& witness_;
    model::Evaluator evaluator_;
    Phrases phrases_;
};

}  // namespace

std::vector<std::string> as_it_is(const ToldCase& told, const litmus::EventStructure& structure,
                                  const model::MemoryModel& model,
                                  const model::Execution& witness) {
    Comparing comparing(structure, model, witness);
    std::vector<bool> broken(told.steps.size());
    std::vector<std::string> out;
    for (std::size_t i = 0; i < told.steps.size(); ++i) {
        const ToldStep& step = told.steps[i];
        const bool rests_on_broken =
            std::ranges::any_of(step.uses, [&](std::size_t used) { return broken[used]; });
        if (step.supposed) continue;  // a case, whether or not it is so
        for (const Highlight& pair : step.pairs)
            if (comparing.holds(pair) == false) broken[i] = true;
        if (broken[i] && !rests_on_broken)
            if (const std::string text = comparing.text(step.pairs.front()); !text.empty())
                out.push_back(std::to_string(i + 1) + " does not hold: " + text);
    }
    return out;
}

std::vector<Highlight> would_be_cycle(const ToldCase& told, const litmus::EventStructure& structure,
                                      const model::MemoryModel& model,
                                      const model::Execution& witness) {
    Comparing comparing(structure, model, witness);
    std::vector<Highlight> cycle = told.highlights;
    for (Highlight& each : cycle)
        if (comparing.holds(each) == false) each.relation = "no " + each.relation;
    std::erase_if(cycle, [&](const Highlight& each) {
        return !witness.executed.test(each.a.index()) || !witness.executed.test(each.b.index());
    });
    return cycle;
}

}  // namespace clmm::report
