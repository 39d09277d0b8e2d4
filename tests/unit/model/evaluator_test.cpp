// The evaluator against a slow and obvious one, on random programs and executions.
#include <gtest/gtest.h>

#include <cstdlib>

#include "evaluator_test_support.h"

namespace clmm::model::test {
namespace {

void expect_equal_values(const EventStructure& structure, const Program& program,
                         const Evaluator& evaluator, const Execution& execution,
                         const std::string& context) {
    const std::vector<Pairs> expected = naive_values(program, structure, execution);
    for (std::size_t node = 0; node < program.nodes.size(); ++node)
        ASSERT_EQ(pairs_of(evaluator, program, NodeId(node)), expected[node])
            << context << " node " << node << " op " << static_cast<int>(program.nodes[node].op);
}

void add_checks(ProgramBuilder& builder, Random& random) {
    const std::size_t nodes = builder.program.nodes.size();
    for (std::size_t i = 0; i < 5; ++i) {
        const NodeId node(nodes - 1 - pick(random, nodes / 2));
        const auto kind =
            builder.is_set(node) ? CheckKind::empty : static_cast<CheckKind>(pick(random, 3));
        builder.check(kind, node, static_cast<CheckRole>(pick(random, 3)), chance(random, 30));
    }
}

TEST(Evaluator, EqualsTheNaiveOneOnRandomPrograms) {
    Random random(1);
    for (int round = 0; round < 150; ++round) {
        const EventStructure structure = random_structure(random, {});
        const ProgramBuilder builder = random_program(random, 25);
        Evaluator evaluator(builder.model(), structure);
        Seeds seeds(structure, builder.program, random);
        for (int i = 0; i < 6; ++i) {
            const Execution execution = execution_of(structure, builder.program, seeds);
            evaluator.evaluate(execution);
            expect_equal_values(structure, builder.program, evaluator, execution,
                                "round " + std::to_string(round));
            if (HasFatalFailure()) return;
            seeds.mutate(random);
        }
    }
}

/// What is wrong, and the reasons.
std::vector<std::pair<std::vector<EventId>, Reason>> found(const Evaluator& evaluator) {
    std::vector<std::pair<std::vector<EventId>, Reason>> all;
    for (const Finding& each : evaluator.violations())
        all.emplace_back(each.events, evaluator.why(each));
    return all;
}

/// The evaluator of a process that ends is destroyed after what its thread kept: a sanitizer sees
/// what it writes to then.
TEST(EvaluatorDeathTest, StaticOnesMayEndWithTheProcess) {
    EXPECT_EXIT(
        {
            static Random random(5);
            static const EventStructure structure = random_structure(random, {});
            static const MemoryModel model = random_program(random, 25).model();
            static Evaluator evaluator(model, structure);
            // So the thread keeps something that is destroyed before the evaluator.
            { const Evaluator other(model, structure); }
            std::exit(0);
        },
        testing::ExitedWithCode(0), "^$");
}

TEST(Evaluator, ResetToAStructureIsAsMadeForIt) {
    Random random(3);
    for (int round = 0; round < 40; ++round) {
        const ProgramBuilder base = random_program(random, 25);
        ProgramBuilder builder = base;
        add_checks(builder, random);
        const MemoryModel model = builder.model();
        std::vector<EventStructure> structures;
        for (int i = 0; i < 6; ++i)
            structures.push_back(random_structure(
                random, {.units = 2, .events_a_unit = 2 + pick(random, 2), .locations = 2}));
        Evaluator evaluator(model, structures.front());
        for (int i = 0; i < 40; ++i) {
            const EventStructure& structure = structures[pick(random, structures.size())];
            evaluator.reset(structure);
            Evaluator fresh(model, structure);
            Seeds seeds(structure, builder.program, random);
            for (int j = 0; j < 3; ++j) {
                const Execution execution = execution_of(structure, builder.program, seeds);
                evaluator.evaluate(execution);
                fresh.evaluate(execution);
                expect_equal_values(structure, builder.program, evaluator, execution,
                                    "round " + std::to_string(round));
                if (HasFatalFailure()) return;
                ASSERT_EQ(evaluator.consistent(), fresh.consistent()) << round << " " << i;
                ASSERT_EQ(found(evaluator), found(fresh)) << round << " " << i;
                seeds.mutate(random);
            }
        }
    }
}

TEST(Evaluator, EqualsTheNaiveOneBeyondOneWordARow) {
    Random random(2);
    for (int round = 0; round < 6; ++round) {
        const EventStructure structure =
            random_structure(random, {.units = 6, .events_a_unit = 12, .locations = 3});
        ASSERT_GT(structure.size(), 64U);
        const ProgramBuilder builder = random_program(random, 12);
        Evaluator evaluator(builder.model(), structure);
        const Execution execution =
            execution_of(structure, builder.program, Seeds(structure, builder.program, random));
        evaluator.evaluate(execution);
        expect_equal_values(structure, builder.program, evaluator, execution,
                            "round " + std::to_string(round));
        if (HasFatalFailure()) return;
    }
}

TEST(Evaluator, BoundsAreSound) {
    Random random(3);
    for (int round = 0; round < 120; ++round) {
        const EventStructure structure = random_structure(random, {});
        const ProgramBuilder builder = random_program(random, 25);
        const Evaluator evaluator(builder.model(), structure);
        for (int i = 0; i < 5; ++i) {
            const Execution execution =
                execution_of(structure, builder.program, Seeds(structure, builder.program, random));
            const std::vector<Pairs> values = naive_values(builder.program, structure, execution);
            for (std::size_t node = 0; node < values.size(); ++node) {
                const Bounds bounds = evaluator.bounds(NodeId(node));
                for (const auto& [a, b] : values[node])
                    ASSERT_TRUE(bounds.may.test(a, b)) << "round " << round << " node " << node;
                bounds.must.for_each([&](std::size_t a, std::size_t b) {
                    ASSERT_TRUE(bounds.may.test(a, b));
                    if (!execution.executed.test(a) || !execution.executed.test(b)) return;
                    ASSERT_TRUE(values[node].contains({a, b}))
                        << "round " << round << " node " << node;
                });
            }
        }
    }
}

TEST(Evaluator, ChecksAndFindingsAgreeWithTheNaiveOne) {
    Random random(4);
    for (int round = 0; round < 150; ++round) {
        const EventStructure structure = random_structure(random, {});
        ProgramBuilder builder = random_program(random, 15);
        add_checks(builder, random);
        Evaluator evaluator(builder.model(), structure);
        for (int i = 0; i < 4; ++i) {
            const Execution execution =
                execution_of(structure, builder.program, Seeds(structure, builder.program, random));
            evaluator.evaluate(execution);
            const std::vector<Pairs> values = naive_values(builder.program, structure, execution);
            std::set<std::size_t> failed;
            std::set<std::size_t> raised;
            bool consistent = true;
            for (std::size_t c = 0; c < builder.program.checks.size(); ++c) {
                const Check& check = builder.program.checks[c];
                const bool passes = naive_passes(check, values[check.node.index()]);
                if (check.role == CheckRole::axiom && !passes) failed.insert(c);
                if (check.role != CheckRole::axiom && passes) raised.insert(c);
                consistent = consistent && (check.role != CheckRole::axiom || passes);
            }
            ASSERT_EQ(evaluator.consistent(), consistent) << "round " << round;
            std::set<std::size_t> found;
            for (const Finding& finding : evaluator.violations()) found.insert(finding.check);
            EXPECT_EQ(found, failed);
            found.clear();
            for (const Finding& finding : evaluator.flags()) found.insert(finding.check);
            EXPECT_EQ(found, raised);
        }
    }
}

TEST(Evaluator, ReportsTheShortestCycleOnce) {
    Random random(5);
    const EventStructure structure = random_structure(
        random, {.units = 2, .events_a_unit = 4, .branches = false, .dynamic_addresses = false});
    ProgramBuilder builder;
    const NodeId sb = builder.base(Base::sequenced_before);
    builder.check(CheckKind::acyclic,
                  builder.make(NodeOp::unite, sb, builder.make(NodeOp::inverse, sb)));
    Evaluator evaluator(builder.model(), structure);
    evaluator.evaluate(
        execution_of(structure, builder.program, Seeds(structure, builder.program, random)));
    const std::vector<Finding> findings = evaluator.violations();
    ASSERT_EQ(findings.size(), 1U);  // all of them are explained by nothing at all
    EXPECT_EQ(findings[0].events.size(), 2U);
    EXPECT_TRUE(evaluator.why(findings[0]).empty());
}

TEST(Evaluator, AStructureWithoutEventsPasses) {
    EventStructure structure;
    ProgramBuilder builder;
    builder.check(CheckKind::acyclic, builder.base(Base::reads_from));
    builder.check(CheckKind::empty, builder.base(Base::read));
    Evaluator evaluator(builder.model(), structure);
    evaluator.evaluate(Execution());
    EXPECT_TRUE(evaluator.consistent());
    EXPECT_TRUE(evaluator.violations().empty());
}

}  // namespace
}  // namespace clmm::model::test
