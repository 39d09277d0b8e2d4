#include <algorithm>
#include <map>

#include "brute_force.h"
#include "clmm/model/replay.h"
#include "explanation_checks.h"
#include "observed_executions.h"
#include "unit/model/evaluator_test_support.h"

namespace clmm::test {
namespace {

using enumerator::Contradiction;
using enumerator::ForbiddenArgument;
using model::Execution;
using model::Literal;
using model::Reason;

using Signature = ObservedExecutions::Signature;

/// What the inferences take from the execution: literals, and that their events take place.
std::vector<Literal> rests_on(const Contradiction& of) {
    std::vector<Literal> literals;
    for (const model::Inference& each : of.inferences) {
        literals.insert(literals.end(), each.literals.begin(), each.literals.end());
        if (!each.fact.holds) continue;
        for (const litmus::EventId event : {each.fact.a, each.fact.b})
            literals.push_back({Literal::Kind::executed, true, 0, event, litmus::EventId::none()});
    }
    return literals;
}

class CheckingArguments {
public:
    CheckingArguments(const model::EventStructure& structure, const model::MemoryModel& model,
                      const std::vector<litmus::TermId>& wanted,
                      const std::vector<ForbiddenArgument>& arguments, model::ThinAir forbidden)
        : structure_(structure),
          model_(model),
          wanted_(wanted),
          arguments_(arguments),
          seen_(structure, model, wanted, forbidden) {
        for (const ForbiddenArgument& argument : arguments)
            for (const Contradiction& each : argument) {
                seen_.speak_of(each);
                for (const Literal& literal : rests_on(each)) seen_.speak_of(literal);
            }
    }

    Checked operator()() {
        checked_.affordable =
            for_each_candidate(structure_, model_, {}, [&](const Execution& each) {
                ++checked_.candidates;
                seen_.add(each);
            });
        if (!checked_.affordable) return std::move(checked_);
        expect_disjoint();
        for (const ForbiddenArgument& argument : arguments_) {
            ++checked_.arguments;
            expect_entailment(argument);
            for (const Contradiction& each : argument) {
                where_ = "the refutation by " + axiom_of(each) + ": ";
                expect_proper(argument, each);
                expect_reason(argument, each);
                expect_inferences(each);
                for (std::size_t i = 0; i < each.refutation.reason.size(); ++i)
                    expect_force(each, i);
            }
        }
        return std::move(checked_);
    }

private:
    void require(bool holds, const std::string& problem) {
        if (!holds) checked_.problems.push_back(where_ + problem);
    }

    [[nodiscard]] std::string axiom_of(const Contradiction& of) const {
        const auto& finding = of.refutation.finding;
        return finding ? model_.program.checks[finding->check].name : "thin air";
    }

    void expect_disjoint() {
        std::map<Reason, std::size_t> argument_of;
        for (std::size_t i = 0; i < arguments_.size(); ++i)
            for (const Contradiction& each : arguments_[i])
                require(argument_of.try_emplace(each.refutation.reason, i).second,
                        "a refutation is used twice");
    }

    void expect_entailment(const ForbiddenArgument& argument) {
        where_ = "an argument: ";
        require(!argument.empty(), "it is empty");
        require(!seen_.any([&](const Signature& each) {
            return seen_.has_all_wanted(each) &&
                   std::ranges::none_of(argument, [&](const Contradiction& of) {
                       return seen_.has(each, of.refutation.reason);
                   });
        }),
                "an execution with the state has none of its reasons");
    }

    /// The execution that it would be is one of the test, has the state and this reason alone.
    void expect_proper(const ForbiddenArgument& argument, const Contradiction& of) {
        ++checked_.refutations;
        const Execution& would_be = of.refutation.would_be;
        for (const std::string& defect : model::defects(structure_, would_be))
            require(false, "would be no execution: " + defect);
        const model::ExecutionValues values(would_be);
        for (const litmus::TermId term : wanted_)
            require(litmus::evaluate(structure_.terms, term, values) != 0,
                    "would lack a wanted term");
        for (const Contradiction& each : argument)
            require(model::test::holds(each.refutation.reason, would_be) == (&each == &of),
                    &each == &of ? "would lack its reason" : "would have another one's reason");
        require(seen_.violates(would_be, of), "would not violate the axiom");
    }

