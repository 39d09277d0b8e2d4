#include "compare.h"

#include <algorithm>

namespace clmm::oracle {
namespace {

/// Where each of the test's observables stands among the structure's.
std::vector<std::size_t> positions(const Program& test, const litmus::EventStructure& structure) {
    std::vector<std::size_t> all;
    for (const std::string& name : observable_names(test)) {
        const auto found =
            std::find_if(structure.observables.begin(), structure.observables.end(),
                         [&](const auto& observable) { return observable.name == name; });
        if (found == structure.observables.end()) return {};
        all.push_back(static_cast<std::size_t>(found - structure.observables.begin()));
    }
    return all;
}

Answer translate(const model::EngineAnswer& answer, const std::vector<std::size_t>& columns) {
    Answer result;
    for (const auto& entry : answer.outcomes) {
        Outcome outcome;
        for (const std::size_t column : columns)
            outcome.push_back(static_cast<int>(static_cast<std::uint32_t>(entry.values[column])));
        result.outcomes.insert(outcome);
        result.executions += entry.executions;
    }
    result.racy = !answer.race_free.value_or(true);
    return result;
}

}  // namespace

std::string in_words(const Answer& answer) {
    std::string text = std::to_string(answer.executions) + " executions, " +
                       (answer.racy ? "racy" : "race-free") + ", " +
                       std::to_string(answer.outcomes.size()) + " outcomes:";
    for (const Outcome& outcome : answer.outcomes) {
        text += " (";
        for (std::size_t i = 0; i < outcome.size(); ++i)
            text += (i == 0 ? "" : " ") + std::to_string(outcome[i]);
        text += ")";
    }
    return text;
}

EngineView ask(model::Engine& engine, const model::MemoryModel& model, const Program& test,
               const std::string& text) {
    const auto read = litmus::read_test(std::make_shared<Source>("generated.litmus", text));
    if (!read) return {{}, render(read.diagnostics())};
    const auto structure = litmus::unfold(*read, {});
    if (!structure) return {{}, render(structure.diagnostics())};
    const auto columns = positions(test, *structure);
    if (columns.empty()) return {{}, "an observable is missing"};
    model::EngineRequest request;
    request.all_executions = true;
    const auto answer = engine.run(*structure, model, request);
    if (answer.incomplete) return {{}, *answer.incomplete};
    if (!answer.race_free) return {{}, "nothing is said about races"};
    return {translate(answer, columns), ""};
}

std::string disagreement(model::Engine& engine, const model::MemoryModel& model,
                         const Program& test, Syntax syntax, const Answer& expected) {
    const std::string text = to_litmus(test, syntax, "generated");
    const EngineView view = ask(engine, model, test, text);
    const bool same = view.problem.empty() && view.answer.outcomes == expected.outcomes &&
                      view.answer.racy == expected.racy &&
                      view.answer.executions == expected.executions;
    if (same) return "";
    std::string names;
    for (const std::string& name : observable_names(test)) names += " " + name;
    return "disagreement on\n" + text + "observables:" + names + "\noracle: " + in_words(expected) +
           "\nengine: " + (view.problem.empty() ? in_words(view.answer) : view.problem) + "\n";
}

}  // namespace clmm::oracle
