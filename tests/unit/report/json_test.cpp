#include "clmm/report/json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "unit/report/sample.h"

namespace clmm::report {
namespace {

using nlohmann::json;

json document(const std::string& result) {
    return json::parse(json_header("1.2.3") + result + json_footer());
}

TEST(Json, HoldsTheResult) {
    const json all = document(to_json(load_buffering()));
    EXPECT_EQ(all["clmm"], "1.2.3");
    ASSERT_EQ(all["results"].size(), 1U);
    const json& result = all["results"][0];
    EXPECT_EQ(result["name"], "LB");
    EXPECT_EQ(result["file"], "lb.litmus");
    EXPECT_EQ(result["verdict"], "holds");
    EXPECT_EQ(result["racy"], false);
    EXPECT_EQ(result["observation"], "Sometimes");
    EXPECT_EQ(result["outcomes"][1]["values"], json({{"x", 42}, {"y", 42}}));
    EXPECT_EQ(result["outcomes"][1]["out_of_thin_air"], true);
    EXPECT_EQ(result["outcomes"][2]["family"]["free"], json({{"x", "v"}, {"y", "v"}}));
    EXPECT_FALSE(result.contains("time"));
    EXPECT_FALSE(result.contains("witness"));
}

TEST(Json, WitnessAndRacesHavePlaces) {
    const json with_witness = document(to_json(load_buffering(), {.witness = true}))["results"][0];
    EXPECT_EQ(with_witness["witness"]["actions"][0]["at"]["line"], 3);
    EXPECT_EQ(with_witness["witness"]["rf"][0], json({"d", "a"}));
    EXPECT_EQ(with_witness["witness"]["mo"]["x"], json({"init", "b"}));
    const json race = document(to_json(racing()))["results"][0]["undefined"][0];
    EXPECT_EQ(race["kind"], "data-race");
    EXPECT_EQ(race["actions"][0]["unit"], "P0");
    EXPECT_EQ(race["at"][1]["line"], 4);
}

TEST(Json, ALineNoOneCanReadIsStillJson) {
    Diagnostic problem;
    problem.code = "E-SYNTAX";
    problem.message = "bad byte \xff";
    const json rejected = document(rejection_to_json("a.litmus", "", {problem}))["results"][0];
    EXPECT_EQ(rejected["verdict"], "rejected");
    EXPECT_TRUE(rejected["model"].is_null());
    EXPECT_EQ(rejected["diagnostics"][0]["code"], "E-SYNTAX");
}

}  // namespace
}  // namespace clmm::report
