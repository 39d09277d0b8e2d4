// Orders that make programs stronger whatever the orders of their other operations are.
#include "clmm/skeletons/order_steps.h"

#include <gtest/gtest.h>

#include <set>

#include "clmm/generator/orders.h"
#include "clmm/generator/space.h"
#include "clmm/skeletons/view.h"
#include "fixture.h"

namespace clmm::skeletons {
namespace {

using generator::Kind;
using generator::MemoryOrder;
using generator::Program;
using generator::Statement;

template <class F>
void for_each_operation(Program& program, F&& f) {
    for (auto& thread : program.threads)
        for (Statement& each : thread.body)
            if (each.is_access() || each.kind == Kind::fence) f(each);
}

/// What a program may end in.
std::set<generator::State> states_of(const Program& program, const model::MemoryModel& model,
                                     Skeletons& skeletons) {
    std::set<generator::State> all;
    View view(model, skeletons.of(program));
    for (std::size_t i = 0; i < view.states(); ++i)
        if (view.has(i)) all.insert(view.state(i));
    return all;
}

struct Held {
    std::size_t stronger = 0, not_found = 0;
};

/// Programs in which one order alone is stronger: those that are found to be have no more states.
Held hold(const model::MemoryModel& model, const generator::Space& space, std::size_t stride) {
    const enumerator::CheckOptions options = check_options();
    Skeletons skeletons(model, options);
    OrderSteps steps(model);
    Held held;
    std::size_t number = 0;
    generator::for_each_program(space, [&](const Program& program) {
        if (number++ % stride != 0 || !skeletons.of(program).is_usable) return true;
        Program other = program;
        const auto facts =
            steps.facts([&](MemoryOrder order) { return &skeletons.of(program, order).structure; });
        const auto weak_states = states_of(program, model, skeletons);
        const auto events = skeletons.of(program).events;
        std::size_t operation = 0;
        for_each_operation(other, [&](Statement& each) {
            const MemoryOrder own = each.order;
            for (const MemoryOrder order :
                 {MemoryOrder::relaxed, MemoryOrder::acquire, MemoryOrder::release,
                  MemoryOrder::acq_rel, MemoryOrder::seq_cst}) {
                each.order = order;
                if (order == own) continue;
                if (!steps.is_stronger(*facts, {{events[operation], own, order}})) {
                    held.not_found +=
                        static_cast<std::size_t>(generator::is_no_stronger(own, order));
                    continue;
                }
                ++held.stronger;
                EXPECT_TRUE(std::ranges::includes(weak_states, states_of(other, model, skeletons)))
                    << model.name << generator::to_litmus(program) << generator::to_litmus(other);
            }
            each.order = own;
            ++operation;
        });
        return !testing::Test::HasFailure();
    });
    return held;
}

TEST(OrderSteps, StrongerProgramsOfCHaveNoMoreStates) {
    for (const char* name : {"c11", "rc11", "sc"}) {
        Held held = hold(model_of(name), {.accesses = 3, .fences = 1, .plain = false}, 607);
        const Held more = hold(
            model_of(name), {.accesses = 4, .fences = 0, .plain = false, .modifications = {}}, 83);
        EXPECT_GT(held.stronger, 50U) << name;
        EXPECT_GT(more.stronger, 50U) << name;
        held.not_found += more.not_found;
        // C11's order of seq_cst operations may allow more where a write joins it.
        EXPECT_EQ(held.not_found > 0, name == std::string("c11")) << name;
    }
}

TEST(OrderSteps, StrongerProgramsOfOpenClHaveNoMoreStates) {
    generator::Space space{
        .dialect = generator::Dialect::opencl, .accesses = 3, .threads = 2, .fences = 1};
    space.scopes = {generator::MemoryScope::work_group, generator::MemoryScope::device};
    space.places = space.regions = true;
    space.modifications.clear();
    for (const auto& model :
         {model_of("opencl-3.0"), model_of("opencl-2.0"), model_of("opencl-scoped"),
          model_of("opencl-3.0", {"order-S=psc", "release-sequence=c20"})})
        EXPECT_GT(hold(model, space, 1999).stronger, 20U) << model.name;
}

/// A compare-exchange's events where it succeeds have one order, the read where it fails another.
TEST(OrderSteps, OfCompareExchangesAreOfTwoOrders) {
    const enumerator::CheckOptions options = check_options();
    generator::Space space{
        .accesses = 3, .threads = 2, .fences = 0, .plain = false, .modifications = {}};
    space.compare_exchange = true;
    for (const auto& model : {model_of("c11"), model_of("rc11")}) {
        Skeletons skeletons(model, options);
        OrderSteps steps(model);
        std::size_t number = 0, stronger = 0;
        generator::for_each_program(space, [&](const Program& program) {
            if (number++ % 37 != 0 || !skeletons.of(program).is_usable) return true;
            const auto facts = steps.facts(
                [&](MemoryOrder order) { return &skeletons.of(program, order).structure; });
            const auto weak_states = states_of(program, model, skeletons);
            const std::string key = skeleton_key(program);
            const auto all_events = skeletons.of(program).events;
            Program other = program;
            std::size_t operation = 0;
            for_each_operation(other, [&](Statement& each) {
                const std::vector<std::size_t>& events = all_events[operation++];
                if (each.kind != Kind::compare_exchange || events.size() != 3) return;
                const Statement own = each;
                for (const MemoryOrder order :
                     {MemoryOrder::acquire, MemoryOrder::acq_rel, MemoryOrder::seq_cst})
                    for (const MemoryOrder failure : {MemoryOrder::relaxed, MemoryOrder::acquire}) {
                        each.order = order;
                        each.failure = failure;
                        if (skeleton_key(other) != key ||
                            !steps.is_stronger(*facts, {{{events[0], events[1]}, own.order, order},
                                                        {{events[2]}, own.failure, failure}}))
                            continue;
                        stronger += static_cast<std::size_t>(failure != own.failure);
                        EXPECT_TRUE(
                            std::ranges::includes(weak_states, states_of(other, model, skeletons)))
                            << model.name << generator::to_litmus(program)
                            << generator::to_litmus(other);
                    }
                each = own;
            });
            return !testing::Test::HasFailure();
        });
        EXPECT_GT(stronger, 5U) << model.name;
    }
}

/// x = 1; y = 1 | r0 = y; r1 = x, all relaxed but as said.
Program message_passing() {
    Program program{.dialect = generator::Dialect::c};
    program.locations = {{.name = "x"}, {.name = "y"}};
    const auto store = [](const char* where) {
        Statement made{.kind = Kind::store, .location = where};
        made.value = generator::Value::number(1);
        return made;
    };
    const auto load = [](const char* where, const char* into) {
        return Statement{.kind = Kind::load, .location = where, .result = into};
    };
    program.threads = {{.number = 0, .body = {store("x"), store("y")}},
                       {.number = 1, .body = {load("y", "r0"), load("x", "r1")}}};
    return program;
}

/// Whether an order of the n-th operation is stronger than another.
bool is_step(const model::MemoryModel& model, std::size_t operation, MemoryOrder than,
             MemoryOrder order) {
    const enumerator::CheckOptions options = check_options();
    const Program program = message_passing();
    Skeletons skeletons(model, options);
    EXPECT_TRUE(skeletons.of(program).is_usable);
    OrderSteps steps(model);
    const auto facts =
        steps.facts([&](MemoryOrder each) { return &skeletons.of(program, each).structure; });
    return steps.is_stronger(*facts, {{skeletons.of(program).events[operation], than, order}});
}

TEST(OrderSteps, OfCsOrders) {
    const auto c11 = model_of("c11"), rc11 = model_of("rc11");
    EXPECT_TRUE(is_step(c11, 2, MemoryOrder::relaxed, MemoryOrder::acquire));
    EXPECT_TRUE(is_step(c11, 2, MemoryOrder::acquire, MemoryOrder::seq_cst));
    EXPECT_TRUE(is_step(c11, 1, MemoryOrder::relaxed, MemoryOrder::release));
    EXPECT_FALSE(is_step(c11, 2, MemoryOrder::acquire, MemoryOrder::relaxed));
    // Whatever others have: the write may become the last one before a seq_cst load, which may then
    // read what it happens before.
    EXPECT_FALSE(is_step(c11, 1, MemoryOrder::release, MemoryOrder::seq_cst));
    EXPECT_TRUE(is_step(rc11, 1, MemoryOrder::release, MemoryOrder::seq_cst));
}

TEST(OrderSteps, NotWhereAStrongerOrderAllowsMore) {
    const auto acquired = written("\"a\" empty rf; [R \\ ACQ] as acquired\n");
    EXPECT_FALSE(is_step(acquired, 2, MemoryOrder::relaxed, MemoryOrder::acquire));
    EXPECT_TRUE(is_step(acquired, 2, MemoryOrder::acquire, MemoryOrder::relaxed));
    // Of the other load, which may have any order, nothing is known.
    const auto both = written("\"b\" empty (R * R) & sb \\ ([ACQ]; sb; [R]) as both\n");
    EXPECT_FALSE(is_step(both, 2, MemoryOrder::relaxed, MemoryOrder::acquire));
    EXPECT_TRUE(is_step(both, 3, MemoryOrder::relaxed, MemoryOrder::acquire));
    const auto any = written("\"c\" ~empty [W & SC]; rf as some\n");
    EXPECT_FALSE(is_step(any, 1, MemoryOrder::relaxed, MemoryOrder::seq_cst));
    EXPECT_TRUE(is_step(any, 1, MemoryOrder::seq_cst, MemoryOrder::relaxed));
    // An order of more members may be one in which something else comes last.
    const auto last = written(
        "\"d\" with S from total_order(SC)\n"
        "empty ([W & SC]; rf; [R & SC]) \\ (S \\ (S; S)) as next\n");
    EXPECT_FALSE(is_step(last, 0, MemoryOrder::seq_cst, MemoryOrder::relaxed));
}

}  // namespace
}  // namespace clmm::skeletons
