// Each inference is held, by itself, to the definition of its node's operator, and to executions.
#include "clmm/model/derivation.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "evaluator_test_support.h"

namespace clmm::model::test {
namespace {

using Known = std::set<NodeFact>;

/// What the definition of a node's operator says of a pair of events that take place, if of the
/// operands only this is known; nullopt: nothing.
class Local {
public:
    Local(const Program& program, const Known& known, std::size_t events)
        : program_(program), known_(known), events_(events) {}

    std::optional<bool> operator()(const NodeFact& of) const {
        const Node& node = program_[of.node];
        const auto [_, a, b, holds] = of;
        const auto left = [&](EventId x, EventId y) { return find(node.left, x, y); };
        const auto right = [&](EventId x, EventId y) { return find(node.right, x, y); };
        switch (node.op) {
            case NodeOp::unite:
                return negation(both(negation(left(a, b)), negation(right(a, b))));
            case NodeOp::intersect:
                return both(left(a, b), right(a, b));
            case NodeOp::subtract:
                return both(left(a, b), negation(right(a, b)));
            case NodeOp::complement:
                return negation(left(a, b));
            case NodeOp::inverse:
                return left(b, a);
            case NodeOp::optional:
                return a == b ? true : left(a, b);
            case NodeOp::product:
                return both(left(a, a), right(b, b));
            case NodeOp::identity_on:
                return a == b ? left(a, a) : false;
            case NodeOp::sequence:
                return some([&](EventId x) { return both(left(a, x), right(x, b)); });
            case NodeOp::transitive_closure:
                return path(node.left, a, b);
            case NodeOp::reflexive_transitive_closure:
                return a == b ? true : path(node.left, a, b);
            case NodeOp::domain:
                return some([&](EventId x) { return left(a, x); });
            case NodeOp::range:
                return some([&](EventId x) { return left(x, a); });
            default:
                return std::nullopt;
        }
    }

private:
    std::optional<bool> find(NodeId node, EventId a, EventId b) const {
        for (const bool holds : {true, false})
            if (known_.contains({node, a, b, holds})) return holds;
        return std::nullopt;
    }
    static std::optional<bool> negation(std::optional<bool> of) {
        if (of) of = !*of;
        return of;
    }
    static std::optional<bool> both(std::optional<bool> x, std::optional<bool> y) {
        if (x == false || y == false) return false;
        return x && y ? std::optional(true) : std::nullopt;
    }
    template <class F>
    std::optional<bool> some(F&& f) const {
        std::optional<bool> all = false;
        for (std::size_t x = 0; x < events_; ++x) {
            const std::optional<bool> here = f(EventId(x));
            if (here == true) return true;
            if (!here) all = std::nullopt;
        }
        return all;
    }
    std::optional<bool> path(NodeId step, EventId a, EventId b) const {
        BitMatrix edges(events_);
        for (const NodeFact& each : known_)
            if (each.node == step && each.holds) edges.set(each.a.index(), each.b.index());
        edges.close_transitively();
        return edges.test(a.index(), b.index()) ? std::optional(true) : std::nullopt;
    }

    const Program& program_;
    const Known& known_;
    std::size_t events_;
};

/// One structure, one execution of it, and executions like it.
struct Setting {
    const EventStructure& structure;
    const MemoryModel& model;
    Seeds seeds;
    Random& random;
    std::size_t checked = 0;
    std::set<NodeOp> operators = {};

    [[nodiscard]] const Program& program() const { return model.program; }

    void expect_local(const std::vector<Inference>& all, const Inference& of) {
        Known known;
        for (const std::size_t premise : of.premises) known.insert(all[premise].fact);
        ASSERT_EQ(known.size(), of.premises.size()) << "a premise is named twice";
        ASSERT_EQ(Local(program(), known, structure.size())(of.fact), of.fact.holds);
        for (const NodeFact& each : Known(known)) {
            known.erase(each);
            ASSERT_EQ(Local(program(), known, structure.size())(of.fact), std::nullopt)
                << "a premise is not needed";
            known.insert(each);
        }
    }

    /// The fact stays where f says so, whatever else changes.
    template <class F>
    void expect_stays(const NodeFact& fact, const Reason& reason, Evaluator& evaluator, F&& f) {
        const std::pair asked(fact.a.index(), fact.b.index());
        for_executions_with(
            reason, structure, program(), seeds, random, 30, [&](const Execution& changed) {
                if (!f(changed)) return;
                evaluator.evaluate(changed);
                EXPECT_EQ(pairs_of(evaluator, program(), fact.node).contains(asked), fact.holds);
            });
    }

