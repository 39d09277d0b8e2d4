// Explanations of the project's own examples keep what they promise; see support/.
#include "clmm/enumerator/explanation.h"

#include <gtest/gtest.h>

#include <iostream>
#include <set>

#include "clmm/engines/built_in.h"
#include "support/explanation_checks.h"
#include "support/suite.h"

namespace clmm::enumerator {
namespace {

namespace fs = std::filesystem;

const fs::path kExamples = fs::path(CLMM_TESTS_DIR) / ".." / "examples";

CheckResult checked_test(const std::string& name, const std::string& text,
                         const model::MemoryModel& model, const CheckOptions& options) {
    auto result = check(std::make_shared<Source>(name, text), model, options);
    EXPECT_TRUE(result) << (result ? "" : render(result.diagnostics()));
    return std::move(result).value();
}

struct Explained {
    CheckResult result;
    StateExplanation state;
};

Explained explained(const std::string& name, const std::string& text,
                    const model::MemoryModel& model,
                    const ExplainOptions& options = {.check = {.engines = engines::built_in()}}) {
    Explained all{checked_test(name, text, model, options.check), {}};
    auto question = question_of_condition(all.result.test, all.result.structure);
    all.state = explain_state(all.result.structure, model, std::move(question), options);
    return all;
}

void expect_none(const test::Checked& checked, const std::string& what) {
    for (const std::string& problem : checked.problems) ADD_FAILURE() << what << ": " << problem;
}

void print(const char* what, const test::Checked& checked) {
    std::cout << what << ": " << checked.candidates << " candidates, " << checked.arguments
              << " arguments, " << checked.refutations << " refutations, " << checked.literals
              << " literals, " << checked.changes << " changes undone or weakened\n";
}

constexpr std::string_view kDeclines = "the explicit engine gives no reasons for this test: ";

struct Suite {
    const char* folder;
    const char* model;
    std::set<std::string> too_large;  ///< to be compared with all candidates
    EngineChoice engine = EngineChoice::automatic;
    std::set<std::string> declined = {};  ///< by it
};
void PrintTo(const Suite& suite, std::ostream* out) { *out << suite.folder << suite.model; }

class Examples : public testing::TestWithParam<Suite> {};

TEST_P(Examples, AreExplainedAsPromised) {
    const auto model = model::shipped_model(GetParam().model);
    ASSERT_TRUE(model);
    test::Checked all;
    std::set<std::string> too_large, declined;
    std::size_t states = 0, races = 0;
    const ExplainOptions options{
        .check = {.engines = engines::built_in(), .engine = GetParam().engine}};
    for (const auto& entry : fs::directory_iterator(kExamples / GetParam().folder)) {
        if (entry.path().extension() != ".litmus") continue;
        const std::string name = entry.path().stem().string();
        CheckResult result = checked_test(name, corpus::read_text(entry.path()), *model,
                                          {.engines = engines::built_in()});
        test::Checked one;
        if (result.test.quantifier) {
            auto question = question_of_condition(result.test, result.structure);
            const auto state =
                explain_state(result.structure, *model, std::move(question), options);
            const bool is_without_reasons = state.expected && state.expected->arguments.empty();
            if (is_without_reasons ||
                (state.incomplete && state.incomplete->starts_with(kDeclines))) {
                declined.insert(name);
                continue;
            }
            one += test::check_state(result.structure, *model, state, model::ThinAir::none);
            ++states;
        }
        for (std::size_t i = 0; i < result.answer.undefined.size(); ++i) {
            one += test::check_race(result, *model, explain_race(result, *model, i, options));
            ++races;
        }
        expect_none(one, name);
        if (!one.affordable) too_large.insert(name);
        all += one;
    }
    EXPECT_EQ(too_large, GetParam().too_large);
    EXPECT_EQ(declined, GetParam().declined);
    std::cout << states << " states, " << races << " undefined behaviours\n";
    print(GetParam().model, all);
    EXPECT_GT(states, 0U);
}

INSTANTIATE_TEST_SUITE_P(OpenCL, Examples,
                         testing::Values(Suite{".", "opencl-2.0", {"host-map"}},
                                         Suite{".", "opencl-3.0", {"host-map"}},
                                         Suite{".", "opencl-3.1", {"host-map"}},
                                         Suite{".", "opencl-scoped", {"host-map"}}));
INSTANTIATE_TEST_SUITE_P(C11, Examples,
                         testing::Values(Suite{"c11", "c11", {}}, Suite{"c11", "rc11", {}},
                                         Suite{"c11", "sc", {}}));

// It gives no reasons where values may depend on themselves, before the model is asked.
INSTANTIATE_TEST_SUITE_P(
    ByTheExplicitEngine, Examples,
    testing::Values(Suite{".",
                          "opencl-3.0",
                          {},
                          EngineChoice::explicit_search,
                          {"host-map", "launch-beside-host", "lock", "reduction",
                           "release-sequence", "thin-air", "thin-air-both-local", "thin-air-fences",
                           "thin-air-one-region"}},
                    Suite{"c11", "rc11", {}, EngineChoice::explicit_search, {}}));

TEST(Explanations, OfForbiddenValuesOutOfThinAirRestOnReadsFrom) {
    const auto model = model::shipped_model("opencl-3.0");
    ASSERT_TRUE(model);
    const std::string text = corpus::read_text(kExamples / "thin-air.litmus");
    for (const auto forbidden : {model::ThinAir::dependency, model::ThinAir::sb}) {
        ExplainOptions options{.check = {.engines = engines::built_in()}};
        options.check.forbid_thin_air = forbidden;
        const Explained all = explained("thin-air", text, *model, options);
        expect_none(test::check_state(all.result.structure, *model, all.state, forbidden), "");
        ASSERT_EQ(all.state.arguments.size(), 1U);
        ASSERT_EQ(all.state.arguments.front().size(), 1U);
        EXPECT_FALSE(all.state.arguments.front().front().refutation.finding);
    }
}

/// What the checks above are worth: each damage to an explanation is noticed.
TEST(Explanations, DamagedAreNoticed) {
    const auto model = model::shipped_model("opencl-3.0");
    ASSERT_TRUE(model);
    const std::string text = corpus::read_text(kExamples / "store-buffering.litmus");
    const Explained all = explained("store-buffering", text, *model);
    ASSERT_EQ(all.state.arguments.front().size(), 4U);
    const auto notices = [&](const auto& damage) {
        StateExplanation state = all.state;
        damage(state.arguments.front());
        return !test::check_state(all.result.structure, *model, state, model::ThinAir::none)
                    .problems.empty();
    };
    EXPECT_FALSE(notices([](ForbiddenArgument&) {}));
    EXPECT_TRUE(notices([](ForbiddenArgument& argument) { argument.pop_back(); }));
    EXPECT_TRUE(notices([](ForbiddenArgument& argument) {
        auto& refutation = argument.back().refutation;
        refutation.reason.pop_back();
        refutation.forced_by.pop_back();
    }));
    EXPECT_TRUE(notices([](ForbiddenArgument& argument) {
        auto& refutation = argument.front().refutation;
        refutation.reason.push_back(argument.back().refutation.reason.front());
        refutation.forced_by.push_back(argument.back().refutation.forced_by.front());
    }));
    EXPECT_TRUE(notices([](ForbiddenArgument& argument) {
        argument.front().refutation.would_be = argument.back().refutation.would_be;
    }));
    EXPECT_TRUE(notices([](ForbiddenArgument& argument) {
        for (auto& forced : argument.back().refutation.forced_by)
            forced = forced ? std::nullopt : std::optional<std::vector<std::size_t>>({});
    }));
    EXPECT_TRUE(notices([](ForbiddenArgument& argument) { argument.back().inferences.clear(); }));
}

/// The same of what would forbid an allowed state: more than is needed is noticed.
TEST(Explanations, NeedlessChangesAreNoticed) {
    const auto model = model::shipped_model("opencl-3.0");
    ASSERT_TRUE(model);
    const auto problem_of = [&](const std::string& name, const auto& damage) {
        Explained all = explained(name, corpus::read_text(kExamples / (name + ".litmus")), *model);
        damage(all.state.expected->strengthenings);
        const auto checked = test::check_expected_state(all.result.structure, *model, all.state,
                                                        model::ThinAir::none);
        return std::set<std::string>(checked.problems.begin(), checked.problems.end());
    };
    using Changes = std::vector<Strengthening>;
    const auto raised = [](Changes& changes) {
        changes.front().words = "had memory_order_seq_cst";
    };
    const auto wider = [](Changes& changes) {
        changes.push_back({.kind = "scope",
                           .events = changes.front().events,
                           .words = "had memory_scope_all_svm_devices"});
    };
    const auto another = [](Changes& changes) {
        changes.push_back(
            {.kind = "order", .events = {litmus::EventId(2)}, .words = "had memory_order_seq_cst"});
    };
    EXPECT_TRUE(problem_of("message-passing-relaxed", [](Changes&) {}).empty());
    EXPECT_TRUE(
        problem_of("message-passing-relaxed", raised).contains("a weaker strengthening is enough"));
    EXPECT_TRUE(
        problem_of("message-passing-relaxed", wider).contains("a strengthening is not needed"));
    EXPECT_TRUE(problem_of("thin-air", another).contains("one strengthening is enough"));
}

}  // namespace
}  // namespace clmm::enumerator
