#include "alike_units.h"

#include <algorithm>
#include <random>
#include <set>

#include "outcomes/arrangements.h"
#include "search_fixture.h"

namespace clmm::explorer {
namespace {

using model::OutcomeDiagram;
using model::OutcomeMark;
using model::OutcomeSet;
using Values = model::OutcomeValues;
using Blocks = std::vector<std::vector<std::size_t>>;

constexpr auto kParameters = "(atomic_int* x, atomic_int* y) {\n";
constexpr auto kCount = "  int r = atomic_fetch_add_explicit(x, 1, memory_order_relaxed);\n";
constexpr auto kLook = "  int s = atomic_load_explicit(y, memory_order_relaxed);\n";

std::string threads(const std::vector<std::string>& bodies, const std::string& rest) {
    std::string text = "C test\n{}\n";
    for (std::size_t i = 0; i < bodies.size(); ++i)
        text += "P" + std::to_string(i) + " " + kParameters + bodies[i] + "}\n";
    return text + rest + "\n";
}

struct Found {
    explicit Found(const std::string& text)
        : structure(structure_of(text)),
          symmetries(model::symmetries(structure)),
          alike(structure, symmetries) {}
    EventStructure structure;
    std::vector<model::Automorphism> symmetries;
    AlikeUnits alike;
};

TEST(AlikeUnits, FormAChain) {
    const Found found(
        threads({kCount, kCount, kCount}, "locations [0:r; 1:r; 2:r]\nexists (0:r=0)"));
    ASSERT_EQ(found.alike.chains().size(), 1U);
    const AlikeUnits::Chain& chain = found.alike.chains()[0];
    EXPECT_EQ(chain.units.size(), 3U);
    EXPECT_EQ(chain.exchanges.size(), 2U);
    ASSERT_EQ(chain.writes.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_EQ(found.structure[chain.writes[i]].unit, chain.units[i]);
    EXPECT_EQ(chain.observables, (Blocks{{0}, {1}, {2}}));
}

TEST(AlikeUnits, AreNotLookedForWhereTimeIsSpent) {
    const std::vector<std::string> many(100, kCount);
    const EventStructure structure = structure_of(threads(many, "exists (x=1)"));
    int asked = 0;
    const auto after_two = [&] { return ++asked > 2; };
    const std::size_t some = model::symmetries(structure, after_two).size();
    EXPECT_EQ(asked, 3);
    EXPECT_GT(some, 0U);
    EXPECT_LT(some, model::symmetries(structure).size());
}

TEST(AlikeUnits, HaveTheirObservablesInOneOrder) {
    const std::string both = std::string(kCount) + kLook;
    const Found found(
        threads({both, both, both}, "locations [0:r; 1:r; 2:r; 0:s; 1:s; 2:s]\nexists (0:r=0)"));
    ASSERT_EQ(found.alike.chains().size(), 1U);
    ASSERT_TRUE(found.alike.chains()[0].observables);
    const Blocks& blocks = *found.alike.chains()[0].observables;
    ASSERT_EQ(blocks.size(), 3U);
    for (std::size_t unit = 0; unit < 3; ++unit)
        for (std::size_t slot = 0; slot < 2; ++slot) {
            const auto of = [&](std::size_t block) {
                return found.structure.observables[blocks[block][slot]].name;
            };
            EXPECT_EQ(of(unit)[0], static_cast<char>('0' + unit));
            EXPECT_EQ(of(unit).substr(1), of(0).substr(1));
        }
}

TEST(AlikeUnits, AreNoneWhereThreadsDifferOrWriteNothing) {
    const std::string two = "  int r = atomic_fetch_add_explicit(x, 2, memory_order_relaxed);\n";
    EXPECT_TRUE(Found(threads({kCount, two}, "exists (0:r=0)")).alike.chains().empty());
    EXPECT_TRUE(Found(threads({kLook, kLook}, "exists (0:s=0)")).alike.chains().empty());
}

TEST(AlikeUnits, AreInOneOrderOfModification) {
    SearchOf of(threads({kCount, kCount, kCount}, "exists (0:r=0)"), "rc11");
    const AlikeUnits::Chain& chain = of.search.alike().chains().at(0);
    const Lit when = of.search.fresh();
    // The first and third alone.
    AlikeUnits::demand_order(chain, when, std::vector{chain.units[1]}, of.search.solver(),
                             of.search.encoding());
    const auto is_before = [&](std::size_t a, std::size_t b) {
        return of.search.encoding().literal(
            {model::Literal::Kind::modification_order, true, 0, chain.writes[a], chain.writes[b]});
    };
    EXPECT_FALSE(of.search.next({when, is_before(2, 0)}));
    EXPECT_TRUE(of.search.next({when, is_before(2, 1)}));
    EXPECT_TRUE(of.search.next({when, is_before(1, 0)}));
    EXPECT_TRUE(of.search.next({~when, is_before(2, 0)}));
}

/// Every way to give the tuples of the outcome's units to its units.
std::set<Values> rearranged(const Values& values, const Blocks& blocks) {
    std::vector<std::size_t> order(blocks.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::set<Values> all;
    do {
        Values image = values;
        for (std::size_t unit = 0; unit < order.size(); ++unit)
            for (std::size_t slot = 0; slot < blocks[unit].size(); ++slot)
                image[blocks[unit][slot]] = values[blocks[order[unit]][slot]];
        all.insert(image);
    } while (std::ranges::next_permutation(order).found);
    return all;
}

/// Against every permutation, for sets drawn at random; a fixed observable and two of each unit,
/// by unit or by turns.
TEST(Arrangements, AreAllPermutations) {
    std::mt19937 random(15);
    std::size_t outcomes = 0;
    for (int round = 0; round < 200; ++round) {
        const std::string each = std::string(kCount) + kLook;
        const std::string names = round % 2 == 0 ? "0:r; 0:s; 1:r; 1:s; y; 2:r; 2:s; 3:r; 3:s"
                                                 : "0:r; 1:r; 2:r; y; 3:r; 0:s; 1:s; 2:s; 3:s";
        const Found found(threads({each, each, each, each},
                                  "locations [" + names + "]\nexists (1:r=1 /\\ 2:s=0)"));
        Arrangements arrangements(found.alike.chains(), found.structure.observables.size());
        ASSERT_EQ(arrangements.chains().size(), 1U);
        const Blocks& blocks = *arrangements.chains()[0]->observables;
        const ObservedCondition condition(found.structure);
        std::set<Values> ordered, expected;
        for (std::size_t count = 1 + random() % 4; count > 0; --count) {
            Values values(found.structure.observables.size());
            for (std::uint64_t& value : values) value = random() % 3;
            ordered.insert(values);
        }
        std::vector<std::pair<Values, OutcomeMark>> marked;
        for (const Values& values : ordered) {
            marked.emplace_back(values, OutcomeMark{.executions = 1});
            expected.merge(rearranged(values, blocks));
        }
        OutcomeDiagram diagram;
        const auto root =
            arrangements.images(OutcomeSet::of(marked), condition, diagram, [] { return false; });
        ASSERT_TRUE(root);
        std::set<Values> images;
        OutcomeSet(diagram, *root).for_each([&](const Values& values, const OutcomeMark& mark) {
            images.insert(values);
            EXPECT_EQ(mark.satisfies_condition, *condition.holds(values));
            EXPECT_TRUE(ordered.contains(arrangements.origin(values)));
            EXPECT_TRUE(rearranged(arrangements.origin(values), blocks).contains(values));
            return true;
        });
        EXPECT_EQ(images, expected);
        outcomes += images.size();
    }
    EXPECT_GT(outcomes, 1000U);
}

TEST(Arrangements, StopWhenTold) {
    const std::string names = "0:r; 1:r; 2:r; 3:r; 4:r; 5:r; 6:r; 7:r";
    const Found found(
        threads(std::vector<std::string>(8, kCount), "locations [" + names + "]\nexists (0:r=0)"));
    Arrangements arrangements(found.alike.chains(), found.structure.observables.size());
    const ObservedCondition condition(found.structure);
    Values values;
    for (std::size_t i = 0; i < found.structure.observables.size(); ++i) values.push_back(i);
    OutcomeDiagram diagram;
    EXPECT_FALSE(arrangements.images(OutcomeSet::of({{values, {}}}), condition, diagram,
                                     [] { return true; }));
}

}  // namespace
}  // namespace clmm::explorer
