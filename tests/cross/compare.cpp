#include "compare.h"

#include <algorithm>

#include "clmm/enumerator/check.h"
#include "clmm/targets/languages.h"

namespace clmm::oracle {
namespace {

/// As many witnesses the engine gives of one kind of undefined behaviour.
constexpr std::size_t kWitnesses = 8;

/// Where each of the test's observables stands among the structure's.
std::vector<std::size_t> positions(const Printed& test, const litmus::EventStructure& structure) {
    std::vector<std::size_t> all;
    for (const std::string& name : test.observables) {
        const auto found =
            std::find_if(structure.observables.begin(), structure.observables.end(),
                         [&](const auto& observable) { return observable.name == name; });
        if (found == structure.observables.end()) return {};
        all.push_back(static_cast<std::size_t>(found - structure.observables.begin()));
    }
    return all;
}

/// Translates an engine's answer.
class Translation {
public:
    Translation(const Printed& test, const litmus::EventStructure& structure, const Source& source)
        : test_(test), structure_(structure), source_(source) {}

    EngineView operator()(const model::EngineAnswer& answer,
                          const std::vector<std::size_t>& columns) {
        EngineView view;
        for (const auto& entry : answer.outcomes) {
            Outcome outcome;
            for (const std::size_t column : columns)
                outcome.push_back(
                    static_cast<int>(static_cast<std::uint32_t>(entry.values[column])));
            view.answer.outcomes.insert(outcome);
            view.answer.executions += entry.executions;
        }
        view.answer.racy = !answer.race_free.value_or(true);
        std::size_t races = 0;
        for (const model::UndefinedEntry& entry : answer.undefined) {
            if (entry.kind != "data-race") {
                view.answer.unavailable.insert(entry.kind);
                continue;
            }
            view.all_races = ++races < kWitnesses;
            view.answer.races.insert(
                std::minmax(place(entry.events.front()), place(entry.events.back())));
        }
        return view;
    }

private:
    /// By its unit and its line.
    [[nodiscard]] Place place(litmus::EventId id) const {
        const litmus::Event& event = structure_[id];
        const int unit = event.unit.valid() ? static_cast<int>(event.unit.index()) : -1;
        const int line = static_cast<int>(source_.position(event.span.begin).line);
        for (const auto& [place, own] : test_.lines)
            if (place.first == unit && own == line) return place;
        return {unit, -1};
    }

    const Printed& test_;
    const litmus::EventStructure& structure_;
    const Source& source_;
};

std::string in_words(Place place) {
    return std::to_string(place.first) + "." + std::to_string(place.second);
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
    for (const auto& [a, b] : answer.races) text += "; " + in_words(a) + " races " + in_words(b);
    for (const std::string& kind : answer.unavailable) text += "; " + kind;
    return text;
}

Asked asked(const Printed& printed) {
    const auto source = std::make_shared<Source>("generated.litmus", printed.text);
    auto read = targets::read_test(source);
    Asked made{printed, source, std::nullopt, {}};
    if (read)
        made.test = std::move(read).value();
    else
        made.problem = render(read.diagnostics());
    return made;
}

Asked asked(const Program& test, Syntax syntax) {
    return asked(to_litmus(test, syntax, "generated"));
}

EngineView ask(model::Engine& engine, const model::MemoryModel& model, const Asked& test,
               Ask what) {
    const auto problem = [](std::string text) {
        EngineView view;
        view.problem = std::move(text);
        return view;
    };
    if (!test.test) return problem(test.problem);
    const auto structure = litmus::unfold(*test.test, enumerator::unfold_options(model, {}));
    if (!structure) return problem(render(structure.diagnostics()));
    const auto columns = positions(test.printed, *structure);
    if (columns.empty()) return problem("an observable is missing");
    model::EngineRequest request;
    request.all_executions = what == Ask::executions;
    const auto answer = engine.run(*structure, model, request);
    if (answer.incomplete) return problem(*answer.incomplete);
    if (!answer.race_free) return problem("nothing is said about races");
    return Translation{test.printed, *structure, *test.source}(answer, columns);
}

EngineView ask(model::Engine& engine, const model::MemoryModel& model, const Printed& test,
               Ask what) {
    return ask(engine, model, asked(test), what);
}

bool agree(const EngineView& view, const Answer& expected, Ask what) {
    const Answer& answer = view.answer;
    // What follows from one race by symmetry is looked up to the limit in both directions.
    const bool all_races = view.all_races && expected.races.size() <= kWitnesses;
    const bool races = all_races ? answer.races == expected.races
                                 : std::includes(expected.races.begin(), expected.races.end(),
                                                 answer.races.begin(), answer.races.end());
    return view.problem.empty() && answer.outcomes == expected.outcomes &&
           answer.racy == expected.racy && races && answer.unavailable == expected.unavailable &&
           (what == Ask::outcomes || answer.executions == expected.executions);
}

std::string disagreement(model::Engine& engine, const model::MemoryModel& model, const Asked& test,
                         const Answer& expected, Ask what) {
    const EngineView view = ask(engine, model, test, what);
    if (agree(view, expected, what)) return "";
    std::string names;
    for (const std::string& name : test.printed.observables) names += " " + name;
    return "disagreement on\n" + test.printed.text + "observables:" + names +
           "\noracle: " + in_words(expected) +
           "\nengine: " + (view.problem.empty() ? in_words(view.answer) : view.problem) + "\n";
}

std::string disagreement(model::Engine& engine, const model::MemoryModel& model,
                         const Program& test, Syntax syntax, const Answer& expected, Ask what) {
    return disagreement(engine, model, asked(test, syntax), expected, what);
}

}  // namespace clmm::oracle
