// A search that is interrupted at any of its questions says nothing that it does not know: what it
// reports is a part of what the whole search finds, and what it decides is decided alike.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <functional>
#include <iostream>

#include "clmm/engines/built_in.h"
#include "clmm/enumerator/explanation.h"
#include "clmm/enumerator/repair.h"
#include "support/answers.h"
#include "support/counted_budget.h"
#include "support/suite.h"

namespace clmm::enumerator {
namespace {

namespace fs = std::filesystem;
using test::CountedBudget;
using Spent = CountedBudget::Spent;

/// Tests that ask more, or have more events, are left out: all n of them would take too long.
constexpr std::uint64_t kMostQuestions = 40;
constexpr std::size_t kMostEvents = 50;
/// The slow engine is interrupted in one test of so many; in all with CLMM_CROSS_FULL=1 (minutes).
std::size_t stride(EngineChoice engine) {
    if (engine == EngineChoice::explicit_search) return 1;
    return std::getenv("CLMM_CROSS_FULL") != nullptr ? 1 : 5;
}

const fs::path kTests = CLMM_TESTS_DIR;

struct Given {
    std::string name;
    litmus::LitmusTest test;
    model::MemoryModel model;
};

std::vector<Given> tests_in(const fs::path& folder) {
    std::vector<Given> given;
    for (const fs::path& file : corpus::litmus_files(kTests / folder)) {
        auto test =
            litmus::read_test(std::make_shared<const Source>(file, corpus::read_text(file)));
        if (!test) continue;
        const auto structure = litmus::unfold(*test, {});
        if (structure && structure->size() > kMostEvents) continue;
        auto model = model::shipped_model(default_model(*test));
        given.push_back({file.filename(), std::move(test).value(), std::move(model).value()});
    }
    return given;
}

/// Asks `all` with budgets that end at each question in turn, and holds each answer against the
/// whole one. `ask` gives nothing where the test is rejected.
template <class Answer>
struct Interrupting {
    std::function<std::optional<Answer>(const Budget&)> ask;
    std::function<std::vector<std::string>(const Answer& some, const Answer& all)> torn;

