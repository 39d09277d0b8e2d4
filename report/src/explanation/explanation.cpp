#include "clmm/report/explanation.h"

#include <algorithm>
#include <set>

#include "explanation/as_it_is.h"
#include "explanation/changes.h"
#include "explanation/steps.h"
#include "facts/misplaced_fences.h"
#include "text/undefined_text.h"

namespace clmm::report {
namespace {

using enumerator::CheckResult;
using enumerator::Contradiction;
using enumerator::ForbiddenArgument;
using litmus::EventStructure;
using model::Literal;

Literal negation(Literal literal) {
    const bool is_order = literal.kind == Literal::Kind::modification_order ||
                          literal.kind == Literal::Kind::total_order;
    if (is_order && literal.positive)
        std::swap(literal.a, literal.b);
    else
        literal.positive = !literal.positive;
    return literal;
}

/// Tells the cases of one argument, so that what a case excludes serves those after it.
class ArgumentTeller {
public:
    ArgumentTeller(const EventStructure& structure, const model::MemoryModel& model,
                   const enumerator::Question& question, const NodeNames& names)
        : structure_(structure), model_(model), question_(question), names_(names) {}

    ToldArgument operator()(const ForbiddenArgument& argument) {
        ToldArgument told;
        std::vector<const Contradiction*> left;
        for (const Contradiction& each : argument) left.push_back(&each);
        while (!left.empty()) {
            const auto next = std::ranges::min_element(
                left, {}, [&](const Contradiction* each) { return suppositions(*each).size(); });
            const Contradiction& of = **next;
            left.erase(next);
            told.cases.push_back(tell_case(of, left.empty()));
        }
        told.cycle = std::move(cycle_);
        return told;
    }

private:
    /// Literals that neither the wanted state nor an earlier case forces.
    [[nodiscard]] std::vector<Literal> suppositions(const Contradiction& of) const {
        std::vector<Literal> free;
        const auto& reason = of.refutation.reason;
        for (std::size_t i = 0; i < reason.size(); ++i)
            if (!of.refutation.forced_by[i] && !derived_.contains(reason[i]))
                free.push_back(reason[i]);
        return free;
    }

    ToldStep given(const Phrases& phrases, const Contradiction& of, std::size_t index) const {
        const Literal& literal = of.refutation.reason[index];
        ToldStep step;
        step.text = phrases.literal(literal);
        if (const auto& terms = of.refutation.forced_by[index]) {
            std::string needed;
            for (const std::size_t term : *terms)
                needed += (needed.empty() ? "needed for " : ", ") + question_.texts[term];
            step.since.push_back(terms->empty() ? kNothingElse : needed);
        } else if (derived_.contains(literal)) {
            step.since.emplace_back("as shown");
        } else {
            step.supposed = true;
        }
        return step;
    }

    ToldCase tell_case(const Contradiction& of, bool is_last) {
        const model::Refutation& refutation = of.refutation;
        const Phrases phrases(structure_, model_.program, refutation.would_be);
        StepTeller teller(names_, phrases, model_.program, of.inferences);
        ToldCase told;
        told.structure = &structure_;
        told.would_be = &refutation.would_be;
        for (std::size_t i = 0; i < refutation.reason.size(); ++i)
            teller.given(refutation.reason[i], given(phrases, of, i));
        if (refutation.finding) {
            const model::Check& check = model_.program.checks[refutation.finding->check];
            told.axiom = check.name;
            told.rule = rule_of(check.citation);
            tell_finding(of, teller, told);
        } else {
            told.axiom = "no-thin-air";
            told.rule =
                "The option --forbid-thin-air or the model's switch thin-air excludes values that "
                "depend on themselves.";
            told.highlights = thin_air_highlights(structure_, refutation.would_be);
            for (std::size_t i = 0; i < teller.steps().size(); ++i) told.uses.push_back(i);
        }
        told.steps = std::move(teller.steps());
        conclude(of, phrases, is_last, told);
        return told;
    }

    void tell_finding(const Contradiction& of, StepTeller& teller, ToldCase& told) const {
        for (const model::NodeFact& fact :
             model::facts_of(model_.program, *of.refutation.finding)) {
            const std::size_t inference = model::find(of.inferences, fact);
            for (const std::size_t step : teller.tell(inference))
                if (std::ranges::find(told.uses, step) == told.uses.end())
                    told.uses.push_back(step);
            for (Highlight& each : teller.outer_pairs(inference))
                told.highlights.push_back(std::move(each));
        }
        std::ranges::sort(told.uses);
    }

