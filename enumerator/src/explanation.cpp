#include "clmm/enumerator/explanation.h"

#include <algorithm>
#include <charconv>

#include "clmm/enumerator/check.h"
#include "clmm/litmus/plain_name.h"
#include "clmm/model/evaluator.h"
#include "strengthening.h"

namespace clmm::enumerator {
namespace {

using litmus::TermId;
using model::EventStructure;

Diagnostics cannot_select(std::string message, std::string hint) {
    return {{Severity::error, "E-SELECT", std::move(message), std::move(hint), nullptr, Span{}}};
}

std::optional<std::int64_t> number_in(std::string_view text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || text.empty())
        return std::nullopt;
    return value;
}

/// `&x`, `x`, `&x+4`.
std::optional<std::uint64_t> address_in(const EventStructure& structure, std::string_view text) {
    const std::size_t sign = text.find_first_of("+-");
    std::int64_t offset = 0;
    if (sign != std::string_view::npos && sign != 0) {
        const auto known = number_in(text.substr(sign + (text[sign] == '+' ? 1 : 0)));
        if (!known) return std::nullopt;
        offset = *known;
        text = text.substr(0, sign);
    }
    const std::string name = litmus::plain_name(text);
    for (const litmus::Location& location : structure.locations)
        if (!name.empty() && litmus::plain_name(location.name) == name)
            return location.address + static_cast<std::uint64_t>(offset);
    return std::nullopt;
}

/// An address is not a number, except the null one.
std::optional<std::uint64_t> value_of(const EventStructure& structure,
                                      const litmus::Observable& observable, std::string_view text) {
    if (const auto address = address_in(structure, text)) return address;
    const auto number = number_in(text);
    const auto constant = structure.terms.is_constant(observable.value);
    if (!number || (observable.is_pointer && constant && *number != 0)) return std::nullopt;
    return static_cast<std::uint64_t>(*number);
}

std::vector<std::string> parts_of(const std::string& state) {
    std::vector<std::string> parts(1);
    for (const char c : state)
        if (c == ';')
            parts.emplace_back();
        else if (c != ' ')
            parts.back() += c;
    std::erase(parts, "");
    return parts;
}

std::string names_of(const EventStructure& structure) {
    std::string names;
    for (const litmus::Observable& each : structure.observables)
        names += (names.empty() ? "" : ", ") + each.name;
    return names;
}

}  // namespace

Question question_of_condition(const litmus::LitmusTest& test, const EventStructure& structure) {
    Question question;
    for (const litmus::Conjunct& each : structure.conjuncts) {
        question.wanted.push_back(each.term);
        question.texts.push_back(each.text);
    }
    const bool is_forall = test.quantifier == litmus::Quantifier::forall;
    question.text = test.condition_text + (is_forall ? ": a state without it" : ": such a state");
    return question;
}

Result<Question> question_of_state(EventStructure& structure, const std::string& state) {
    using Failure = Result<Question>;
    Question question;
    for (const std::string& part : parts_of(state)) {
        const std::size_t equals = part.find('=');
        const std::string name = part.substr(0, equals);
        const auto of = std::ranges::find(structure.observables, name, &litmus::Observable::name);
        if (of == structure.observables.end())
            return Failure::failure(cannot_select(
                "the test does not observe '" + name + "'",
                structure.observables.empty() ? "it observes nothing: add 'locations [0:r0; x;]'"
                                              : "it observes " + names_of(structure)));
        const auto value =
            equals == std::string::npos
                ? std::nullopt
                : value_of(structure, *of, std::string_view(part).substr(equals + 1));
        if (!value)
            return Failure::failure(cannot_select("'" + part + "' gives no value",
                                                  "write a state such as 'x=1; 0:r0=2'"));
        const unsigned width = structure.terms[of->value].width;
        const TermId constant = structure.terms.constant(*value, width);
        question.wanted.push_back(structure.terms.equal(of->value, constant));
        question.texts.push_back(part);
        question.text += (question.text.empty() ? "" : "; ") + part;
    }
    if (question.wanted.empty())
        return Failure::failure(
            cannot_select("the state is empty", "write one such as 'x=1; 0:r0=2'"));
    return question;
}

