#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "exec/timeline.h"

namespace clmm::cli {
namespace {

std::vector<TimelineEntry> sample() {
    return {{"write a", "CL_COMMAND_WRITE_BUFFER", "q", "", {1000, 2000, 3000, 4000, 6000, 7000}},
            {"\"k\"", "CL_COMMAND_NDRANGE_KERNEL", "q", "", {1500, 2500, 7000, 8000, 11000, 11000}},
            {"m", "CL_COMMAND_MARKER", "p", "it failed", {2000, 2000, 2000, 2000, 2000, 2000}}};
}

TEST(Timeline, TextIsATableAndAChart) {
    EXPECT_EQ(
        timeline_text(sample()),
        R"(command  queue  type                       queued  submitted  ready  running   ended  complete
write a  q      CL_COMMAND_WRITE_BUFFER     0.000      1.000  2.000    3.000   5.000     6.000
"k"      q      CL_COMMAND_NDRANGE_KERNEL   0.500      1.500  6.000    7.000  10.000    10.000
m        p      CL_COMMAND_MARKER           1.000      1.000  1.000    1.000   1.000     1.000
(microseconds)

write a  ······░░░░░░▒▒▒▒▒▒████████████▪▪▪▪▪▪
"k"         ······░░░░░░░░░░░░░░░░░░░░░░░░░░░▒▒▒▒▒▒██████████████████
m              ▪
         · queued  ░ submitted  ▒ ready  █ running  ▪ ended
m: it failed
)");
    EXPECT_EQ(timeline_text({}), "no commands\n");
}

TEST(Timeline, TraceHasTheShapeOfTraceEvents) {
    const auto json = nlohmann::json::parse(timeline_trace(sample()));
    EXPECT_EQ(json["displayTimeUnit"], "ns");
    double slices = 0;
    for (const auto& event : json["traceEvents"]) {
        ASSERT_TRUE(event["name"].is_string());
        ASSERT_TRUE(event["pid"].is_number_integer());
        ASSERT_TRUE(event["tid"].is_number_integer());
        ASSERT_TRUE(event["args"].is_object());
        if (event["ph"] == "M") {
            EXPECT_TRUE(event["args"]["name"].is_string());
            continue;
        }
        ASSERT_EQ(event["ph"], "X");
        EXPECT_TRUE(event["cat"].is_string());
        EXPECT_GE(event["ts"].get<double>(), 0);
        EXPECT_GE(event["dur"].get<double>(), 0);
        if (event["cat"] != "state") slices += event["dur"].get<double>();
    }
    EXPECT_DOUBLE_EQ(slices, 6.0 + 9.5 + 0.0);
    EXPECT_TRUE(nlohmann::json::parse(timeline_trace({}))["traceEvents"].empty());
}

TEST(Timeline, SlicesOfATraceNest) {
    const auto json = nlohmann::json::parse(timeline_trace(sample()));
    for (const auto& outer : json["traceEvents"]) {
        if (outer["ph"] != "X" || outer["cat"] == "state") continue;
        double states = 0;
        for (const auto& inner : json["traceEvents"])
            if (inner["ph"] == "X" && inner["cat"] == "state" && inner["tid"] == outer["tid"]) {
                EXPECT_GE(inner["ts"], outer["ts"]);
                states += inner["dur"].get<double>();
            }
        EXPECT_NEAR(states, outer["dur"].get<double>(), 1e-9);
    }
}

}  // namespace
}  // namespace clmm::cli