    void conclude(const Contradiction& of, const Phrases& phrases, bool is_last, ToldCase& told) {
        const std::vector<Literal> supposed = suppositions(of);
        if (supposed.size() == 1) {
            const Literal known = negation(supposed.front());
            derived_.insert(known);
            told.conclusion = "so " + phrases.literal(known);
        } else if (supposed.size() > 1) {
            told.conclusion = "so these do not hold together";
        }
        if (!is_last || supposed.empty()) return;
        find_cycle();
        std::string cycle;
        for (const Highlight& each : cycle_) cycle += phrases.event(each.a) + ", ";
        told.conclusion += cycle.empty() ? ", and no execution with the state is left"
                                         : ": but " + cycle + phrases.event(cycle_.front().a) +
                                               " cannot be an order";
    }

    /// Of what was derived about one order.
    void find_cycle() {
        for (const Literal& start : derived_) {
            if (!start.b.valid() || !start.positive) continue;
            std::vector<Literal> path{start};
            while (path.back().b != start.a && path.size() <= derived_.size()) {
                const auto next = std::ranges::find_if(derived_, [&](const Literal& each) {
                    return each.positive && each.kind == start.kind && each.order == start.order &&
                           each.a == path.back().b;
                });
                if (next == derived_.end()) break;
                path.push_back(*next);
            }
            if (path.back().b != start.a) continue;
            const std::string relation = start.kind == Literal::Kind::total_order
                                             ? model_.program.total_orders[start.order].name
                                             : "mo";
            for (const Literal& each : path) cycle_.push_back({each.a, each.b, relation});
            return;
        }
    }

