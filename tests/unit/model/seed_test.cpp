#include "clmm/model/seed.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

#include "evaluator_test_support.h"

namespace clmm::model::test {
namespace {

/// acyclic(sb | rf | mo | rb): sequential consistency.
ProgramBuilder sequential_consistency() {
    ProgramBuilder builder;
    const NodeId rf = builder.base(Base::reads_from);
    const NodeId mo = builder.base(Base::modification_order);
    const NodeId rb = builder.make(NodeOp::sequence, builder.make(NodeOp::inverse, rf), mo);
    NodeId all = builder.make(NodeOp::unite, builder.base(Base::sequenced_before), rf);
    all = builder.make(NodeOp::unite, all, mo);
    builder.check(CheckKind::acyclic, builder.make(NodeOp::unite, all, rb));
    return builder;
}

bool possible(const EventStructure& structure, const Literal& literal) {
    const auto& a = structure[literal.a];
    const auto& b = structure[literal.b];
    return a.kind == litmus::EventKind::write && !b.initial;
}

void expect_refuted(const std::vector<Reason>& seeds, const ProgramBuilder& builder,
                    const EventStructure& structure, Random& random, std::size_t& checked) {
    Evaluator evaluator(builder.model(), structure);
    for (int i = 0; i < 200; ++i) {
        const Execution execution =
            execution_of(structure, builder.program, Seeds(structure, builder.program, random));
        const auto applies = [&](const Reason& reason) { return holds(reason, execution); };
        if (std::none_of(seeds.begin(), seeds.end(), applies)) continue;
        ++checked;
        evaluator.evaluate(execution);
        ASSERT_FALSE(evaluator.consistent());
    }
}

TEST(Seed, ConflictsAreInNoConsistentExecution) {
    Random random(21);
    std::size_t checked = 0;
    for (int round = 0; round < 150; ++round) {
        const EventStructure structure = random_structure(random, {});
        const ProgramBuilder builder = sequential_consistency();
        const std::vector<Reason> seeds = seed_conflicts(builder.model(), structure);
        for (const Reason& reason : seeds)
            for (const Literal& literal : reason) EXPECT_TRUE(possible(structure, literal));
        expect_refuted(seeds, builder, structure, random, checked);
        if (HasFatalFailure()) return;
    }
    EXPECT_GT(checked, 1000U);
}

TEST(Seed, ConflictsOfRandomModelsAreSound) {
    Random random(22);
    std::size_t checked = 0;
    for (int round = 0; round < 200; ++round) {
        const EventStructure structure = random_structure(random, {});
        ProgramBuilder builder = random_program(random, 15);
        const std::size_t nodes = builder.program.nodes.size();
        for (std::size_t i = 0; i < 2; ++i) {
            const NodeId node(nodes - 1 - pick(random, nodes / 2));
            const auto kind =
                builder.is_set(node) ? CheckKind::empty : static_cast<CheckKind>(pick(random, 3));
            builder.check(kind, node, CheckRole::axiom, chance(random, 30));
        }
        expect_refuted(seed_conflicts(builder.model(), structure, {.evaluations = 300}), builder,
                       structure, random, checked);
        if (HasFatalFailure()) return;
    }
    EXPECT_GT(checked, 1000U);
}

/// Without branches each single edge that some consistent execution lacks for good is found
/// where one edge decides; here only that coherence's conflicts are all there.
TEST(Seed, FindsTheConflictsOfCoherence) {
    EventStructure structure;
    auto& terms = structure.terms;
    const auto add = [&](litmus::EventKind kind, std::size_t unit) {
        litmus::Event event;
        event.id = EventId(structure.size());
        event.kind = kind;
        event.initial = structure.size() == 0;
        if (!event.initial) event.unit = litmus::UnitId(unit);
        event.guard = terms.boolean(true);
        event.targets = {{LocationId(0), terms.boolean(true)}};
        structure.events.push_back(event);
    };
    structure.locations.emplace_back();
    structure.units.resize(2);
    add(litmus::EventKind::write, 0);
    add(litmus::EventKind::write, 0);  // 1: x = 1
    add(litmus::EventKind::write, 0);  // 2: x = 2
    add(litmus::EventKind::read, 1);   // 3: r = x
    add(litmus::EventKind::read, 1);   // 4: s = x
    for (BitMatrix* matrix : {&structure.sb, &structure.data, &structure.addr, &structure.ctrl,
                              &structure.ctrl_until_join, &structure.rmw})
        *matrix = BitMatrix(structure.size());
    structure.sb.set(1, 2);
    structure.sb.set(3, 4);
    const auto rf = [](std::size_t write, std::size_t read) {
        return Literal{Literal::Kind::reads_from, true, 0, EventId(write), EventId(read)};
    };
    const std::vector<Reason> expected{
        {{Literal::Kind::modification_order, true, 0, EventId(2), EventId(1)}},
        {rf(0, 4), rf(1, 3)},
        {rf(0, 4), rf(2, 3)},
        {rf(1, 4), rf(2, 3)},
    };
    EXPECT_EQ(seed_conflicts(sequential_consistency().model(), structure), expected);
}

/// All that one edge decides is found without a look at each edge: by what is forbidden around it.
TEST(Seed, OnePassFindsWhatOneEdgeDecides) {
    Random random(23);
    std::size_t by_pass = 0;
    std::size_t all = 0;
    for (int round = 0; round < 150; ++round) {
        const EventStructure structure = random_structure(random, {});
        const ProgramBuilder builder = sequential_consistency();
        const auto seeds = seed_conflicts(builder.model(), structure, {.pairs = false});
        const auto passed =
            seed_conflicts(builder.model(), structure, {.pairs = false, .evaluations = 1});
        for (const Reason& reason : passed)
            EXPECT_TRUE(reason.empty() || std::ranges::find(seeds, reason) != seeds.end() ||
                        seeds == std::vector<Reason>{{}});
        by_pass += passed.size();
        all += seeds.size();
    }
    EXPECT_GT(by_pass, all / 2);
    std::cout << by_pass << " of " << all << " in the first pass\n";
}

/// What must happen before settles a total order without any search.
TEST(Seed, RefutesOrdersThatContradictWhatMustBe) {
    EventStructure structure;
    for (std::size_t i = 0; i < 3; ++i) {
        litmus::OpenClEvent event;
        event.kind = litmus::EventKind::other;
        event.tags.add(litmus::Tag::api_call);
        event.unit = litmus::UnitId(i / 2);
        event.guard = structure.terms.boolean(true);
        litmus::append(structure, event);
    }
    structure.units.resize(2);
    for (BitMatrix* matrix : {&structure.sb, &structure.data, &structure.addr, &structure.ctrl,
                              &structure.ctrl_until_join, &structure.rmw})
        *matrix = BitMatrix(structure.size());
    structure.sb.set(0, 1);
    ProgramBuilder builder;
    const NodeId order =
        builder.total_order(builder.named_set(*litmus::opencl().vocabulary().find_set("API")));
    builder.check(CheckKind::irreflexive,
                  builder.make(NodeOp::sequence, order, builder.base(Base::sequenced_before)));
    const std::vector<Reason> expected{
        {{Literal::Kind::total_order, true, 0, EventId(1), EventId(0)}}};
    EXPECT_EQ(seed_conflicts(builder.model(), structure), expected);
}

}  // namespace
}  // namespace clmm::model::test
