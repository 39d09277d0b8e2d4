#include "clmm/report/repair.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "clmm/engines/built_in.h"

namespace clmm::report {
namespace {

using enumerator::RepairOptions;
using enumerator::RepairResult;

constexpr const char* kTest =
    "OPENCL mp\n{ [d]=0; [f]=0; }\n"
    "P0@wg 0, dev 0 (global int* d, global atomic_int* f) {\n"
    "  *d = 1;\n  atomic_store(f, 1);\n}\n"
    "P1@wg 0, dev 1 (global int* d, global atomic_int* f) {\n"
    "  int v = 1;\n  if (atomic_load(f)) v = *d;\n}\nexists (1:v=0)\n";

RepairResult repaired(const RepairOptions& options = {.check = {.engines = engines::built_in()}}) {
    const auto test = litmus::read_test(std::make_shared<Source>("mp.litmus", kTest));
    static const auto model = model::shipped_model("opencl-3.0");
    return enumerator::repair(test.value(), model.value(), options).value();
}

TEST(RepairText, TellsPlacesAndWhatWasChecked) {
    const std::string text = repair_to_text(repaired());
    EXPECT_EQ(text.substr(0, text.find("Checked")),
              "Repair  mp (opencl-3.0): race-free with 2 changes\n"
              "  line 5  memory_scope_device (implied) → memory_scope_all_svm_devices\n"
              "  line 9  memory_scope_device (implied) → memory_scope_all_svm_devices\n");
    EXPECT_NE(text.find("no single change is enough, and none of the 2 that are weaker"),
              std::string::npos);
}

TEST(RepairText, ADoubtIsTold) {
    RepairResult result = repaired();
    result.stopped = "timeout";
    EXPECT_NE(repair_to_text(result).find("Not proved minimal:\nThe search ended early: timeout."),
              std::string::npos);
    result.stopped.clear();
    result.undecided.push_back({{result.repairs.front().changes.front()}, "a reason"});
    EXPECT_NE(repair_to_text(result).find("Not proved minimal:\nUndecided (a reason):\n  line 5"),
              std::string::npos);
    result.repairs.clear();
    EXPECT_NE(repair_to_text(result).find("unknown: no repair"), std::string::npos);
}

TEST(RepairText, NothingFoundIsNoRepair) {
    const std::string text =
        repair_to_text(repaired({.most_changes = 1, .check = {.engines = engines::built_in()}}));
    EXPECT_EQ(text.rfind("Repair  mp (opencl-3.0): no repair with at most 1 change makes it "
                         "race-free; ",
                         0),
              0U)
        << text;
}

TEST(RepairJson, HasTheChangesAndTheText) {
    const auto json = nlohmann::json::parse(repair_to_json(repaired(), "1.2"));
    EXPECT_EQ(json["clmm"], "1.2");
    EXPECT_EQ(json["status"], "found");
    EXPECT_EQ(json["goal"], "race-free");
    EXPECT_EQ(json["proved"], true);
    ASSERT_EQ(json["repairs"].size(), 1U);
    const auto& repair = json["repairs"][0];
    EXPECT_EQ(repair["changes"][0]["kind"], "scope");
    EXPECT_EQ(repair["changes"][0]["implied"], true);
    EXPECT_EQ(repair["changes"][0]["at"]["line"], 5);
    EXPECT_EQ(repair["changes"][0]["to"], "memory_scope_all_svm_devices");
    EXPECT_NE(repair["text"].get<std::string>().find("atomic_store_explicit(f, 1, "),
              std::string::npos);
    EXPECT_EQ(repair["diff"].get<std::string>().rfind("--- mp.litmus\n", 0), 0U);
}

TEST(RepairJson, StatusSaysWhatIsKnown) {
    const auto status = [](const RepairResult& result) {
        return nlohmann::json::parse(repair_to_json(result, "1"))["status"].get<std::string>();
    };
    EXPECT_EQ(status(repaired({.most_changes = 1, .check = {.engines = engines::built_in()}})),
              "none");
    RepairResult stopped = repaired({.most_changes = 1, .check = {.engines = engines::built_in()}});
    stopped.stopped = "timeout";
    EXPECT_EQ(status(stopped), "unknown");
    EXPECT_EQ(status(repaired({.goal = enumerator::RepairGoal::forbid,
                               .most_changes = 1,
                               .check = {.engines = engines::built_in()}})),
              "none");
    RepairResult nothing = repaired({.most_changes = 1, .check = {.engines = engines::built_in()}});
    nothing.goal.reset();
    EXPECT_EQ(status(nothing), "nothing-to-repair");
}

}  // namespace
}  // namespace clmm::report
