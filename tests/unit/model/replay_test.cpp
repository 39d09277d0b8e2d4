#include "clmm/model/replay.h"

#include <gtest/gtest.h>

#include <functional>

namespace clmm::model {
namespace {

using litmus::Event;
using litmus::EventKind;
using litmus::TermId;

/// x = 1; r = x; if (r) x = r + 1 — with a barrier pair, and a second location y beside x.
struct ReplayTest : testing::Test {
    EventStructure structure;
    Execution good;

    ReplayTest() {
        auto& terms = structure.terms;
        const TermId always = terms.boolean(true);
        structure.condition = structure.filter = always;
        for (std::size_t i = 0; i < 2; ++i) {
            litmus::Location location;
            location.id = LocationId(i);
            structure.locations.push_back(location);
            add(EventKind::write, i, always, terms.constant(0, 32)).initial = true;
        }
        structure.initial_count = 2;
        add(EventKind::write, 0, always, terms.constant(1, 32));
        const TermId read = terms.read_value(EventId(3), 32);
        add(EventKind::read, 0, always, read);
        const TermId taken = terms.lnot(terms.equal(read, terms.constant(0, 32)));
        add(EventKind::write, 0, taken,
            terms.binary(litmus::TermOp::add, read, terms.constant(1, 32)));
        add(EventKind::barrier_entry, {}, always, {});
        add(EventKind::barrier_exit, {}, always, {});
        structure.barriers.push_back({EventId(5), EventId(6), taken});
        structure.constraints.push_back(taken);
        make_good();
    }

    Event& add(EventKind kind, std::optional<std::size_t> location, TermId guard, TermId value) {
        Event event;
        event.id = EventId(structure.size());
        event.kind = kind;
        event.guard = guard;
        event.value = value;
        if (location)
            event.targets.push_back({LocationId(*location), structure.terms.boolean(true)});
        structure.events.push_back(event);
        return structure.events.back();
    }

    void make_good() {
        good = Execution(structure.size());
        good.executed.fill();
        good.values = {0, 0, 1, 1, 2, 0, 0};
        for (const std::size_t x : {0, 2, 3, 4}) good.locations[x] = LocationId(0);
        good.locations[1] = LocationId(1);
        for (std::size_t a = 0; a < 5; ++a)
            for (std::size_t b = 0; b < 5; ++b)
                if (good.locations[a] == good.locations[b]) good.same_location.set(a, b);
        good.reads_from.set(2, 3);
        for (const auto& [a, b] : {std::pair(0, 2), std::pair(0, 4), std::pair(2, 4)})
            good.modification_order.set(a, b);
        good.barrier_pairs.set(5, 6);
        good.final_values = {2, 0};
        good.total_orders.emplace_back(structure.size());
        for (const auto& [a, b] : {std::pair(2, 3), std::pair(3, 4), std::pair(2, 4)})
            good.total_orders[0].set(a, b);
    }

    void expect_defect(const std::function<void(Execution&)>& damage, const std::string& text) {
        Execution bad = good;
        damage(bad);
        std::string found;
        for (const std::string& defect : defects(structure, bad)) found += defect + '\n';
        EXPECT_NE(found.find(text), std::string::npos) << "found: " << found;
    }
};

TEST_F(ReplayTest, AcceptsAGoodExecution) {
    EXPECT_EQ(defects(structure, good), std::vector<std::string>());
}

TEST_F(ReplayTest, FindsEventsThatTheirGuardsContradict) {
    expect_defect([](Execution& e) { e.executed.reset(4); }, "does not take place though");
    expect_defect([](Execution& e) { e.values[3] = 0; }, "takes place though");
}

TEST_F(ReplayTest, FindsWrongValues) {
    expect_defect([](Execution& e) { e.values[4] = 7; }, "event 4 has not the value of its term");
    expect_defect([](Execution& e) { e.values[3] = 3; }, "reads-from between different values");
    expect_defect([](Execution& e) { e.final_values[0] = 1; }, "does not end with the value");
    expect_defect([](Execution& e) { e.values[3] = 0; }, "constraint 0 does not hold");
}

TEST_F(ReplayTest, FindsWrongSources) {
    expect_defect([](Execution& e) { e.reads_from.reset(2, 3); }, "reads from 0 writes");
    expect_defect([](Execution& e) { e.reads_from.set(0, 3); }, "reads from 2 writes");
    expect_defect([](Execution& e) { e.reads_from.set(3, 2); }, "not from a write to a read");
    expect_defect([](Execution& e) { e.reads_from.set(1, 3); }, "between different locations");
}

TEST_F(ReplayTest, FindsWrongLocations) {
    expect_defect([](Execution& e) { e.locations[3] = LocationId(1); }, "not its target");
    expect_defect([](Execution& e) { e.locations[5] = LocationId(1); }, "no access");
    expect_defect([](Execution& e) { e.same_location.set(0, 1); }, "same location is wrong");
}

TEST_F(ReplayTest, FindsWrongOrders) {
    expect_defect([](Execution& e) { e.modification_order.reset(2, 4); }, "relates them 0 times");
    expect_defect([](Execution& e) { e.modification_order.set(4, 2); }, "relates them 2 times");
    expect_defect([](Execution& e) { e.modification_order.set(0, 0); }, "precedes itself");
    expect_defect([](Execution& e) { e.modification_order.set(2, 0); },
                  "initial write is not first");
    expect_defect([](Execution& e) { e.modification_order.set(0, 3); }, "relates them");
    expect_defect([](Execution& e) { e.total_orders[0].reset(2, 4); }, "does not order them");
    expect_defect([](Execution& e) { e.total_orders[0].set(4, 2); }, "does not order them");
    expect_defect(
        [](Execution& e) {
            e.modification_order.reset(0, 4);
            e.modification_order.set(4, 0);
        },
        "modification order is not transitive");
}

TEST_F(ReplayTest, FindsWrongBarrierPairsAndSizes) {
    expect_defect([](Execution& e) { e.barrier_pairs.reset(5, 6); }, "not paired");
    expect_defect([](Execution& e) { e.final_values.clear(); }, "wrong number of final values");
}

TEST_F(ReplayTest, FindsTotalOrdersThatLeaveOutAMember) {
    MemoryModel model;
    model.program.nodes.push_back(
        {NodeOp::base, true, {}, {}, static_cast<std::uint32_t>(Base::memory), {}, 0});
    model.program.total_orders.push_back({"S", NodeId(0)});
    Evaluator evaluator(model, structure);
    evaluator.evaluate(good);
    EXPECT_EQ(order_defects(model.program, evaluator, good).front(),
              "events 0 and 1: not ordered by S");
}

}  // namespace
}  // namespace clmm::model
