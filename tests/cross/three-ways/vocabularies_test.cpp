#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>

#include "made.h"
#include "three_ways.h"

/// All three on every test of two threads that `clmm generate` makes in some vocabularies; without
/// a shard, on a sample. `tests/cross/three-ways/three_ways.py` goes through the shards.
namespace clmm::oracle {
namespace {

/// Not more than one in so many programs, where no shard is asked for.
constexpr std::uint64_t kSampleOfPrograms = 40'009;

class Vocabularies : public testing::TestWithParam<Vocabulary> {};

TEST_P(Vocabularies, AllThreeAgree) {
    std::vector<std::unique_ptr<ThreeWays>> readings;
    for (const AnyReading& each : any_readings())
        if (each.syntax == Syntax::opencl) readings.push_back(std::make_unique<ThreeWays>(each));
    Shard shard = shard_asked_for();
    if (shard.is_sample) shard.every = kSampleOfPrograms;
    std::uint64_t number = 0;
    generator::for_each_program(GetParam().space, [&](const generator::Program& made) {
        if (number++ % shard.every != shard.first) return true;
        const Program test = from_generator(made);
        const Asked printed = asked(test, Syntax::opencl);
        for (const auto& each : readings) each->add(test, printed);
        return true;
    });
    for (const auto& each : readings) each->check(GetParam().name);
}

INSTANTIATE_TEST_SUITE_P(TwoThreads, Vocabularies, testing::ValuesIn(vocabularies()),
                         [](const auto& instance) { return std::to_string(instance.index); });

/// What the documents say of the largest.
TEST(Vocabulary, HasAsManyTestsAsTheDocumentsSay) {
    EXPECT_EQ(generator::count_programs(vocabularies().front().space, 2'000'000), 966'915U);
}

}  // namespace
}  // namespace clmm::oracle
