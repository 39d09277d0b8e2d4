#include "oracle.h"

#include <gtest/gtest.h>

/// The oracle itself, on shapes whose verdicts docs/model.md and the literature give.
namespace clmm::oracle {
namespace {

Access access(Kind kind, int location, Order order, Scope scope = Scope::dev) {
    Access result;
    result.kind = kind;
    result.location = location;
    result.order = order;
    result.scope = scope;
    result.value = 1;
    return result;
}

Access load(int location, Order order, Scope scope = Scope::dev) {
    return access(Kind::load, location, order, scope);
}

Access store(int location, Order order, Scope scope = Scope::dev) {
    return access(Kind::store, location, order, scope);
}

Access fence(Order order, bool global, bool local) {
    Access result = access(Kind::fence, -1, order, Scope::wg);
    result.global_flag = global;
    result.local_flag = local;
    return result;
}

/// T0: x = 1 plainly, y := 1; T1: if y is 1, read x plainly.
Program message_passing(bool local_flag, Order write, Order read, Scope writer, Scope reader,
                        int other_group) {
    Access seen = load(1, read, reader);
    seen.takes = 1;
    Access payload = load(0, Order::na);
    payload.guard = Guard::taken;
    return {{{false, false}, {local_flag, true}},
            {{0, 0, {store(0, Order::na), store(1, write, writer)}},
             {0, other_group, {seen, payload}}}};
}

Program store_buffering(Order order, Scope scope, int other_group) {
    return {{{}, {}},
            {{0, 0, {store(0, order, scope), load(1, order, scope)}},
             {0, other_group, {store(1, order, scope), load(0, order, scope)}}}};
}

constexpr auto kWg = Scope::wg;
constexpr auto kDev = Scope::dev;

TEST(Oracle, MessagePassingNeedsScopesThatInclude) {
    EXPECT_FALSE(opencl_scoped(message_passing(false, Order::rel, Order::acq, kDev, kDev, 1)).racy);
    EXPECT_TRUE(opencl_scoped(message_passing(false, Order::rel, Order::acq, kWg, kWg, 1)).racy);
    EXPECT_FALSE(opencl_scoped(message_passing(false, Order::rel, Order::acq, kWg, kWg, 0)).racy);
    EXPECT_TRUE(opencl_scoped(message_passing(false, Order::rel, Order::acq, kDev, kWg, 0)).racy);
    EXPECT_TRUE(opencl_scoped(message_passing(false, Order::rlx, Order::acq, kDev, kDev, 1)).racy);
}

TEST(Oracle, LocalFlagDoesNotCarryGlobalPayload) {
    EXPECT_TRUE(opencl_scoped(message_passing(true, Order::rel, Order::acq, kWg, kWg, 0)).racy);
    EXPECT_TRUE(opencl_scoped(message_passing(true, Order::sc, Order::sc, kWg, kWg, 0)).racy);
    for (const bool both : {false, true}) {
        Program test = message_passing(true, Order::rlx, Order::rlx, kWg, kWg, 0);
        auto& writer = test.threads[0].body;
        auto& reader = test.threads[1].body;
        writer.insert(writer.begin() + 1, fence(Order::rel, both, true));
        reader.insert(reader.begin() + 1, fence(Order::acq, both, true));
        EXPECT_EQ(opencl_scoped(test).racy, !both);
    }
}

TEST(Oracle, ScOrdersStoreBuffering) {
    EXPECT_EQ(opencl_scoped(store_buffering(Order::sc, kDev, 1)).executions, 3U);
    EXPECT_EQ(opencl_scoped(store_buffering(Order::sc, kWg, 1)).executions, 4U);
    EXPECT_EQ(opencl_scoped(store_buffering(Order::sc, kWg, 0)).executions, 3U);
    EXPECT_EQ(opencl_scoped(store_buffering(Order::rel, kDev, 1)).executions, 4U);
    EXPECT_EQ(rc11(store_buffering(Order::sc, kDev, 1)).executions, 3U);
    EXPECT_EQ(rc11(store_buffering(Order::rel, kDev, 1)).executions, 4U);
    EXPECT_EQ(sc(store_buffering(Order::rlx, kDev, 1)).executions, 3U);
}

TEST(Oracle, BarrierOrdersOnlyItsRegions) {
    for (const bool global : {false, true}) {
        Access barrier = fence(Order::na, global, true);
        barrier.kind = Kind::barrier;
        const Program test{
            {{false, false}},
            {{0, 0, {store(0, Order::na), barrier}}, {0, 0, {barrier, load(0, Order::na)}}}};
        const Answer answer = opencl_scoped(test);
        EXPECT_EQ(answer.racy, !global);
        EXPECT_EQ(answer.outcomes.contains({0, 1}), !global);
    }
}

/// x global, y local: load buffering with release and acquire is allowed, because the two
/// happens-before relations are apart.
TEST(Oracle, HappensBeforeIsPerRegion) {
    for (const bool local : {false, true}) {
        const Program test{{{false, true}, {local, true}},
                           {{0, 0, {load(1, Order::acq, kWg), store(0, Order::rel, kWg)}},
                            {0, 0, {load(0, Order::acq, kWg), store(1, Order::rel, kWg)}}}};
        EXPECT_EQ(opencl_scoped(test).outcomes.contains({1, 1, 1, 1}), local);
        EXPECT_FALSE(rc11(test).outcomes.contains({1, 1, 1, 1}));
    }
}

TEST(Oracle, ReadModifyWritesTakeTurns) {
    Access add = access(Kind::fetch_add, 0, Order::rlx);
    Program test{{{}}, {}};
    for (int t = 0; t < 3; ++t) test.threads.push_back({0, t, {add}});
    EXPECT_EQ(rc11(test).executions, 6U);
    EXPECT_EQ(opencl_scoped(test).executions, 6U);
    EXPECT_EQ(sc(test).executions, 6U);
}

}  // namespace
}  // namespace clmm::oracle