    /// The number of interrupted runs.
    /// `whole` gives the whole answer of another engine where this one has declined in the end.
    std::uint64_t operator()(const std::string& name, std::initializer_list<Spent> ways,
                             std::uint64_t most = kMostQuestions,
                             const std::function<Answer(Answer)>& whole = {}) const {
        const CountedBudget endless(most + 1, Spent::for_good);
        std::optional<Answer> all = ask(endless.budget());
        if (!all || endless.asked() > most) return 0;
        if (whole) all = whole(std::move(*all));
        std::uint64_t runs = 0;
        for (const Spent spent : ways)
            for (std::uint64_t n = 1; n <= endless.asked(); ++n, ++runs) {
                const CountedBudget limited(n, spent);
                const std::optional<Answer> some = ask(limited.budget());
                EXPECT_TRUE(some) << name << " at question " << n;
                if (!some) continue;
                for (const std::string& problem : torn(*some, *all))
                    ADD_FAILURE() << name << " at question " << n << ": " << problem;
            }
        return runs;
    }
};

std::uint64_t interrupt_check(const Given& given, CheckOptions options) {
    const Interrupting<CheckResult> interrupt{
        [&](const Budget& budget) -> std::optional<CheckResult> {
            options.budget = budget;
            auto result = check(given.test, given.model, options);
            return result ? std::optional(std::move(result).value()) : std::nullopt;
        },
        [&](const CheckResult& some, const CheckResult& all) {
            std::vector<std::string> problems = test::torn(some, all);
            if (options.witnesses != model::Witnesses::all) return problems;
            for (const model::OutcomeEntry& outcome : some.answer.outcomes)
                if (!outcome.witness) problems.emplace_back("an outcome without an execution");
            return problems;
        }};
    const auto whole = [&](CheckResult answer) {
        if (!answer.answer.declined) return answer;
        CheckOptions others = options;
        others.engine = EngineChoice::smt;
        others.budget = {};
        return check(given.test, given.model, others).value();
    };
    return interrupt(given.name, {Spent::for_good, Spent::once}, kMostQuestions, whole);
}

class Interruption : public testing::TestWithParam<const char*> {};

TEST_P(Interruption, NoCheckIsTorn) {
    std::uint64_t runs = 0;
    std::size_t number = 0;
    for (const Given& given : tests_in(GetParam())) {
        ++number;
        CheckOptions properties{.engines = engines::built_in()};
        properties.properties = all_properties();
        properties.outcomes = false;
        CheckOptions executions{.engines = engines::built_in()};
        executions.all_executions = true;
        executions.undefined_behaviour = false;
        CheckOptions verdict{.engines = engines::built_in()};
        verdict.verdict_only = true;
        CheckOptions pictures{.engines = engines::built_in()};
        pictures.witnesses = model::Witnesses::all;
        for (CheckOptions options : {CheckOptions{.engines = engines::built_in()}, verdict,
                                     pictures, executions, properties})
            for (const EngineChoice engine : {EngineChoice::smt, EngineChoice::explicit_search}) {
                if (number % stride(engine) != 0) continue;
                options.engine = engine;
                runs += interrupt_check(given, options);
            }
    }
    std::cout << runs << " interrupted checks\n";
    EXPECT_GT(runs, 100U);
}

INSTANTIATE_TEST_SUITE_P(Folders, Interruption,
                         testing::Values("../examples", "golden/thin-air", "golden/races",
                                         "golden/language", "golden/availability-model"),
                         [](const auto& info) {
                             std::string name = fs::path(info.param).filename();
                             std::erase(name, '-');
                             return name;
                         });

// ---- explain ----

std::vector<std::string> torn_state(const StateExplanation& some, const StateExplanation& all) {
    std::vector<std::string> problems;
    if (some.impossible_by_values && !all.impossible_by_values)
        problems.emplace_back("values that are possible");
    if (some.witness && !all.witness) problems.emplace_back("a witness of what is forbidden");
    if (some.arguments.size() > all.arguments.size()) problems.emplace_back("an argument too many");
    const bool decided = some.impossible_by_values || some.witness || !some.arguments.empty();
    if (!decided && !some.incomplete) problems.emplace_back("undecided without a reason");
    if (some.expected && !all.expected) problems.emplace_back("a change that is none");
    if (some.expected && all.expected &&
        some.expected->strengthenings.size() != all.expected->strengthenings.size())
        problems.emplace_back("another change");
    if (some.witness && all.expected && !some.expected && !some.incomplete)
        problems.emplace_back("no change, without a reason");
    return problems;
}

TEST(Interruption, NoExplanationIsTorn) {
    std::uint64_t runs = 0;
    for (const Given& given : tests_in("../examples")) {
        if (!given.test.quantifier) continue;
        CheckOptions options{.engines = engines::built_in()};
        options.outcomes = false;
        auto result = check(given.test, given.model, options);
        if (!result) continue;
        const auto wanted = question_of_condition(result->test, result->structure);
        const Interrupting<StateExplanation> interrupt{
            [&](const Budget& budget) -> std::optional<StateExplanation> {
                ExplainOptions explain{.check = {.engines = engines::built_in()}};
                explain.check.budget = budget;
                return explain_state(result->structure, given.model, wanted, explain);
            },
            torn_state};
        runs += interrupt(given.name, {Spent::for_good}, 30);
    }
    std::cout << runs << " interrupted explanations\n";
    EXPECT_GT(runs, 100U);
}

// ---- repair ----

std::vector<std::string> torn_repair(const RepairResult& some, const RepairResult& all) {
    std::vector<std::string> problems;
    if (some.goal && some.goal != all.goal) problems.emplace_back("another goal");
    if (!some.goal && all.goal && some.unknown.empty())
        problems.emplace_back("nothing to repair, without a reason");
    const auto is_known = [&](const Repair& repair) {
        return std::ranges::any_of(all.repairs,
                                   [&](const Repair& each) { return each.text == repair.text; });
    };
    const bool is_known_all = std::ranges::all_of(some.repairs, is_known);
    if (some.is_proved() && (!is_known_all || some.repairs.empty() != all.repairs.empty()))
        problems.emplace_back("another repair, as if it was proved");
    return problems;
}

TEST(Interruption, NoRepairIsTorn) {
    std::uint64_t runs = 0;
    for (const Given& given : tests_in("../examples")) {
        const Interrupting<RepairResult> interrupt{
            [&](const Budget& budget) -> std::optional<RepairResult> {
                RepairOptions options{.check = {.engines = engines::built_in()}};
                options.most_changes = 1;
                options.check.budget = budget;
                auto result = repair(given.test, given.model, options);
                return result ? std::optional(std::move(result).value()) : std::nullopt;
            },
            torn_repair};
        runs += interrupt(given.name, {Spent::for_good, Spent::once}, 30);
    }
    std::cout << runs << " interrupted repairs\n";
    EXPECT_GT(runs, 100U);
}

}  // namespace
}  // namespace clmm::enumerator