    void check(const std::vector<Inference>& all, const std::vector<Pairs>& values,
               const Execution& execution) {
        Evaluator evaluator(model, structure);
        std::set<NodeFact> told;
        for (std::size_t i = 0; i < all.size(); ++i) {
            const Inference& of = all[i];
            const NodeFact& fact = of.fact;
            SCOPED_TRACE("operator " + std::to_string(static_cast<int>(program()[fact.node].op)) +
                         (fact.holds ? " of " : " not of ") + std::to_string(fact.a.index()) +
                         ", " + std::to_string(fact.b.index()));
            ASSERT_TRUE(told.insert(fact).second) << "a fact is told twice";
            ASSERT_EQ(values[fact.node.index()].contains({fact.a.index(), fact.b.index()}),
                      fact.holds);
            for (const std::size_t premise : of.premises) ASSERT_LT(premise, i);
            if (of.by == Inference::By::operands) {
                ASSERT_TRUE(of.literals.empty());
                expect_local(all, of);
                operators.insert(program()[fact.node].op);
            } else {
                ASSERT_TRUE(of.premises.empty());
                ASSERT_TRUE(holds(of.literals, execution));
            }
            if (of.by == Inference::By::execution)
                expect_stays(fact, of.literals, evaluator, [](const Execution&) { return true; });
            ASSERT_TRUE(of.by != Inference::By::structure || of.fixed);
            if (of.fixed)
                expect_stays(fact, {}, evaluator, [&](const Execution& changed) {
                    return changed.executed.test(fact.a.index()) &&
                           changed.executed.test(fact.b.index());
                });
            ++checked;
            if (testing::Test::HasFailure()) return;
        }
    }
};

/// Derives facts about what takes place, and checks every inference.
void derive_and_check(Setting& setting, const std::vector<NodeFact>& facts,
                      const Evaluator& evaluator, const Execution& execution,
                      const std::vector<Pairs>& values) {
    const std::vector<Inference> all = derive(setting.program(), evaluator, facts);
    for (const NodeFact& each : facts) ASSERT_EQ(all[find(all, each)].fact, each);
    setting.check(all, values, execution);
}

class Derivations : public testing::TestWithParam<Shapes> {};

TEST_P(Derivations, OfRandomProgramsFollowStepByStep) {
    Random random(21);
    std::size_t checked = 0;
    std::set<NodeOp> operators;
    for (int round = 0; round < 60; ++round) {
        const EventStructure structure = random_structure(random, GetParam());
        const MemoryModel model = random_program(random, 20).model();
        Setting setting{structure, model, Seeds(structure, model.program, random), random};
        const Execution execution = execution_of(structure, model.program, setting.seeds);
        const std::vector<Pairs> values = naive_values(model.program, structure, execution);
        std::vector<EventId> there;
        execution.executed.for_each([&](std::size_t a) { there.emplace_back(a); });
        std::vector<NodeFact> facts;
        for (int i = 0; i < 25; ++i) {
            const NodeId node(pick(random, model.program.nodes.size()));
            const EventId a = there[pick(random, there.size())];
            const EventId b = model.program[node].is_set ? a : there[pick(random, there.size())];
            const bool in = values[node.index()].contains({a.index(), b.index()});
            facts.push_back({node, a, b, in});
        }
        Evaluator evaluator(model, structure);
        evaluator.evaluate(execution);
        derive_and_check(setting, facts, evaluator, execution, values);
        ASSERT_FALSE(HasFailure()) << "round " << round;
        checked += setting.checked;
        operators.merge(setting.operators);
    }
    EXPECT_GT(checked, 1500U);
    EXPECT_EQ(operators.size(), 13U) << "some operators were never derived by";
}

TEST_P(Derivations, OfFindingsUnderShippedModelsFollowStepByStep) {
    Random random(22);
    for (const char* name : {"opencl-2.0", "opencl-3.0", "opencl-scoped", "rc11"}) {
        const auto model = shipped_model(name);
        ASSERT_TRUE(model) << name;
        std::size_t findings = 0;
        for (int round = 0; round < 12; ++round) {
            const EventStructure structure = random_structure(random, GetParam());
            Setting setting{structure, *model, Seeds(structure, model->program, random), random};
            const Execution execution = execution_of(structure, model->program, setting.seeds);
            Evaluator evaluator(*model, structure);
            evaluator.evaluate(execution);
            std::vector<NodeFact> facts;
            for (const auto& some : {evaluator.violations(), evaluator.flags()})
                for (const Finding& finding : some)
                    for (const NodeFact& fact : facts_of(model->program, finding)) {
                        facts.push_back(fact);
                        ++findings;
                    }
            const auto values = naive_values(model->program, structure, execution);
            derive_and_check(setting, facts, evaluator, execution, values);
            ASSERT_FALSE(HasFailure()) << name << ", round " << round;
        }
        EXPECT_GT(findings, 20U) << name;
    }
}

INSTANTIATE_TEST_SUITE_P(
    Structures, Derivations,
    testing::Values(Shapes{},
                    Shapes{.branches = false, .dynamic_addresses = false, .barriers = false},
                    Shapes{.units = 2, .events_a_unit = 5, .locations = 1}));

TEST(FactsOf, AFindingAreThePairsOfItsCycle) {
    ProgramBuilder builder;
    const NodeId sb = builder.base(Base::sequenced_before);
    const NodeId closure = builder.make(NodeOp::transitive_closure, sb);
    builder.check(CheckKind::acyclic, closure);
    builder.check(CheckKind::irreflexive, closure);
    builder.check(CheckKind::empty, builder.base(Base::read), CheckRole::axiom);
    builder.check(CheckKind::empty, sb, CheckRole::axiom, true);
    const EventId a(0), b(1);
    const std::vector<NodeFact> cycle{{sb, a, b, true}, {sb, b, a, true}};
    EXPECT_EQ(facts_of(builder.program, {0, {a, b}}), cycle);
    EXPECT_EQ(facts_of(builder.program, {1, {a}}), (std::vector<NodeFact>{{closure, a, a, true}}));
    const NodeId reads = builder.program.checks[2].node;
    EXPECT_EQ(facts_of(builder.program, {2, {b}}), (std::vector<NodeFact>{{reads, b, b, true}}));
    EXPECT_TRUE(facts_of(builder.program, {3, {}}).empty());
}

}  // namespace
}  // namespace clmm::model::test
