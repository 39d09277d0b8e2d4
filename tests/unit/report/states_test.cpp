// How many final states are listed, and that a million of them are written as they come.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <nlohmann/json.hpp>
#include <vector>

#include "clmm/report/comparison.h"
#include "clmm/report/json.h"
#include "clmm/report/text.h"
#include "unit/report/sample.h"

namespace clmm::report {
namespace {

using enumerator::CheckResult;
using nlohmann::json;

/// x and y have any of the first `values` numbers.
CheckResult product(std::uint64_t values) {
    model::OutcomeDiagram diagram;
    model::OutcomeNode node = diagram.end({});
    for (int observable = 0; observable < 2; ++observable) {
        std::vector<model::OutcomeDiagram::Edge> edges;
        for (std::uint64_t value = 0; value < values; ++value) edges.push_back({value, node});
        node = diagram.branch(edges);
    }
    CheckResult result = load_buffering();
    result.answer.outcomes = model::Outcomes(model::OutcomeSet(diagram, node));
    return result;
}

CheckResult unlisted() {
    CheckResult result = load_buffering();
    result.outcomes_listed = false;
    return result;
}

std::size_t lines_with(const std::string& text, const std::string& word) {
    std::size_t count = 0;
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
        ++count;
    return count;
}

TEST(States, AreAllListedWhereTheyAreFew) {
    const std::string text = to_text(product(30));
    EXPECT_NE(text.find("States 900\n"), std::string::npos);
    EXPECT_EQ(lines_with(text, "\nx="), 900U);
    EXPECT_EQ(text.find("not listed"), std::string::npos);
}

TEST(States, OfManyAScreenfulIsListed) {
    const std::string text = to_text(product(32));
    EXPECT_NE(text.find("States 1024\n"), std::string::npos);
    EXPECT_EQ(lines_with(text, "\nx="), 24U);
    EXPECT_NE(text.find("\nx=0; y=23;\n... 1000 more, not listed (--states all)\nOk\n"),
              std::string::npos)
        << text;
}

TEST(States, AreListedAsAskedFor) {
    const CheckResult result = product(32);
    EXPECT_EQ(lines_with(to_text(result, {.states = 0}), "\nx="), 0U);
    EXPECT_EQ(lines_with(to_text(result, {.states = 7}), "\nx="), 7U);
    EXPECT_EQ(lines_with(to_text(result, {.states = kAllStates}), "\nx="), 1024U);
    EXPECT_EQ(to_text(load_buffering(), {.states = 3}), to_text(load_buffering()));
}

TEST(States, OfAVerdictAloneAreNotListed) {
    const std::string text = to_text(unlisted());
    EXPECT_NE(text.find("\nStates not listed\nOk\nCondition exists"), std::string::npos) << text;
    EXPECT_NE(text.find("\nObservation LB Sometimes\nHash="), std::string::npos) << text;
}

json result_of(const CheckResult& result, const JsonOptions& options = {}) {
    return json::parse(json_header("1") + to_json(result, options) + json_footer())["results"][0];
}

TEST(States, OfJsonAreAllUnlessFewerAreAskedFor) {
    const CheckResult result = product(40);
    EXPECT_EQ(result_of(result)["outcomes"].size(), 1600U);
    EXPECT_FALSE(result_of(result).contains("outcomes_left_out"));
    const json few = result_of(result, {.states = 2});
    EXPECT_EQ(few["outcomes"].size(), 2U);
    EXPECT_EQ(few["outcomes_left_out"], 1598);
    EXPECT_EQ(few["violating"], 1600);
    const json none = result_of(result, {.states = 0});
    EXPECT_TRUE(none["outcomes"].empty() && none["outcomes"].is_array());
    const json unknown = result_of(unlisted());
    EXPECT_TRUE(unknown["outcomes"].is_null() && unknown["satisfying"].is_null());
    EXPECT_EQ(unknown["observation"], "Sometimes");
}

TEST(States, AMillionAreWrittenAsTheyCome) {
    const CheckResult result = product(1024);
    std::size_t longest = 0, lines = 0;
    const Sink sink = [&](std::string_view text) {
        longest = std::max(longest, text.size());
        lines += static_cast<std::size_t>(std::ranges::count(text, '\n'));
    };
    write_text(result, {.states = kAllStates}, sink);
    EXPECT_GT(lines, std::size_t{1} << 20U);
    EXPECT_LT(longest, 1000U);
    longest = 0;
    write_json(result, {.states = 20'000}, sink);
    EXPECT_LT(longest, 3000U);
}

TEST(States, AreToldSoFarAsTimeAndRoomGo) {
    const CheckResult result = product(100);
    const comparison::Answer whole = answer_of(result);
    EXPECT_TRUE(whole.complete);
    EXPECT_EQ(whole.states.size(), 10'000U);

    const comparison::Answer late =
        answer_of(result, std::numeric_limits<std::size_t>::max(),
                  Budget::unlimited().set_timeout(std::chrono::milliseconds(0)));
    EXPECT_FALSE(late.complete);
    EXPECT_EQ(late.open, describe(StopReason::timeout));
    EXPECT_LT(late.states.size(), whole.states.size());
    EXPECT_TRUE(std::ranges::includes(whole.states, late.states));

    const comparison::Answer large = answer_of(result, 1000);
    EXPECT_FALSE(large.complete);
    EXPECT_EQ(large.open, describe(StopReason::memory));
    EXPECT_TRUE(std::ranges::includes(whole.states, large.states));
}

}  // namespace
}  // namespace clmm::report