    void expect_reason(const ForbiddenArgument& argument, const Contradiction& of) {
        const Reason& reason = of.refutation.reason;
        require(!seen_.any([&](const Signature& each) {
            return seen_.has(each, reason) && !seen_.found(each, of);
        }),
                "an execution with the reason does not violate the axiom as was found");
        for (std::size_t i = 0; i < reason.size(); ++i) {
            ++checked_.literals;
            Reason rest = reason;
            rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
            const Execution* without = seen_.some([&](const Signature& each) {
                return seen_.has(each, rest) && !seen_.violates(each, of);
            });
            if (without != nullptr)
                require(!seen_.violates(*without, of), "the evaluators disagree");
            else
                require(is_one_way_of_several(argument, of, rest, reason[i]),
                        "literal " + std::to_string(i + 1) + " of " +
                            std::to_string(reason.size()) + " is not needed");
        }
    }

    /// Without the literal the axiom is violated all the same, but by other pairs, or always as
    /// another case of the argument says.
    [[nodiscard]] bool is_one_way_of_several(const ForbiddenArgument& argument,
                                             const Contradiction& of, const Reason& rest,
                                             const Literal& literal) const {
        const auto is_other_case = [&](const Signature& each) {
            return std::ranges::any_of(argument, [&](const Contradiction& other) {
                return &other != &of && seen_.has(each, other.refutation.reason);
            });
        };
        const auto lacks_it = [&](const Signature& each) {
            return seen_.has(each, rest) && !seen_.has(each, literal);
        };
        const bool other_pairs = seen_.any(
            [&](const Signature& each) { return seen_.has(each, rest) && !seen_.found(each, of); });
        return other_pairs || (seen_.any(lacks_it) && !seen_.any([&](const Signature& each) {
                   return lacks_it(each) && !is_other_case(each);
               }));
    }

    /// The chain of inferences takes nothing from the execution but the reason.
    void expect_inferences(const Contradiction& of) {
        if (!of.refutation.finding) return;
        for (const model::NodeFact& fact : model::facts_of(model_.program, *of.refutation.finding))
            require(std::ranges::find(of.inferences, fact, &model::Inference::fact) !=
                        of.inferences.end(),
                    "a pair of the violated axiom is not derived");
        for (const Literal& literal : rests_on(of))
            require(!seen_.any([&](const Signature& each) {
                return seen_.has(each, of.refutation.reason) && !seen_.has(each, literal);
            }),
                    "an inference rests on what the reason does not entail");
    }

    void expect_force(const Contradiction& of, std::size_t index) {
        const Literal& literal = of.refutation.reason[index];
        const auto lacks_with = [&](const std::vector<std::size_t>& terms) {
            return seen_.any([&](const Signature& each) {
                return !seen_.has(each, literal) &&
                       std::ranges::all_of(terms, [&](std::size_t i) { return each.wanted[i]; });
            });
        };
        const auto& terms = of.refutation.forced_by[index];
        if (!terms) {
            require(seen_.any([&](const Signature& each) {
                return seen_.has_all_wanted(each) && !seen_.has(each, literal);
            }),
                    "a literal is forced, but told as a case");
            return;
        }
        require(!lacks_with(*terms), "a literal is not forced by its terms");
        for (const std::size_t left_out : *terms) {
            std::vector<std::size_t> rest = *terms;
            std::erase(rest, left_out);
            require(lacks_with(rest), "a literal is forced by fewer terms");
        }
    }

    const model::EventStructure& structure_;
    const model::MemoryModel& model_;
    const std::vector<litmus::TermId>& wanted_;
    const std::vector<ForbiddenArgument>& arguments_;
    ObservedExecutions seen_;
    std::string where_;
    Checked checked_;
};

}  // namespace

Checked& Checked::operator+=(const Checked& other) {
    problems.insert(problems.end(), other.problems.begin(), other.problems.end());
    affordable = affordable && other.affordable;
    candidates += other.candidates;
    arguments += other.arguments;
    refutations += other.refutations;
    literals += other.literals;
    changes += other.changes;
    return *this;
}

Checked check_arguments(const model::EventStructure& structure, const model::MemoryModel& model,
                        const std::vector<litmus::TermId>& wanted,
                        const std::vector<ForbiddenArgument>& arguments, model::ThinAir forbidden) {
    return CheckingArguments(structure, model, wanted, arguments, forbidden)();
}

}  // namespace clmm::test
