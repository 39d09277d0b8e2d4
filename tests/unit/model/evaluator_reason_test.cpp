// Reasons hold, and are enough: whatever else of the execution changes, the fact stays.
#include <gtest/gtest.h>

#include <algorithm>

#include "evaluator_test_support.h"

namespace clmm::model::test {
namespace {

void expect_canonical(const Reason& reason) {
    EXPECT_TRUE(std::is_sorted(reason.begin(), reason.end()));
    EXPECT_EQ(std::adjacent_find(reason.begin(), reason.end()), reason.end());
}

class Reasons : public testing::TestWithParam<Shapes> {};

TEST_P(Reasons, OfMembershipAreTrueAndSufficient) {
    Random random(11);
    for (int round = 0; round < 100; ++round) {
        const EventStructure structure = random_structure(random, GetParam());
        const ProgramBuilder builder = random_program(random, 20);
        const Program& program = builder.program;
        Evaluator evaluator(builder.model(), structure);
        Evaluator other(builder.model(), structure);
        const Seeds seeds(structure, program, random);
        const Execution execution = execution_of(structure, program, seeds);
        evaluator.evaluate(execution);
        for (int i = 0; i < 25; ++i) {
            const NodeId node(program.nodes.size() - 1 - pick(random, program.nodes.size()));
            const EventId a(pick(random, structure.size()));
            const EventId b = builder.is_set(node) ? a : EventId(pick(random, structure.size()));
            const std::pair asked(a.index(), b.index());
            const bool in = pairs_of(evaluator, program, node).contains(asked);
            const EventId second = builder.is_set(node) ? EventId::none() : b;
            const Reason reason =
                in ? evaluator.why(node, a, second) : evaluator.why_not(node, a, second);
            expect_canonical(reason);
            ASSERT_TRUE(holds(reason, execution)) << "round " << round;
            for_executions_with(reason, structure, program, seeds, random, 60,
                                [&](const Execution& changed) {
                                    other.evaluate(changed);
                                    ASSERT_EQ(pairs_of(other, program, node).contains(asked), in)
                                        << "round " << round << " node " << node.index() << " op "
                                        << static_cast<int>(program[node].op) << " (" << a.index()
                                        << ", " << b.index() << ")";
                                });
            if (HasFatalFailure()) return;
        }
    }
}

TEST_P(Reasons, OfFindingsAreTrueAndSufficient) {
    Random random(12);
    for (int round = 0; round < 250; ++round) {
        const EventStructure structure = random_structure(random, GetParam());
        ProgramBuilder builder = random_program(random, 12);
        const std::size_t nodes = builder.program.nodes.size();
        for (std::size_t i = 0; i < 4; ++i) {
            const NodeId node(nodes - 1 - pick(random, nodes / 2));
            builder.check(
                builder.is_set(node) ? CheckKind::empty : static_cast<CheckKind>(pick(random, 3)),
                node, chance(random, 70) ? CheckRole::axiom : CheckRole::flag, chance(random, 30));
        }
        const Program& program = builder.program;
        Evaluator evaluator(builder.model(), structure);
        Evaluator other(builder.model(), structure);
        const Seeds seeds(structure, program, random);
        const Execution execution = execution_of(structure, program, seeds);
        evaluator.evaluate(execution);
        std::vector<Finding> findings = evaluator.violations();
        for (const Finding& finding : evaluator.flags()) findings.push_back(finding);
        for (const Finding& finding : findings) {
            const Reason reason = evaluator.why(finding);
            expect_canonical(reason);
            ASSERT_TRUE(holds(reason, execution)) << "round " << round;
            const Check& check = program.checks[finding.check];
            for_executions_with(
                reason, structure, program, seeds, random, 40, [&](const Execution& changed) {
                    other.evaluate(changed);
                    ASSERT_EQ(naive_passes(check, pairs_of(other, program, check.node)),
                              check.role != CheckRole::axiom)
                        << "round " << round << " check " << finding.check;
                });
            if (HasFatalFailure()) return;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(
    Structures, Reasons,
    testing::Values(Shapes{},
                    Shapes{.branches = false, .dynamic_addresses = false, .barriers = false},
                    Shapes{.units = 2, .events_a_unit = 5, .locations = 1},
                    Shapes{.units = 3, .events_a_unit = 2, .dynamic_addresses = false}));

struct Coherence : testing::Test {
    ProgramBuilder builder;
    NodeId rf = builder.base(Base::reads_from);
    NodeId mo = builder.base(Base::modification_order);
    NodeId rb = builder.make(NodeOp::sequence, builder.make(NodeOp::inverse, rf), mo);
    NodeId sb = builder.base(Base::sequenced_before);
    NodeId hb = builder.make(NodeOp::transitive_closure, builder.make(NodeOp::unite, sb, rf));
};

TEST_F(Coherence, ReasonsAreSmall) {
    Random random(13);
    builder.check(CheckKind::irreflexive, builder.make(NodeOp::sequence, rb, hb));
    std::size_t findings = 0;
    std::size_t literals = 0;
    for (int round = 0; round < 200; ++round) {
        const EventStructure structure = random_structure(
            random, {.units = 4, .branches = false, .dynamic_addresses = false, .barriers = false});
        Evaluator evaluator(builder.model(), structure);
        evaluator.evaluate(
            execution_of(structure, builder.program, Seeds(structure, builder.program, random)));
        for (const Finding& finding : evaluator.violations()) {
            ++findings;
            literals += evaluator.why(finding).size();
        }
    }
    ASSERT_GT(findings, 100U);
    EXPECT_LT(literals, 3 * findings);
}

}  // namespace
}  // namespace clmm::model::test
