#include "clmm/report/selection.h"

#include <algorithm>
#include <charconv>
#include <memory>
#include <optional>

#include "clmm/enumerator/explanation.h"
#include "clmm/report/explanation.h"
#include "clmm/report/log_line.h"
#include "clmm/report/text.h"
#include "clmm/report/told_test.h"
#include "clmm/report/value.h"

namespace clmm::report {
namespace {

using enumerator::CheckResult;

/// An execution to draw, and what stands above it.
struct Picked {
    std::shared_ptr<const model::Execution> execution;
    std::string caption;
    std::vector<Highlight> highlights;
};

Diagnostics select_problem(std::string message, std::string hint = {}) {
    return {{Severity::error, "E-SELECT", std::move(message), std::move(hint), nullptr, Span{}}};
}

Picked pick(const CheckResult& result, const model::OutcomeEntry& outcome) {
    Picked picked{outcome.witness, format_outcome(result.structure, outcome), {}};
    if (outcome.out_of_thin_air)
        picked.highlights = thin_air_highlights(result.structure, outcome.execution());
    return picked;
}

Picked pick(const litmus::EventStructure& structure, const model::UndefinedEntry& entry) {
    // The result has it.
    return {{std::shared_ptr<const model::Execution>(), &entry.witness},
            entry.kind,
            undefined_highlights(structure, entry)};
}

/// Whether the state has every `name=value` that the selection names.
bool has_state(std::string state, std::string_view wanted) {
    std::erase(state, ' ');
    state.insert(0, ";");
    std::string part;
    for (const char c : std::string(wanted) + ";") {
        if (c != ';') {
            if (c != ' ') part += c;
            continue;
        }
        if (!part.empty() && state.find(";" + part + ";") == std::string::npos) return false;
        part.clear();
    }
    return true;
}

class Selection {
public:
    Selection(const CheckResult& result, const std::string& word) : result_(result), word_(word) {}

    Result<std::vector<Picked>> operator()() const {
        const auto& outcomes = result_.answer.outcomes;
        if (word_ == "witness") return witness();
        if (word_ == "race") return races();
        if (word_ == "all") {
            if (outcomes.empty())
                return Failure::failure(select_problem("the test has no execution"));
            return some([](const model::OutcomeEntry&) { return true; });
        }
        if (const auto number = as_number()) {
            if (*number == 0 || outcomes.size() < *number)
                return Failure::failure(select_problem(
                    "there is no outcome " + word_ + "; there are " + outcomes.size().to_string()));
            return std::vector{pick(result_, outcomes[*number - 1])};
        }
        if (word_.find('=') == std::string::npos)
            return Failure::failure(select_problem(
                "--select: '" + word_ + "' is no selection",
                "write witness, all, race, forbidden, a number, or a state such as 'x=1; 0:r0=2'"));
        auto found = some([&](const model::OutcomeEntry& outcome) {
            return has_state(with_plain_addresses(format_state(result_.structure, outcome)),
                             with_plain_addresses(word_));
        });
        if (found.empty())
            return Failure::failure(select_problem(
                "no outcome has " + word_, "clmm check lists the outcomes that are allowed"));
        return found;
    }

private:
    using Failure = Result<std::vector<Picked>>;

    /// The execution that decides the condition; else one that the test has; else a race.
    Result<std::vector<Picked>> witness() const {
        if (const auto outcome = deciding_outcome(result_))
            return std::vector{pick(result_, *outcome)};
        if (!result_.answer.outcomes.empty())
            return std::vector{pick(result_, *result_.answer.outcomes.begin())};
        return races();
    }

    Result<std::vector<Picked>> races() const {
        std::vector<Picked> picked;
        for (const model::UndefinedEntry& entry : result_.answer.undefined)
            picked.push_back(pick(result_.structure, entry));
        if (picked.empty())
            return Failure::failure(select_problem(word_ == "race"
                                                       ? "no undefined behaviour was found"
                                                       : "the test has no execution"));
        if (word_ != "race") picked.resize(1);
        return picked;
    }

    template <class Wanted>
    std::vector<Picked> some(Wanted&& wanted) const {
        std::vector<Picked> picked;
        for (const model::OutcomeEntry& outcome : result_.answer.outcomes)
            if (wanted(outcome)) picked.push_back(pick(result_, outcome));
        return picked;
    }

    std::optional<std::size_t> as_number() const {
        std::size_t number = 0;
        const char* const end = word_.data() + word_.size();
        const auto [rest, error] = std::from_chars(word_.data(), end, number);
        return error == std::errc() && rest == end ? std::optional(number) : std::nullopt;
    }

    const CheckResult& result_;
    const std::string& word_;
};

/// Executions that would satisfy the condition, each with what the model has against it.
Result<DrawnSelection> draw_forbidden(CheckResult& result, const model::MemoryModel& model,
                                      const GraphOptions& options,
                                      const enumerator::CheckOptions& limits) {
    using Failure = Result<DrawnSelection>;
    if (!result.test.quantifier)
        return Failure::failure(select_problem("the test has no condition"));
    const enumerator::StateExplanation why = enumerator::explain_state(
        result.structure, model, enumerator::question_of_condition(result.test, result.structure),
        {.check = limits, .expected = false});
    if (why.witness)
        return Failure::failure(
            select_problem("the condition is not forbidden",
                           "--select witness draws an execution that it allows"));
    auto graphs = draw(tell(result, model, why), result, model, options);
    if (graphs.empty() && why.incomplete) return DrawnSelection{{}, *why.incomplete};
    if (graphs.empty() && !result.answer.bound_reached)
        return Failure::failure(select_problem("no execution, allowed or not, has these values"));
    return DrawnSelection{std::move(graphs), result.answer.bound_reached ? result.reason : ""};
}

}  // namespace

Result<DrawnSelection> draw_selected(CheckResult& result, const model::MemoryModel& model,
                                     const std::string& word, const GraphOptions& options,
                                     const enumerator::CheckOptions& limits) {
    if (word == "forbidden") return draw_forbidden(result, model, options, limits);
    const auto picked = Selection(result, word)();
    // Numbers and lists are those of all outcomes; what decides the condition decides it.
    std::string cut = word == "race" ? why_undefined_incomplete(result) : result.reason;
    if (!picked && cut.empty()) return Result<DrawnSelection>::failure(picked.diagnostics());
    DrawnSelection drawn;
    if (!picked || word != "witness" || !deciding_outcome(result)) drawn.unknown = std::move(cut);
    if (!picked) return drawn;
    for (const Picked& each : *picked) {
        drawn.graphs.push_back(draw(result.structure, result.test.source, model, *each.execution,
                                    each.highlights, options));
        drawn.graphs.back().title = result.test.name + " (" + result.model + ")";
        drawn.graphs.back().caption = each.caption;
    }
    return drawn;
}

Diagnostics unknown_relations(const model::MemoryModel& model, const GraphOptions& options) {
    const std::vector<std::string> known = drawable_relations(model);
    for (const auto* names : {&options.show, &options.hide})
        for (const std::string& name : *names)
            if (std::ranges::find(known, name) == known.end())
                return select_problem("the model " + model.name + " has no relation '" + name + "'",
                                      "clmm models --show " + model.name + " prints it");
    return {};
}

}  // namespace clmm::report
