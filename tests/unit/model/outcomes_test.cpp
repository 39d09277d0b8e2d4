#include "clmm/model/outcomes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "clmm/base/internal_error.h"

namespace clmm::model {
namespace {

OutcomeEntry entry(std::uint64_t value, bool satisfies = false, bool out_of_thin_air = false) {
    OutcomeEntry entry;
    entry.values = {value};
    entry.satisfies_condition = satisfies;
    entry.out_of_thin_air = out_of_thin_air;
    entry.executions = value + 1;
    return entry;
}

OutcomeEntry family(std::uint64_t value) {
    OutcomeEntry of = entry(value);
    of.family = Family{{0}, Extent::some, true};
    return of;
}

std::vector<std::uint64_t> values(const Outcomes& outcomes) {
    std::vector<std::uint64_t> all;
    for (const OutcomeEntry& each : outcomes) all.push_back(each.values.front());
    return all;
}

TEST(Outcomes, AreWalkedInOrderFamiliesLast) {
    const Outcomes outcomes{entry(7), family(1), entry(3, true), family(0)};
    EXPECT_EQ(values(outcomes), (std::vector<std::uint64_t>{3, 7, 0, 1}));
    EXPECT_EQ(outcomes.size(), Natural(4));
    EXPECT_TRUE(outcomes[0].satisfies_condition);
    EXPECT_FALSE(outcomes[1].family);
    EXPECT_TRUE(outcomes[2].family->unspecified);
    EXPECT_EQ(outcomes.list().size(), 4U);
    EXPECT_EQ(outcomes.sum([](const OutcomeMark& mark) { return mark.executions; }),
              Natural(8 + 2 + 4 + 1));
    EXPECT_THROW((void)outcomes[4], InternalError);
}

TEST(Outcomes, NoneAreWalkedNever) {
    EXPECT_TRUE(Outcomes().empty());
    EXPECT_TRUE(values(Outcomes()).empty());
    EXPECT_EQ(values(Outcomes{family(4)}), std::vector<std::uint64_t>{4});
}

/// Entered in a random order, as searches find them.
struct Found {
    std::vector<OutcomeEntry> entries;
    explicit Found(Witnesses wanted) {
        std::vector<OutcomeEntry> order{family(0)};
        for (std::uint64_t i = 0; i < 100; ++i) order.push_back(entry(i, i % 3 == 1, i % 5 > 2));
        std::ranges::shuffle(order, std::mt19937(3));
        WitnessKeeper keeper(wanted);
        for (OutcomeEntry& each : order) {
            entries.push_back(each);
            Execution witness(1);
            witness.values[0] = each.values.front();
            keeper.keep(entries, entries.size() - 1, witness);
        }
    }
};

TEST(Outcomes, KeepExecutionsOfTheLeastOfEachSort) {
    const Outcomes outcomes(Found(Witnesses::deciding).entries);
    std::vector<std::uint64_t> kept;
    for (const OutcomeEntry& each : outcomes.with_witness()) {
        kept.push_back(each.values.front());
        EXPECT_EQ(each.witness->values[0], each.values.front());
    }
    // Not: 0, thin air: 3. Satisfying: 1, thin air: 4. And the family.
    EXPECT_EQ(kept, (std::vector<std::uint64_t>{0, 1, 3, 4, 0}));
}

TEST(Outcomes, KeepAllExecutionsWhereTheyAreAskedFor) {
    const Outcomes outcomes(Found(Witnesses::all).entries);
    EXPECT_EQ(outcomes.with_witness().size(), 101U);
    for (const OutcomeEntry& each : outcomes) EXPECT_TRUE(each.witness);
}

TEST(Outcomes, KeepExecutionsOfFamiliesAlone) {
    const auto kept = Outcomes(Found(Witnesses::families).entries).with_witness();
    ASSERT_EQ(kept.size(), 1U);
    EXPECT_TRUE(kept.front().family);
}

std::vector<std::uint64_t> beside(const OutcomeEntry& family, std::vector<OutcomeEntry> entries) {
    entries.push_back(family);
    drop_members_of_families(entries);
    return values(entries);
}

TEST(Outcomes, OfAFamilyOfAllValuesAreNotListedApart) {
    OutcomeEntry all = family(9);
    all.family->extent = Extent::every;
    EXPECT_EQ(beside(all, {entry(1), entry(2, true)}), (std::vector<std::uint64_t>{2, 9}));
    EXPECT_EQ(beside(family(9), {entry(1)}), (std::vector<std::uint64_t>{1, 9}));
    all.out_of_thin_air = true;
    EXPECT_EQ(beside(all, {entry(1), entry(3, false, true)}), (std::vector<std::uint64_t>{1, 9}));
}

TEST(Outcomes, FitAFamilyThatFixesTheirValuesAndHasTheSameAlike) {
    OutcomeEntry all;
    all.values = {5, 1, 1};
    all.family = Family{{-1, 0, 0}, Extent::every, true};
    EXPECT_TRUE(all.fits({5, 7, 7}));
    EXPECT_FALSE(all.fits({4, 7, 7}));
    EXPECT_FALSE(all.fits({5, 7, 8}));
}

TEST(Outcomes, OfASetCanBeGivenExecutions) {
    Outcomes outcomes(OutcomeSet::of({{{2}, {}}, {{5}, {}}}));
    outcomes.set_witness({5}, std::make_shared<const Execution>(1));
    EXPECT_FALSE(outcomes[0].witness);
    EXPECT_TRUE(outcomes[1].witness);
    EXPECT_THROW(outcomes.set_witness({3}, nullptr), InternalError);
}

}  // namespace
}  // namespace clmm::model
