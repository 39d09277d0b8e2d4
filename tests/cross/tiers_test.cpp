#include <gtest/gtest.h>

#include <limits>

#include "reports.h"

/// The SMT engine with the shipped models against the naive oracle, on generated tests.
/// `CLMM_CROSS_FULL=1` walks through whole tiers instead of samples of them (hours).
namespace clmm::oracle {
namespace {

/// Which tests, under which model, decided by which oracle.
struct Setting {
    Tier tier;
    OpenclSetting reading;
    Syntax syntax = Syntax::opencl;
};

/// With a part of the tier's sample of its own, where other settings use the tier as well.
void add(std::vector<Setting>& all, Tier tier, const OpenclSetting& reading, Syntax syntax,
         std::uint64_t divisor) {
    tier.name += "_" + reading.test_name();
    tier.sample /= divisor;
    tier.seed = all.size();
    all.push_back({std::move(tier), reading, syntax});
}

std::vector<Setting> settings() {
    std::vector<Setting> all;
    for (const Tier& tier : opencl_tiers())
        for (const OpenclSetting& reading : opencl_settings())
            add(all, tier, reading, Syntax::opencl, 12);
    for (const Tier& tier : c_tiers()) {
        add(all, tier, {"rc11", rc11}, Syntax::c, 8);
        add(all, tier, {"sc", sc}, Syntax::c, 16);
    }
    return all;
}

std::ostream& operator<<(std::ostream& out, const Setting& setting) {
    return out << setting.tier.name;
}

class Tiers : public testing::TestWithParam<Setting> {};

TEST_P(Tiers, EngineAgreesWithOracle) {
    const Setting& setting = GetParam();
    const auto model = setting.reading.load();
    ASSERT_TRUE(model) << render(model.diagnostics());
    solver::SmtEngine engine;
    Report report;
    const auto most = limit(setting.tier.sample, std::numeric_limits<std::uint64_t>::max());
    for_each_test(setting.tier, most, [&](const Program& test) {
        report.add(
            disagreement(engine, *model, test, setting.syntax, setting.reading.decide(test)));
    });
    report.check();
}

INSTANTIATE_TEST_SUITE_P(Generated, Tiers, testing::ValuesIn(settings()),
                         [](const auto& instance) { return instance.param.tier.name; });

class OpenclTests : public testing::TestWithParam<OpenclSetting> {};

TEST_P(OpenclTests, LargerShapes) {
    const auto model = GetParam().load();
    ASSERT_TRUE(model) << render(model.diagnostics());
    solver::SmtEngine engine;
    Report report;
    for (const auto& tests : {independent_reads(), two_hops()})
        for (std::size_t i = 0; i < tests.size(); i += limit(4, 1))
            report.add(disagreement(engine, *model, tests[i], Syntax::opencl,
                                    GetParam().decide(tests[i])));
    report.check();
}

TEST_P(OpenclTests, Random) {
    const auto model = GetParam().load();
    ASSERT_TRUE(model) << render(model.diagnostics());
    solver::SmtEngine engine;
    Report report;
    for (std::uint64_t seed = 0; seed < limit(60, 100'000); ++seed) {
        const Program test = random_test(seed);
        report.add(disagreement(engine, *model, test, Syntax::opencl, GetParam().decide(test)));
    }
    report.check();
}

INSTANTIATE_TEST_SUITE_P(Generated, OpenclTests, testing::ValuesIn(opencl_settings()),
                         [](const auto& instance) { return instance.param.test_name(); });

}  // namespace
}  // namespace clmm::oracle
