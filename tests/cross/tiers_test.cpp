#include <gtest/gtest.h>

#include <cstdlib>
#include <limits>

#include "compare.h"

/// The SMT engine with the shipped models against the naive oracle, on generated tests.
/// `CLMM_CROSS_FULL=1` walks through whole tiers instead of samples of them (hours).
namespace clmm::oracle {
namespace {

using Decide = Answer (*)(const Program&);

struct Setting {
    Tier tier;
    std::string model;
    Syntax syntax = Syntax::opencl;
    Decide decide = opencl_scoped;
};

std::vector<Setting> settings() {
    std::vector<Setting> all;
    for (const Tier& tier : opencl_tiers())
        all.push_back({tier, "opencl-scoped", Syntax::opencl, opencl_scoped});
    for (const Tier& tier : c_tiers()) all.push_back({tier, "rc11", Syntax::c, rc11});
    return all;
}

std::uint64_t limit(const Tier& tier) {
    return std::getenv("CLMM_CROSS_FULL") != nullptr ? std::numeric_limits<std::uint64_t>::max()
                                                     : tier.sample;
}

/// Collects disagreements; a model that is wrong is wrong often, so only some are shown.
class Report {
public:
    void add(const std::string& problem) {
        ++tests_;
        if (problem.empty()) return;
        if (++failures_ <= 3) text_ += problem;
    }
    void check() const {
        EXPECT_GT(tests_, 0U);
        EXPECT_EQ(failures_, 0U) << failures_ << " of " << tests_ << " tests differ, e.g.\n"
                                 << text_;
    }

private:
    std::uint64_t tests_ = 0;
    std::uint64_t failures_ = 0;
    std::string text_;
};

class Tiers : public testing::TestWithParam<Setting> {};

TEST_P(Tiers, EngineAgreesWithOracle) {
    const Setting& setting = GetParam();
    const auto model = model::shipped_model(setting.model);
    ASSERT_TRUE(model) << render(model.diagnostics());
    solver::SmtEngine engine;
    Report report;
    for_each_test(setting.tier, limit(setting.tier), [&](const Program& test) {
        report.add(disagreement(engine, *model, test, setting.syntax, setting.decide(test)));
    });
    report.check();
}

INSTANTIATE_TEST_SUITE_P(Generated, Tiers, testing::ValuesIn(settings()),
                         [](const auto& info) { return info.param.tier.name; });

TEST(Random, EngineAgreesWithOracle) {
    const auto model = model::shipped_model("opencl-scoped");
    ASSERT_TRUE(model) << render(model.diagnostics());
    solver::SmtEngine engine;
    Report report;
    const std::uint64_t count = std::getenv("CLMM_CROSS_FULL") != nullptr ? 100'000 : 500;
    for (std::uint64_t seed = 0; seed < count; ++seed) {
        const Program test = random_test(seed);
        report.add(disagreement(engine, *model, test, Syntax::opencl, opencl_scoped(test)));
    }
    report.check();
}

}  // namespace
}  // namespace clmm::oracle
