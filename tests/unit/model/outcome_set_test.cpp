#include "clmm/model/outcome_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

namespace clmm::model {
namespace {

using Listed = std::map<OutcomeValues, OutcomeMark>;
using Random = std::mt19937;

constexpr int kSets = 4000;

Listed listed(const OutcomeSet& set) {
    Listed list;
    const OutcomeValues* last = nullptr;
    set.for_each([&](const OutcomeValues& values, const OutcomeMark& mark) {
        const auto [at, is_new] = list.emplace(values, mark);
        EXPECT_TRUE(is_new && (last == nullptr || *last < values)) << "not ascending";
        last = &at->first;
        return true;
    });
    return list;
}

OutcomeSet of(const Listed& list) {
    std::vector<std::pair<OutcomeValues, OutcomeMark>> outcomes(list.begin(), list.end());
    std::ranges::reverse(outcomes);
    return OutcomeSet::of(std::move(outcomes));
}

std::uint64_t below(Random& random, std::uint64_t limit) { return random() % limit; }

OutcomeMark random_mark(Random& random) {
    return {below(random, 2) == 0, below(random, 4) == 0,
            below(random, 3) == 0 ? below(random, 4) : 0};
}

/// Values are few and some are large, so that sets share and do not.
Listed random_list(Random& random, std::size_t width) {
    const std::uint64_t most = below(random, 2) == 0 ? 5 : 60;
    const bool has_marks = below(random, 3) != 0;
    const std::uint64_t values = 1 + below(random, 4);
    Listed list;
    for (std::uint64_t i = below(random, most); i-- > 0;) {
        OutcomeValues outcome;
        for (std::size_t k = 0; k < width; ++k) {
            const std::uint64_t value = below(random, values);
            outcome.push_back(value == 3 ? 0xffffffff00000000U : value);
        }
        list[outcome] = has_marks ? random_mark(random) : OutcomeMark{};
    }
    return list;
}

Listed project(const Listed& list, const std::vector<std::size_t>& observables) {
    Listed projected;
    for (const auto& [values, mark] : list) {
        OutcomeValues kept;
        for (const std::size_t each : observables) kept.push_back(values[each]);
        const auto [at, is_new] = projected.emplace(kept, mark);
        if (!is_new) at->second = at->second | mark;
    }
    return projected;
}

/// Nodes of the smallest diagram: one for each different rest of a beginning.
std::size_t different_rests(const Listed& list) {
    std::set<Listed> rests;
    for (const auto& [outcome, _] : list)
        for (std::size_t depth = 0; depth <= outcome.size(); ++depth) {
            Listed rest;
            for (const auto& [values, mark] : list)
                if (std::equal(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(depth),
                               outcome.begin()))
                    rest[{values.begin() + static_cast<std::ptrdiff_t>(depth), values.end()}] =
                        mark;
            rests.insert(std::move(rest));
        }
    return rests.size();
}

TEST(OutcomeSetTest, HasWhatSortedListsHave) {
    Random random(15);
    for (int i = 0; i < kSets; ++i) {
        const std::size_t width = below(random, 5);
        const Listed list = random_list(random, width);
        const OutcomeSet set = of(list);
        ASSERT_EQ(listed(set), list);
        ASSERT_EQ(set.size(), Natural(list.size()));
        ASSERT_EQ(set.empty(), list.empty());
        ASSERT_EQ(set.width(), list.empty() ? 0 : width);
        ASSERT_EQ(set.node_count(), different_rests(list));
        for (const auto& [values, _] : random_list(random, width)) {
            const auto known = list.find(values);
            const auto found = set.find(values);
            ASSERT_EQ(found.has_value(), known != list.end());
            if (found) ASSERT_EQ(*found, known->second);
        }
    }
}

TEST(OutcomeSetTest, CountsByMarks) {
    Random random(16);
    const auto satisfies = [](const OutcomeMark& mark) { return mark.satisfies_condition; };
    const auto executions = [](const OutcomeMark& mark) { return mark.executions; };
    for (int i = 0; i < kSets; ++i) {
        const Listed list = random_list(random, below(random, 5));
        const OutcomeSet set = of(list);
        Listed satisfying;
        std::uint64_t all = 0;
        for (const auto& [values, mark] : list) {
            if (mark.satisfies_condition) satisfying.emplace(values, mark);
            all += mark.executions;
        }
        ASSERT_EQ(set.count(satisfies), Natural(satisfying.size()));
        ASSERT_EQ(set.sum(executions), Natural(all));
        ASSERT_EQ(listed(set.where(satisfies)), satisfying);
    }
}

TEST(OutcomeSetTest, ProjectsAsListsDo) {
    Random random(17);
    for (int i = 0; i < kSets; ++i) {
        const std::size_t width = below(random, 5);
        const Listed list = random_list(random, width);
        std::vector<std::size_t> kept;
        for (std::size_t k = 0; k < width; ++k)
            if (below(random, 2) == 0) kept.push_back(k);
        const OutcomeSet projected = of(list).project(kept);
        ASSERT_EQ(listed(projected), project(list, kept));
        ASSERT_EQ(projected.node_count(), different_rests(project(list, kept)));
    }
}

TEST(OutcomeSetTest, UnitesAsListsDo) {
    Random random(18);
    for (int i = 0; i < kSets; ++i) {
        const std::size_t width = below(random, 5);
        const Listed one = random_list(random, width);
        const Listed two = random_list(random, width);
        Listed both = one;
        for (const auto& [values, mark] : two) {
            const auto [at, is_new] = both.emplace(values, mark);
            if (!is_new) at->second = at->second | mark;
        }
        ASSERT_EQ(listed(of(one).unite(of(two))), both);
        ASSERT_EQ(listed(of(two).unite(of(one))), both);
    }
}

TEST(OutcomeSetTest, AWalkEndsWhereTheVisitorSaysSo) {
    const OutcomeSet set = of({{{0, 1}, {}}, {{0, 2}, {}}, {{1, 0}, {}}});
    std::vector<OutcomeValues> seen;
    EXPECT_FALSE(set.for_each([&](const OutcomeValues& values, const OutcomeMark&) {
        seen.push_back(values);
        return seen.size() < 2;
    }));
    EXPECT_EQ(seen, (std::vector<OutcomeValues>{{0, 1}, {0, 2}}));
}

/// Two ends, and each of `reads` observables is 0 or 1 whatever the others are.
OutcomeSet independent(std::size_t reads) {
    OutcomeDiagram diagram;
    OutcomeNode node = diagram.end({});
    for (std::size_t i = 0; i < reads; ++i)
        node = diagram.branch(std::vector<OutcomeDiagram::Edge>{{0, node}, {1, node}});
    return {diagram, node};
}

TEST(OutcomeSetTest, AMillionIndependentOutcomesAreTwentyOneNodes) {
    const OutcomeSet set = independent(20);
    EXPECT_EQ(set.size(), Natural(1U << 20U));
    EXPECT_EQ(set.node_count(), 21U);
    std::size_t walked = 0;
    for (OutcomeWalk walk(set); walk.at_outcome(); walk.advance()) ++walked;
    EXPECT_EQ(walked, std::size_t{1} << 20U);
}

TEST(OutcomeSetTest, CountsBeyondSixtyFourBits) {
    EXPECT_EQ(independent(64).size().to_string(), "18446744073709551616");
    EXPECT_EQ(independent(64).size().small(), std::nullopt);
    EXPECT_EQ(independent(63).size().small(), std::uint64_t{1} << 63U);
    EXPECT_EQ(independent(200).size().to_string(),
              "1606938044258990275541962092341162602522202993782792835301376");
}

TEST(OutcomeSetTest, DeadEndsAreNoOutcomes) {
    OutcomeDiagram diagram;
    const OutcomeNode end = diagram.end({});
    const std::vector<OutcomeDiagram::Edge> dead{{0, OutcomeNode::none()},
                                                 {1, OutcomeNode::none()}};
    EXPECT_FALSE(diagram.branch(dead).valid());
    const std::vector<OutcomeDiagram::Edge> half{{0, OutcomeNode::none()}, {1, end}};
    EXPECT_EQ(diagram.branch(half), diagram.path(std::vector<std::uint64_t>{1}, end));
    EXPECT_TRUE(OutcomeSet(diagram, diagram.branch(dead)).empty());
}

TEST(OutcomeSetTest, ASumOfExecutionsCountsSharedEndsAsOftenAsTheyAreReached) {
    const OutcomeSet set = of({{{0, 7}, {.executions = 3}}, {{1, 7}, {.executions = 3}}});
    const OutcomeSet last = set.project(std::vector<std::size_t>{1});
    EXPECT_EQ(last.find(std::vector<std::uint64_t>{7})->executions, 6U);
}

}  // namespace
}  // namespace clmm::model