std::vector<ForbiddenArgument> with_inferences(const EventStructure& structure,
                                               const model::MemoryModel& model,
                                               std::vector<model::Argument> arguments) {
    model::Evaluator evaluator(model, structure);
    std::vector<ForbiddenArgument> told;
    for (model::Argument& argument : arguments) {
        ForbiddenArgument& contradictions = told.emplace_back();
        for (model::Refutation& refutation : argument) {
            Contradiction contradiction{std::move(refutation), {}};
            evaluator.evaluate(contradiction.refutation.would_be);
            if (const auto& finding = contradiction.refutation.finding)
                contradiction.inferences = model::derive(model.program, evaluator,
                                                         model::facts_of(model.program, *finding),
                                                         contradiction.refutation.reason);
            contradictions.push_back(std::move(contradiction));
        }
    }
    return told;
}

namespace {

/// If no reasons are found: whether there is such a state.
void decide_without_reasons(const EventStructure& structure, const model::MemoryModel& model,
                            const CheckOptions& options, StateExplanation& explanation) {
    const auto engine = make_engine(options.engines.get(), options.engine);
    if (!engine) return;
    EventStructure asked = structure;
    asked.condition = asked.terms.boolean(true);
    for (const TermId each : explanation.question.wanted)
        asked.condition = asked.terms.land(asked.condition, each);
    model::EngineRequest request;
    request.outcomes = request.undefined_behaviour = false;
    request.forbid_thin_air = forbidden_thin_air(model, options);
    request.budget = options.budget;
    const model::EngineAnswer answer = (*engine)->run(asked, model, request);
    explanation.without_reasons = answer.condition_satisfiable == false;
    if (answer.condition_satisfiable != true) return;
    for (const model::OutcomeEntry& each : answer.outcomes.with_witness())
        if (each.satisfies_condition && !explanation.witness) explanation.witness = *each.witness;
    if (explanation.witness) explanation.incomplete.reset();
}

}  // namespace

StateExplanation explain_state(const EventStructure& structure, const model::MemoryModel& model,
                               Question question, const ExplainOptions& options) {
    StateExplanation explanation;
    const auto refuter = make_refuter(options.check.engines.get(), options.check.engine);
    if (!refuter) {
        explanation.question = std::move(question);
        explanation.incomplete = refuter.diagnostics().front().message;
        return explanation;
    }
    model::Refuted refuted = (*refuter)->refute(
        structure, model, question.wanted,
        {options.arguments, options.check.budget, forbidden_thin_air(model, options.check)});
    explanation.question = std::move(question);
    explanation.impossible_by_values = refuted.impossible_by_values;
    explanation.incomplete = refuted.incomplete;
    explanation.witness = std::move(refuted.allowed);
    explanation.arguments = with_inferences(structure, model, std::move(refuted.arguments));
    const bool is_open =
        explanation.arguments.empty() && !explanation.witness && !explanation.impossible_by_values;
    if (is_open && !options.check.budget.exceeded())
        decide_without_reasons(structure, model, options.check, explanation);
    if (explanation.witness && options.expected && structure.language->has_strengths())
        explanation.expected = strengthened_without_state(
            structure, model, explanation.question.wanted, *explanation.witness, options);
    if (const auto exceeded = options.check.budget.exceeded())
        explanation.incomplete = describe(*exceeded);
    return explanation;
}

RaceExplanation explain_race(const CheckResult& result, const model::MemoryModel& model,
                             std::size_t entry, const ExplainOptions& options) {
    RaceExplanation explanation;
    explanation.entry = entry;
    const model::UndefinedEntry& race = result.answer.undefined[entry];
    model::Evaluator evaluator(model, result.structure);
    evaluator.evaluate(race.witness);
    for (const model::Finding& finding : evaluator.flags())
        if (model.program.checks[finding.check].name == race.kind &&
            std::ranges::is_permutation(finding.events, race.events))
            explanation.inferences =
                model::derive(model.program, evaluator, model::facts_of(model.program, finding));
    if (options.expected && race.events.size() == 2 && result.structure.language->has_strengths())
        explanation.expected = strengthened_without_race(result, model, race, options);
    if (const auto exceeded = options.check.budget.exceeded())
        explanation.incomplete = describe(*exceeded);
    return explanation;
}

}  // namespace clmm::enumerator
