#include <gtest/gtest.h>

#include "../../bench/scaling/families.h"
#include "compare.h"

/// Numbers of executions under RC11 on which other tools agree, small sizes of each family.
namespace clmm::oracle {
namespace {

struct Count {
    char family;
    int n;
    std::uint64_t executions;
};

constexpr Count kCounts[] = {
    {'a', 2, 4},  {'a', 4, 16},  {'b', 2, 2},   {'b', 3, 6},  {'b', 4, 24}, {'b', 5, 120},
    {'c', 2, 12}, {'c', 3, 60},  {'c', 4, 360}, {'d', 2, 16}, {'d', 3, 64}, {'e', 1, 3},
    {'e', 2, 7},  {'e', 4, 31},  {'f', 2, 3},   {'f', 3, 7},  {'f', 5, 31}, {'g', 1, 4},
    {'g', 2, 25}, {'g', 3, 195}, {'h', 1, 1},   {'h', 2, 6},  {'h', 3, 75}, {'k', 1, 1},
    {'k', 2, 6},  {'k', 3, 114},
};

class Counts : public testing::TestWithParam<Count> {};

TEST_P(Counts, Rc11) {
    const auto [family, n, executions] = GetParam();
    const auto model = model::shipped_model("rc11");
    ASSERT_TRUE(model) << render(model.diagnostics());
    const std::string text = bench::family_text(family, n, bench::Dialect::c);
    const auto read = litmus::read_test(std::make_shared<Source>("family.litmus", text));
    ASSERT_TRUE(read) << render(read.diagnostics());
    const auto structure = litmus::unfold(*read, {});
    ASSERT_TRUE(structure) << render(structure.diagnostics());
    solver::SmtEngine engine;
    model::EngineRequest request;
    request.all_executions = true;
    const auto answer = engine.run(*structure, *model, request);
    EXPECT_FALSE(answer.incomplete) << answer.incomplete.value_or("");
    std::uint64_t counted = 0;
    for (const auto& outcome : answer.outcomes) counted += outcome.executions;
    EXPECT_EQ(counted, executions) << text;
}

INSTANTIATE_TEST_SUITE_P(Families, Counts, testing::ValuesIn(kCounts), [](const auto& instance) {
    return std::string(1, instance.param.family) + std::to_string(instance.param.n);
});

/// The families' definitions themselves: what the oracle counts where it can.
Access relaxed(Kind kind, int location, int value) {
    Access access;
    access.kind = kind;
    access.location = location;
    access.order = Order::rlx;
    access.value = value;
    return access;
}

Program alternating(int n) {
    Program test{{{}, {}}, {{}, {}}};
    for (int t = 0; t < 2; ++t)
        for (int i = 0; i < n; ++i) {
            auto& body = test.threads[static_cast<std::size_t>(t)].body;
            body.push_back(relaxed(Kind::store, (i + t) % 2, 1 + t * n + i));
            body.push_back(relaxed(Kind::load, (i + t + 1) % 2, 0));
        }
    return test;
}

Program locked_counter(Kind attempt, int n) {
    Program test{{{}, {false, false}}, {}};
    for (int i = 0; i < n; ++i) {
        Access first = relaxed(attempt, 0, 1);
        first.order = Order::acq;
        first.takes = 0;
        Access second = first;
        second.guard = Guard::not_taken;
        Access read = relaxed(Kind::load, 1, 0);
        Access write = relaxed(Kind::store, 1, 1);
        Access release = relaxed(Kind::store, 0, 0);
        read.order = write.order = Order::na;
        write.plus_read = 2;
        release.order = Order::rel;
        read.guard = write.guard = release.guard = Guard::taken;
        test.threads.push_back({0, i, {first, second, read, write, release}});
    }
    return test;
}

TEST(CountsOfOracle, SmallestSizes) {
    EXPECT_EQ(rc11(alternating(1)).executions, 4U);
    EXPECT_EQ(rc11(alternating(2)).executions, 25U);
    EXPECT_EQ(rc11(locked_counter(Kind::compare_exchange, 2)).executions, 6U);
    EXPECT_EQ(rc11(locked_counter(Kind::exchange, 2)).executions, 6U);
    EXPECT_FALSE(rc11(locked_counter(Kind::exchange, 2)).racy);
}

}  // namespace
}  // namespace clmm::oracle
