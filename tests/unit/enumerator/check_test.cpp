#include "clmm/enumerator/check.h"

#include <gtest/gtest.h>

#include "clmm/base/features.h"
#include "clmm/engines/built_in.h"

namespace clmm::enumerator {
namespace {

/// Answers what it was told to, and remembers what it was asked.
class FakeEngine final : public model::Engine {
public:
    explicit FakeEngine(model::EngineAnswer answer, std::string_view name = "fake")
        : answer_(std::move(answer)), name_(name) {}
    [[nodiscard]] std::string_view name() const override { return name_; }
    [[nodiscard]] model::EngineAnswer run(const model::EventStructure&, const model::MemoryModel&,
                                          const model::EngineRequest& request) override {
        asked = request;
        return answer_;
    }
    model::EngineRequest asked;

private:
    model::EngineAnswer answer_;
    std::string_view name_;
};

TEST(Decide, DrawsConclusionsFromTheAnswer) {
    model::EngineAnswer answer;
    answer.race_free = false;
    answer.incomplete = "timeout";
    FakeEngine engine(answer);
    litmus::LitmusTest test;
    test.name = "T";
    test.quantifier = litmus::Quantifier::exists;
    test.expectations.push_back({.model = "m", .words = {{"forbidden", {}}}, .span = {}});
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

TEST(Engines, AreChosenByTheirNames) {
    EXPECT_EQ(parse_engine("quantum"), std::nullopt);
    for (const std::string_view name : {"explicit", "smt"}) {
        const auto choice = parse_engine(name);
        ASSERT_TRUE(choice);
        const auto engine = make_engine(engines::built_in().get(), *choice);
        const bool is_here = name == "explicit" || info(Feature::z3).present;
        ASSERT_EQ(engine.ok(), is_here);
        if (is_here)
            EXPECT_EQ((*engine)->name(), name);
        else
            EXPECT_EQ(engine.diagnostics().front().code, "E-BUILT-WITHOUT");
    }
}

/// Kinds of engines with these answers, by name.
model::Engines fakes(const std::vector<std::pair<std::string_view, model::EngineAnswer>>& answers) {
    model::Engines engines;
    for (const auto& [name, answer] : answers)
        engines.push_back({.name = name,
                           .make =
                               [name = name, answer = answer] {
                                   return std::unique_ptr<model::Engine>(
                                       std::make_unique<FakeEngine>(answer, name));
                               },
                           .make_refuter = {}});
    return engines;
}

model::EngineAnswer declining(std::string why) {
    model::EngineAnswer answer;
    answer.declined = std::move(why);
    return answer;
}

TEST(Engines, TheFirstThatDoesNotDeclineAnswers) {
    model::EngineAnswer answer;
    answer.condition_satisfiable = true;
    const model::Engines both = fakes({{"explicit", declining("too wide")}, {"smt", answer}});
    auto engine = make_engine(&both, EngineChoice::automatic);
    ASSERT_TRUE(engine);
    EXPECT_EQ((*engine)->run({}, {}, {}).condition_satisfiable, true);
    EXPECT_EQ((*engine)->name(), "smt");

    const model::Engines reversed = fakes({{"smt", answer}, {"explicit", declining("too wide")}});
    engine = make_engine(&reversed, EngineChoice::automatic);
    EXPECT_FALSE((*engine)->run({}, {}, {}).declined);
    EXPECT_EQ((*engine)->name(), "smt");
    engine = make_engine(&reversed, EngineChoice::explicit_search);
    EXPECT_EQ((*engine)->run({}, {}, {}).declined, "too wide");
}

TEST(Engines, OneThatIsNotAskedIsNotMade) {
    int made = 0;
    for (const bool declines : {false, true}) {
        model::Engines engines =
            fakes({{"explicit", declines ? declining("too wide") : model::EngineAnswer{}},
                   {"smt", model::EngineAnswer{}}});
        engines[1].make = [&made, make = engines[1].make] {
            ++made;
            return make();
        };
        const auto engine = make_engine(&engines, EngineChoice::automatic);
        for (int run = 0; run < 2; ++run) EXPECT_FALSE((*engine)->run({}, {}, {}).declined);
        EXPECT_EQ(made, declines ? 1 : 0);
    }
}

TEST(Engines, WhereAllDeclineThoseThatAreMissingAreNamed) {
    model::Engines engines = fakes({{"smt", {}}, {"explicit", declining("too wide")}});
    engines[0].make = [] {
        return Result<std::unique_ptr<model::Engine>>::failure(
            {Severity::error, "E-LIBRARY", "there is no Z3", {}, nullptr, {}});
    };
    const auto declined = [&] {
        const auto engine = make_engine(&engines, EngineChoice::automatic);
        return *(*engine)->run({}, {}, {}).declined;
    };
    EXPECT_EQ(declined(), "too wide; there is no Z3");
    std::swap(engines[0], engines[1]);
    EXPECT_EQ(declined(), "too wide; there is no Z3");
    EXPECT_FALSE(make_engine(&engines, EngineChoice::smt));
}

class DecliningRefuter final : public model::Refuter {
public:
    [[nodiscard]] model::Refuted refute(const model::EventStructure& /*structure*/,
                                        const model::MemoryModel& /*model*/,
                                        const std::vector<litmus::TermId>& /*wanted*/,
                                        const model::RefutationLimits& /*limits*/) override {
        model::Refuted refuted;
        refuted.incomplete = "no reasons";
        return refuted;
    }
};

TEST(Engines, WhereReasonsAreDeclinedThoseThatAreMissingAreNamed) {
    model::Engines engines = fakes({{"explicit", {}}, {"smt", {}}});
    const auto refuter = [] {
        return std::unique_ptr<model::Refuter>(std::make_unique<DecliningRefuter>());
    };
    const auto incomplete = [&](EngineChoice choice) {
        const auto made = make_refuter(&engines, choice);
        return *(*made)->refute({}, {}, {}, {}).incomplete;
    };
    engines[0].make_refuter = refuter;
    engines[1].make_refuter = [] {
        return Result<std::unique_ptr<model::Refuter>>::failure(
            {Severity::error, "E-LIBRARY", "there is no Z3", {}, nullptr, {}});
    };
    EXPECT_EQ(incomplete(EngineChoice::automatic), "no reasons; there is no Z3");
    EXPECT_EQ(incomplete(EngineChoice::explicit_search), "no reasons");
    engines[1].make_refuter = refuter;
    EXPECT_EQ(incomplete(EngineChoice::automatic), "no reasons");
}

TEST(Engines, OfNoneNothingIsMade) {
    const model::Engines none, some = fakes({{"smt", {}}});
    for (const model::Engines* engines : {static_cast<const model::Engines*>(nullptr), &none}) {
        const auto engine = make_engine(engines, EngineChoice::automatic);
        ASSERT_FALSE(engine);
        EXPECT_EQ(engine.diagnostics().front().code, "E-ENGINE");
    }
    EXPECT_FALSE(make_engine(&some, EngineChoice::explicit_search));
    const auto refuter = make_refuter(&some, EngineChoice::automatic);
    ASSERT_FALSE(refuter);
    EXPECT_EQ(refuter.diagnostics().front().message, "no engine of this program gives reasons");
}

TEST(Decide, WhatIsDeclinedIsUnknown) {
    FakeEngine engine(declining("arithmetic is too wide"));
    litmus::LitmusTest test;
    test.quantifier = litmus::Quantifier::exists;
    CheckOptions options;
    options.properties = all_properties();
    const CheckResult result = decide(std::move(test), {}, {}, engine, options);
    EXPECT_EQ(result.verdict, Verdict::unknown);
    EXPECT_EQ(result.observation, Observation::unknown);
    EXPECT_EQ(result.racy, std::nullopt);
    EXPECT_EQ(result.reason, "arithmetic is too wide");
    for (const PropertyResult& each : result.properties)
        EXPECT_EQ(each.status, PropertyStatus::unknown);
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
