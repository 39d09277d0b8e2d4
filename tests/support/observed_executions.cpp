#include "observed_executions.h"

#include <algorithm>

#include "unit/model/evaluator_test_support.h"

namespace clmm::test {

using model::Execution;
using model::Literal;
using Signature = ObservedExecutions::Signature;

namespace {

constexpr std::size_t kThinAir = static_cast<std::size_t>(-1);

std::size_t axiom(const enumerator::Contradiction& of) {
    return of.refutation.finding ? of.refutation.finding->check : kThinAir;
}

template <class T>
std::size_t place_of(const std::vector<T>& in, const T& value) {
    return static_cast<std::size_t>(std::ranges::find(in, value) - in.begin());
}

}  // namespace

ObservedExecutions::ObservedExecutions(const model::EventStructure& structure,
                                       const model::MemoryModel& model,
                                       const std::vector<litmus::TermId>& wanted,
                                       model::ThinAir forbidden)
    : structure_(structure),
      model_(model),
      wanted_(wanted),
      forbidden_(forbidden),
      evaluator_(model, structure) {}

void ObservedExecutions::speak_of(const Contradiction& refutation) {
    for (const Literal& each : refutation.refutation.reason) speak_of(each);
    if (std::ranges::find(axioms_, axiom(refutation)) == axioms_.end())
        axioms_.push_back(axiom(refutation));
    refutations_.push_back(&refutation);
}

void ObservedExecutions::speak_of(const Literal& literal) {
    numbers_.try_emplace(literal, numbers_.size());
}

void ObservedExecutions::add(const Execution& execution) {
    seen_.try_emplace(signature(execution), execution);
}

Signature ObservedExecutions::signature(const Execution& of) {
    Signature result;
    const model::ExecutionValues values(of);
    for (const litmus::TermId term : wanted_)
        result.wanted.push_back(litmus::evaluate(structure_.terms, term, values) != 0);
    result.literals.resize(numbers_.size());
    for (const auto& [literal, number] : numbers_)
        result.literals[number] = model::test::holds(literal, of);
    evaluator_.evaluate(of);
    for (const Contradiction* each : refutations_) result.found.push_back(is_found(*each, of));
    const std::vector<model::Finding> violations = evaluator_.violations();
    for (const std::size_t each : axioms_)
        result.violated.push_back(
            each == kThinAir
                ? out_of_thin_air(of)
                : std::ranges::find(violations, each, &model::Finding::check) != violations.end());
    return result;
}

/// Of the execution that was evaluated.
bool ObservedExecutions::is_found(const Contradiction& of, const Execution& execution) const {
    if (!of.refutation.finding) return out_of_thin_air(execution);
    const auto holds = [&](const model::NodeFact& fact) {
        return model_.program[fact.node].is_set
                   ? evaluator_.set(fact.node).test(fact.a.index())
                   : evaluator_.relation(fact.node).test(fact.a.index(), fact.b.index());
    };
    return std::ranges::all_of(model::facts_of(model_.program, *of.refutation.finding), holds);
}

bool ObservedExecutions::out_of_thin_air(const Execution& of) const {
    BitMatrix edges = of.reads_from;
    const auto add = [&](const BitMatrix& some) {
        some.for_each([&](std::size_t a, std::size_t b) {
            if (of.executed.test(a) && of.executed.test(b)) edges.set(a, b);
        });
    };
    if (forbidden_ == model::ThinAir::sb) add(structure_.sb);
    if (forbidden_ == model::ThinAir::dependency)
        for (const BitMatrix* each : {&structure_.data, &structure_.addr, &structure_.control()})
            add(*each);
    edges.close_transitively();
    return !edges.is_irreflexive();
}

bool ObservedExecutions::has(const Signature& of, const Literal& literal) const {
    return of.literals[numbers_.at(literal)];
}
bool ObservedExecutions::has(const Signature& of, const model::Reason& reason) const {
    return std::ranges::all_of(reason, [&](const Literal& each) { return has(of, each); });
}
bool ObservedExecutions::has_all_wanted(const Signature& of) const {
    return std::ranges::all_of(of.wanted, [](bool each) { return each; });
}
bool ObservedExecutions::violates(const Signature& of, const Contradiction& refutation) const {
    return of.violated[place_of(axioms_, axiom(refutation))];
}
bool ObservedExecutions::found(const Signature& of, const Contradiction& refutation) const {
    return of.found[place_of(refutations_, &refutation)] && violates(of, refutation);
}

bool ObservedExecutions::violates(const Execution& of, const Contradiction& refutation) const {
    if (axiom(refutation) == kThinAir) return out_of_thin_air(of);
    const model::Check& check = model_.program.checks[axiom(refutation)];
    const auto values = model::test::naive_values(model_.program, structure_, of);
    return !model::test::naive_passes(check, values[check.node.index()]);
}

}  // namespace clmm::test