    const EventStructure& structure_;
    const model::MemoryModel& model_;
    const enumerator::Question& question_;
    const NodeNames& names_;
    std::set<Literal> derived_;
    std::vector<Highlight> cycle_;
};

std::vector<ToldArgument> tell_arguments(const EventStructure& structure,
                                         const model::MemoryModel& model,
                                         const enumerator::Question& question,
                                         const std::vector<ForbiddenArgument>& arguments) {
    const NodeNames names(model.program);
    std::vector<ToldArgument> told;
    for (const ForbiddenArgument& each : arguments)
        told.push_back(ArgumentTeller(structure, model, question, names)(each));
    return told;
}

void tell_expected(ToldExplanation& told, const CheckResult& result,
                   const model::MemoryModel& model, const enumerator::Question& question,
                   const enumerator::Stronger& expected, const model::Execution& execution) {
    told.changes = changes_of(expected, result, execution);
    told.expected = tell_arguments(expected.structure, model, question, expected.arguments);
    if (told.expected.empty()) return;
    const ToldArgument& argument = told.expected.front();
    told.as_it_is = as_it_is(argument.cases.front(), result.structure, model, execution);
    if (argument.cycle.empty())
        told.highlights =
            would_be_cycle(argument.cases.front(), result.structure, model, execution);
}

}  // namespace

std::string_view to_string(ToldExplanation::Verdict verdict) {
    switch (verdict) {
        case ToldExplanation::Verdict::forbidden:
            return "forbidden";
        case ToldExplanation::Verdict::allowed:
            return "allowed";
        case ToldExplanation::Verdict::race:
            return "undefined";
        case ToldExplanation::Verdict::unknown:
            break;
    }
    return "unknown";
}

namespace {

std::string note_on_undefined(const CheckResult& result) {
    std::string kinds;
    for (const std::string& kind : undefined_kinds(result.answer))
        kinds += (kinds.empty() ? "" : ", ") + kind;
    return kinds.empty() ? kinds
                         : "The test has undefined behaviour (" + kinds +
                               "), so nothing is promised of it: this is about its executions all "
                               "the same.";
}

}  // namespace

ToldExplanation tell(const CheckResult& result, const model::MemoryModel& model,
                     const enumerator::StateExplanation& explanation) {
    ToldExplanation told;
    const std::string& state = explanation.question.text;
    if (explanation.witness) {
        told.verdict = ToldExplanation::Verdict::allowed;
        told.headline = state + " is allowed";
        told.witness = &*explanation.witness;
        told.highlights = thin_air_highlights(result.structure, *told.witness);
        if (explanation.expected)
            tell_expected(told, result, model, explanation.question, *explanation.expected,
                          *told.witness);
        else if (result.structure.language->has_strengths())
            told.not_excluded =
                explanation.incomplete
                    ? "What would forbid it was not found out: " + *explanation.incomplete + "."
                    : "Neither stronger orders nor wider scopes nor one region for all memory "
                      "would forbid it.";
    } else if (explanation.impossible_by_values) {
        told.verdict = ToldExplanation::Verdict::forbidden;
        told.headline = state + " is impossible";
        told.note = "No choice of what reads read gives these values, whatever the model says.";
    } else if (!explanation.arguments.empty()) {
        told.verdict = ToldExplanation::Verdict::forbidden;
        told.headline = state + " is forbidden";
        told.arguments =
            tell_arguments(result.structure, model, explanation.question, explanation.arguments);
    } else if (explanation.without_reasons) {
        told.verdict = ToldExplanation::Verdict::forbidden;
        told.headline = state + " is forbidden";
        told.note = explanation.incomplete.value_or("");
    } else {
        told.headline = state + " is not decided";
        told.note = explanation.incomplete.value_or("");
    }
    if (told.verdict == ToldExplanation::Verdict::forbidden && result.answer.bound_reached) {
        told.verdict = ToldExplanation::Verdict::unknown;
        told.headline = state + " is not decided";
        told.note = "No execution that was followed has it, but " + result.reason + ".";
    }
    if (const std::string undefined = note_on_undefined(result); !undefined.empty()) {
        if (!told.note.empty()) told.note += told.note.ends_with('.') ? " " : ". ";
        told.note += undefined;
    }
    return told;
}

namespace {

/// What a raised flag is made of: the race itself is nothing new.
const std::vector<std::size_t>& outer_facts(const std::vector<model::Inference>& inferences) {
    static const std::vector<std::size_t> none;
    return inferences.empty() ? none : inferences.back().premises;
}

}  // namespace

ToldExplanation tell(const CheckResult& result, const model::MemoryModel& model,
                     const enumerator::RaceExplanation& explanation) {
    const model::UndefinedEntry& race = result.answer.undefined[explanation.entry];
    ToldExplanation told;
    told.verdict = ToldExplanation::Verdict::race;
    const Phrases phrases(result.structure, model.program, race.witness);
    for (const litmus::EventId event : race.events)
        told.headline += (told.headline.empty() ? "" : " and ") + phrases.event(event);
    told.headline = told.headline.empty() ? race.kind : race.kind + " of " + told.headline;
    told.witness = &race.witness;
    told.highlights = undefined_highlights(result.structure, race);
    told.note = race.message;
    for (const model::Definition& each : model.program.definitions)
        if (each.name == race.kind && !each.citation.empty()) told.note = rule_of(each.citation);
    const NodeNames names(model.program);
    StepTeller teller(names, phrases, model.program, explanation.inferences);
    for (const std::size_t part : outer_facts(explanation.inferences))
        static_cast<void>(teller.tell(part));
    told.steps = std::move(teller.steps());
    for (const MisplacedFence& each : misplaced_fences(result.structure, race))
        told.hints.push_back(to_text(each, phrases.event(each.fence), phrases.event(each.access)) +
                             ".");
    if (explanation.expected)
        tell_expected(told, result, model, {}, *explanation.expected, race.witness);
    else if (race.events.size() == 2 && result.structure.language->has_strengths())
        told.not_excluded =
            explanation.incomplete
                ? "What would order them was not found out: " + *explanation.incomplete + "."
                : "No stronger orders, wider scopes, other regions or atomic accesses would order "
                  "them.";
    return told;
}

std::vector<std::size_t> distinct_entries(const CheckResult& result) {
    std::vector<std::size_t> entries;
    for (const model::UndefinedEntry* entry : distinct_undefined(result))
        entries.push_back(static_cast<std::size_t>(entry - result.answer.undefined.data()));
    return entries;
}

std::vector<Graph> draw(const ToldExplanation& told, const CheckResult& result,
                        const model::MemoryModel& model, const GraphOptions& options) {
    std::vector<Graph> graphs;
    const auto add = [&](const model::Execution& execution,
                         const std::vector<Highlight>& highlights, std::string caption) {
        Graph graph =
            draw(result.structure, result.test.source, model, execution, highlights, options);
        graph.title = result.test.name + " (" + result.model + ")";
        graph.caption = std::move(caption);
        graphs.push_back(std::move(graph));
    };
    for (const ToldArgument& argument : told.arguments)
        if (argument.cycle.empty())
            for (const ToldCase& each : argument.cases)
                add(*each.would_be, each.highlights, told.headline + " by " + each.axiom);
        else
            add(*argument.cases.back().would_be, argument.cycle, told.headline);
    if (told.witness != nullptr) add(*told.witness, told.highlights, told.headline);
    return graphs;
}

}  // namespace clmm::report
