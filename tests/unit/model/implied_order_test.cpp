// A total order that needs no literals, against all orders there are.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "clmm/model/incremental.h"
#include "evaluator_test_support.h"

namespace clmm::model::test {
namespace {

constexpr Shapes kShapes{.units = 2,
                         .events_a_unit = 2,
                         .locations = 1,
                         .branches = false,
                         .dynamic_addresses = false,
                         .barriers = false};

/// A model with an order S of some events, and axioms about it of the forms that the shipped
/// models have.
class Drawn {
public:
    explicit Drawn(Random& random) : random_(random) {
        constexpr std::array over{Base::write, Base::read, Base::everything};
        order_ = made.total_order(made.base(over[pick(random, over.size())]));
        for (std::size_t i = 0; i < 1 + pick(random, 3); ++i) axiom();
    }

    ProgramBuilder made;

private:
    NodeId relation() {
        constexpr std::array bases{Base::reads_from, Base::modification_order,
                                   Base::sequenced_before, Base::same_location};
        const NodeId node = made.base(bases[pick(random_, bases.size())]);
        return chance(random_, 40) ? made.make(NodeOp::inverse, node) : node;
    }

    NodeId masked(NodeId node) {
        if (chance(random_, 50)) return node;
        const NodeId set = made.base(chance(random_, 50) ? Base::write : Base::read);
        const NodeId mask = made.make(NodeOp::identity_on, set);
        return chance(random_, 50) ? made.make(NodeOp::sequence, mask, node)
                                   : made.make(NodeOp::sequence, node, mask);
    }

    NodeId order() { return masked(order_); }

    void axiom() {
        switch (pick(random_, 8)) {
            case 0:
                return made.check(CheckKind::irreflexive, sequence(order(), relation()));
            case 1:
                return made.check(CheckKind::irreflexive, sequence(relation(), order()));
            case 2:
                return made.check(CheckKind::irreflexive,
                                  sequence(relation(), sequence(order(), relation())));
            case 3:
                return made.check(CheckKind::empty,
                                  made.make(NodeOp::intersect, order(), relation()));
            case 4:
                return made.check(CheckKind::empty,
                                  made.make(NodeOp::subtract, masked(relation()), order()));
            case 5:
                return made.check(CheckKind::irreflexive,
                                  sequence(made.make(NodeOp::inverse, order()), relation()));
            case 6:
                return joined();
            default:
                return last_before();
        }
    }

    NodeId sequence(NodeId left, NodeId right) { return made.make(NodeOp::sequence, left, right); }

    /// Nothing is between two events of which one is before the other.
    void joined() {
        const NodeId pairs = made.base(Base::read_modify_write);
        made.check(CheckKind::irreflexive, sequence(order_, made.make(NodeOp::inverse, pairs)));
        made.check(CheckKind::irreflexive, sequence(order_, pairs));
        made.check(CheckKind::empty, made.make(NodeOp::intersect, pairs, sequence(order_, order_)));
    }

    /// The order agrees with the modification order; a read takes the last write before it.
    void last_before() {
        const NodeId writes = made.make(NodeOp::identity_on, made.base(Base::write));
        const NodeId of_writes = sequence(writes, sequence(order_, writes));
        made.check(CheckKind::irreflexive, sequence(order_, made.base(Base::modification_order)));
        const NodeId before =
            made.make(NodeOp::intersect, sequence(writes, order_), made.base(Base::same_location));
        const NodeId last = made.make(NodeOp::subtract, before, sequence(of_writes, before));
        made.check(CheckKind::empty,
                   made.make(NodeOp::subtract, made.make(NodeOp::intersect, last, relation()),
                             made.base(Base::reads_from)));
    }

    Random& random_;
    NodeId order_;
};

bool passes(const Program& program, const EventStructure& structure, const Execution& execution) {
    const std::vector<Pairs> values = naive_values(program, structure, execution);
    return std::ranges::all_of(program.checks, [&](const Check& each) {
        return naive_passes(each, values[each.node.index()]);
    });
}

bool some_order_passes(const Program& program, const EventStructure& structure,
                       Execution execution) {
    std::vector<std::size_t> events(structure.size());
    std::iota(events.begin(), events.end(), 0);
    do {
        execution.total_orders[0] = BitMatrix(structure.size());
        for (std::size_t a = 0; a < events.size(); ++a)
            for (std::size_t b = a + 1; b < events.size(); ++b)
                execution.total_orders[0].set(events[a], events[b]);
        if (passes(program, structure, execution)) return true;
    } while (std::ranges::next_permutation(events).found);
    return false;
}

/// Whether an axiom certainly fails once all that is not the order is held.
bool fails(IncrementalEvaluator& growing, const Execution& execution) {
    for (IncrementalEvaluator::Input i = 0; i < growing.inputs().size(); ++i)
        if (holds(growing.inputs()[i], execution)) growing.hold(i);
    return !growing.settle();
}

TEST(ImpliedOrder, IsThereWhereSomeOrderPasses) {
    Random random(77);
    int implied = 0, without = 0, with = 0;
    for (int round = 0; round < 400 && !HasFailure(); ++round) {
        const EventStructure structure = random_structure(random, kShapes);
        const Drawn drawn(random);
        const Program& program = drawn.made.program;
        const MemoryModel model = drawn.made.model();
        const Evaluator evaluator(model, structure);
        if (!IncrementalEvaluator::create(evaluator, IncrementalEvaluator::Orders::implied)
                 ->implied())
            continue;
        ++implied;
        for (int i = 0; i < 3; ++i) {
            const Seeds seeds(structure, program, random);
            Execution execution = execution_of(structure, program, seeds);
            const auto growing =
                IncrementalEvaluator::create(evaluator, IncrementalEvaluator::Orders::implied);
            const bool is_none = fails(*growing, execution);
            const bool is_some = some_order_passes(program, structure, execution);
            if (is_none || growing->is_exact()) {
                EXPECT_NE(is_none, is_some) << "round " << round;
            }
            ++(is_none ? without : with);
            if (is_none || !is_some) continue;
            execution.total_orders[0] = growing->implied_order();
            EXPECT_TRUE(passes(program, structure, execution)) << "round " << round;
        }
    }
    EXPECT_GT(implied, 100);
    EXPECT_GT(without, 50);
    EXPECT_GT(with, 50);
}

}  // namespace
}  // namespace clmm::model::test
