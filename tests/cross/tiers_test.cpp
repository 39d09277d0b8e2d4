#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "compare.h"

/// The SMT engine with the shipped models against the naive oracle, on generated tests.
/// `CLMM_CROSS_FULL=1` walks through whole tiers instead of samples of them (hours).
namespace clmm::oracle {
namespace {

using Decide = Answer (*)(const Program&);

/// Which tests, under which shipped model, decided by which oracle.
struct Setting {
    Tier tier;
    std::string model;
    Syntax syntax = Syntax::opencl;
    Decide decide = opencl_scoped;
};

/// With a part of the tier's sample, where other settings use the tier as well.
void add(std::vector<Setting>& all, Tier tier, const std::string& model, Syntax syntax,
         Decide decide, std::uint64_t divisor) {
    tier.name += "_" + model;
    std::replace_if(
        tier.name.begin(), tier.name.end(), [](char c) { return c == '-' || c == '.'; }, '_');
    tier.sample /= divisor;
    all.push_back({std::move(tier), model, syntax, decide});
}

std::vector<Setting> settings() {
    std::vector<Setting> all;
    for (const Tier& tier : opencl_tiers()) {
        add(all, tier, "opencl-scoped", Syntax::opencl, opencl_scoped, 1);
        add(all, tier, "opencl-3.0", Syntax::opencl, opencl_text, 2);
    }
    for (const Tier& tier : c_tiers()) {
        add(all, tier, "rc11", Syntax::c, rc11, 2);
        add(all, tier, "sc", Syntax::c, sc, 4);
    }
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

std::ostream& operator<<(std::ostream& out, const Setting& setting) {
    return out << setting.tier.name;
}

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
                         [](const auto& instance) { return instance.param.tier.name; });

struct OpenclSetting {
    std::string model;
    Decide decide;
};

class OpenclTests : public testing::TestWithParam<OpenclSetting> {};

TEST_P(OpenclTests, LargerShapes) {
    const auto& [name, decide] = GetParam();
    const auto model = model::shipped_model(name);
    ASSERT_TRUE(model) << render(model.diagnostics());
    solver::SmtEngine engine;
    Report report;
    for (const auto& tests : {independent_reads(), two_hops()})
        for (const Program& test : tests)
            report.add(disagreement(engine, *model, test, Syntax::opencl, decide(test)));
    report.check();
}

TEST_P(OpenclTests, Random) {
    const auto& [name, decide] = GetParam();
    const auto model = model::shipped_model(name);
    ASSERT_TRUE(model) << render(model.diagnostics());
    solver::SmtEngine engine;
    Report report;
    const std::uint64_t count = std::getenv("CLMM_CROSS_FULL") != nullptr ? 100'000 : 300;
    for (std::uint64_t seed = 0; seed < count; ++seed) {
        const Program test = random_test(seed);
        report.add(disagreement(engine, *model, test, Syntax::opencl, decide(test)));
    }
    report.check();
}

INSTANTIATE_TEST_SUITE_P(Generated, OpenclTests,
                         testing::Values(OpenclSetting{"opencl-scoped", opencl_scoped},
                                         OpenclSetting{"opencl-3.0", opencl_text}),
                         [](const auto& instance) {
                             return instance.index == 0 ? "scoped" : "text";
                         });

}  // namespace
}  // namespace clmm::oracle
