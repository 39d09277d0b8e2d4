#include "clmm/enumerator/check.h"

#include <gtest/gtest.h>

namespace clmm::enumerator {
namespace {

/// Answers what it was told to, and remembers what it was asked.
class FakeEngine final : public model::Engine {
public:
    explicit FakeEngine(model::EngineAnswer answer) : answer_(std::move(answer)) {}
    [[nodiscard]] std::string_view name() const override { return "fake"; }
    [[nodiscard]] model::EngineAnswer run(const model::EventStructure&, const model::MemoryModel&,
                                          const model::EngineRequest& request) override {
        asked = request;
        return answer_;
    }
    model::EngineRequest asked;

private:
    model::EngineAnswer answer_;
};

TEST(Decide, DrawsConclusionsFromTheAnswer) {
    model::EngineAnswer answer;
    answer.race_free = false;
    answer.incomplete = "timeout";
    FakeEngine engine(answer);
    litmus::LitmusTest test;
    test.name = "T";
    test.quantifier = litmus::Quantifier::exists;
    test.expectations.push_back(
        {.model = "m", .allowed = false, .holds = {}, .race_free = {}, .span = {}});
    model::MemoryModel model;
    model.name = "m";
    CheckOptions options;
    options.all_executions = true;
    options.forbid_thin_air = model::ThinAir::sb;
    options.outcome_limit = 7;

    const CheckResult result = decide(test, {}, model, engine, options);
    EXPECT_TRUE(engine.asked.all_executions);
    EXPECT_EQ(engine.asked.forbid_thin_air, model::ThinAir::sb);
    EXPECT_EQ(engine.asked.outcome_limit, 7U);
    EXPECT_EQ(result.test.name, "T");
    EXPECT_EQ(result.model, "m");
    EXPECT_EQ(result.engine, "fake");
    EXPECT_EQ(result.verdict, Verdict::unknown);
    EXPECT_EQ(result.racy, true);
    EXPECT_EQ(result.reason, "timeout");
    ASSERT_EQ(result.claims.size(), 1U);
    EXPECT_EQ(result.claims[0].status, ClaimStatus::unknown);
}

TEST(Decide, TakesAConditionThatWasDecidedBeforeTheLimit) {
    model::EngineAnswer answer;
    answer.condition_satisfiable = false;
    answer.incomplete = "timeout";
    FakeEngine engine(answer);
    litmus::LitmusTest test;
    test.quantifier = litmus::Quantifier::exists;
    EXPECT_EQ(decide(std::move(test), {}, {}, engine, {}).verdict, Verdict::fails);
}

TEST(Engines, TheExplicitEngineIsRefusedInWords) {
    EXPECT_EQ(parse_engine("explicit"), EngineChoice::explicit_search);
    EXPECT_EQ(parse_engine("quantum"), std::nullopt);
    const auto engine = make_engine(EngineChoice::explicit_search);
    ASSERT_FALSE(engine);
    EXPECT_EQ(engine.diagnostics().front().code, "E-ENGINE");
    EXPECT_EQ(make_engine(EngineChoice::automatic).value()->name(), "smt");
}

TEST(Check, ReportsWhatCannotBeRead) {
    const auto source = std::make_shared<const Source>("broken.litmus", "OPENCL broken {");
    const auto result = check(source, {}, {});
    ASSERT_FALSE(result);
    EXPECT_TRUE(has_errors(result.diagnostics()));
    EXPECT_EQ(result.diagnostics().front().source, source);
}

}  // namespace
}  // namespace clmm::enumerator
