#include "three_ways.h"

#include <gtest/gtest.h>

/// All three on generated tests of two threads and on drawn larger ones; without a shard, on a
/// sample. `tests/cross/three-ways/three_ways.py` goes through the shards.
namespace clmm::oracle {
namespace {

class AllThree : public testing::TestWithParam<AnyReading> {};

TEST_P(AllThree, AgreeOnTwoThreads) {
    ThreeWays ways(GetParam());
    const Shard shard = shard_asked_for();
    for (const Tier& tier : ways.syntax() == Syntax::c ? c_tiers() : opencl_tiers())
        for_each_test_of_shard(tier, shard.first, shard.every,
                               [&](const Program& test) { ways.add(test); });
    ways.check("two threads");
}

TEST_P(AllThree, AgreeOnLargerOnes) {
    if (GetParam().syntax == Syntax::c) GTEST_SKIP() << "what is drawn has scopes and regions";
    ThreeWays ways(GetParam());
    const Shard shard = shard_asked_for();
    for (std::uint64_t seed = shard.first; seed < shard.drawn; seed += shard.every)
        ways.add(random_test(seed));
    ways.check("drawn");
}

INSTANTIATE_TEST_SUITE_P(Models, AllThree, testing::ValuesIn(any_readings()),
                         [](const auto& instance) { return instance.param.reading.test_name(); });

}  // namespace
}  // namespace clmm::oracle
