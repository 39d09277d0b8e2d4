#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <limits>

#include "clmm/explorer/explicit_engine.h"
#include "reports.h"

/// The explicit engine, the SMT engine and the naive oracle on the same generated tests: outcomes,
/// numbers of executions and races.
///
/// `CLMM_CROSS_SHARD=I/N` takes every Nth test of all two-thread tests of each tier from the Ith
/// on, and every Nth of `CLMM_CROSS_TESTS` drawn larger ones, in place of a sample.
/// `tests/cross/three_ways.py` goes through the shards.
namespace clmm::oracle {
namespace {

/// Not more than one in so many of a tier's combinations, where no shard is asked for.
constexpr std::uint64_t kSample = 20'011;
constexpr std::uint64_t kSampleDrawn = 5;

struct Shard {
    std::uint64_t first = 0;
    std::uint64_t every = kSample;
    std::uint64_t drawn = kSampleDrawn * kSample;  ///< in all shards
};

Shard shard_asked_for() {
    Shard shard;
    const char* given = std::getenv("CLMM_CROSS_SHARD");
    const char* slash = given == nullptr ? nullptr : std::strchr(given, '/');
    if (slash == nullptr) return shard;
    const char* drawn = std::getenv("CLMM_CROSS_TESTS");
    shard.every = std::max(1ULL, std::strtoull(slash + 1, nullptr, 10));
    shard.first = std::strtoull(given, nullptr, 10) % shard.every;
    shard.drawn = drawn == nullptr ? 100'000 : std::strtoull(drawn, nullptr, 10);
    return shard;
}

/// Tests that all three are asked.
class ThreeWays {
public:
    ThreeWays(model::MemoryModel model, Decide decide, Syntax syntax)
        : model_(std::move(model)), decide_(decide), syntax_(syntax) {}

    void add(const Program& test) {
        const Answer expected = decide_(test);
        std::string problem = disagreement(explicit_, model_, test, syntax_, expected);
        if (problem.empty()) problem = disagreement(smt_, model_, test, syntax_, expected);
        differences_ += problem.empty() ? 0 : 1;
        report_.add(problem);
        ++tests_;
    }
    /// One line that `three_ways.py` reads. Of a small tier a shard may have no test.
    void check(const std::string& what) {
        std::cout << what << ": " << tests_ << " tests, " << differences_ << " differ\n";
        if (tests_ != 0 || std::getenv("CLMM_CROSS_SHARD") == nullptr) report_.check();
    }

private:
    model::MemoryModel model_;
    Decide decide_;
    Syntax syntax_;
    explorer::ExplicitEngine explicit_;
    solver::SmtEngine smt_;
    Report report_;
    std::uint64_t tests_ = 0;
    std::uint64_t differences_ = 0;
};

struct AnyReading {
    OpenclSetting reading;
    Syntax syntax = Syntax::opencl;
    friend std::ostream& operator<<(std::ostream& out, const AnyReading& asked) {
        return out << asked.reading.test_name();
    }
};

std::vector<AnyReading> any_readings() {
    std::vector<AnyReading> all;
    for (const OpenclSetting& reading : opencl_settings()) all.push_back({reading});
    all.push_back({{"rc11", rc11}, Syntax::c});
    all.push_back({{"sc", sc}, Syntax::c});
    return all;
}

class AllThree : public testing::TestWithParam<AnyReading> {
protected:
    [[nodiscard]] ThreeWays ways() const {
        const AnyReading& asked = GetParam();
        auto model = asked.reading.load();
        EXPECT_TRUE(model) << render(model.diagnostics());
        return {std::move(model).value(), asked.reading.decide, asked.syntax};
    }
};

TEST_P(AllThree, AgreeOnTwoThreads) {
    ThreeWays ways = this->ways();
    const Shard shard = shard_asked_for();
    for (const Tier& tier : GetParam().syntax == Syntax::c ? c_tiers() : opencl_tiers())
        for_each_test_of_shard(tier, shard.first, shard.every,
                               [&](const Program& test) { ways.add(test); });
    ways.check(GetParam().reading.test_name() + ", two threads");
}

TEST_P(AllThree, AgreeOnLargerOnes) {
    if (GetParam().syntax == Syntax::c) GTEST_SKIP() << "what is drawn has scopes and regions";
    ThreeWays ways = this->ways();
    const Shard shard = shard_asked_for();
    for (std::uint64_t seed = shard.first; seed < shard.drawn; seed += shard.every)
        ways.add(random_test(seed));
    ways.check(GetParam().reading.test_name() + ", drawn");
}

INSTANTIATE_TEST_SUITE_P(Models, AllThree, testing::ValuesIn(any_readings()),
                         [](const auto& instance) { return instance.param.reading.test_name(); });

}  // namespace
}  // namespace clmm::oracle
