#include <gtest/gtest.h>

#include "clmm/hardware/device.h"
#include "clmm/hardware/tuning.h"

namespace clmm::hardware {
namespace {

Result<Tuning> read(const std::string& json) {
    return read_tuning(std::make_shared<const Source>("t.json", json));
}

std::string first_error(const std::string& json) {
    const auto tuning = read(json);
    if (tuning) return "";
    const std::string all = render(tuning.diagnostics());
    return all.substr(0, all.find('\n'));
}

TEST(TuningJson, GoesRound) {
    Tuning tuning;
    tuning.style = Tuning::Style::looping;
    tuning.instances = 7;
    tuning.stress_pattern = StressPattern::load_load;
    tuning.pre_stress_pattern = StressPattern::store_store;
    tuning.preload = true;
    tuning.random_delay = 0;
    tuning.batch = 3;
    tuning.affinity = Tuning::Affinity::sweep;
    tuning.affinity_step = 2;
    const auto again = read(to_json(tuning));
    ASSERT_TRUE(again.ok()) << render(again.diagnostics());
    EXPECT_EQ(*again, tuning);
    EXPECT_EQ(*read(to_json(Tuning{})), Tuning{});
}

TEST(TuningJson, KeepsDefaults) {
    EXPECT_EQ(*read("{}"), Tuning{});
    Tuning two;
    two.stride = 2;
    EXPECT_EQ(*read(" { \"stride\" : 2 }\n"), two);
}

TEST(TuningJson, NamesWhatIsWrongWithItsPlace) {
    EXPECT_EQ(first_error("{\n  \"strid\": 2\n}"),
              "t.json:2:3: error: a tuning has no \"strid\" [E-TUNING]");
    EXPECT_NE(render(read("{\"strid\": 2}").diagnostics()).find("did you mean \"stride\"?"),
              std::string::npos);
    EXPECT_EQ(first_error("{\"stride\": 0}"),
              "t.json:1:12: error: \"stride\" is out of range [E-TUNING]");
    EXPECT_EQ(first_error("{\"stride\": 99999999999999999999999}"),
              "t.json:1:12: error: \"stride\" is out of range [E-TUNING]");
    for (const std::string value : {"1.5", "-1", "\"2\"", "true", "", "2x"})
        EXPECT_EQ(first_error("{\"stride\": " + value + "}"),
                  "t.json:1:12: error: \"stride\" is a whole number [E-TUNING]")
            << value;
    EXPECT_EQ(first_error("{\"preload\": 1}"),
              "t.json:1:13: error: true or false is missing [E-TUNING]");
    EXPECT_EQ(first_error("{\"style\": \"both\"}"),
              "t.json:1:11: error: one of \"parallel\", \"looping\" is missing [E-TUNING]");
    EXPECT_EQ(first_error("{\"affinity\": true}"),
              "t.json:1:14: error: one of \"none\", \"incremental\", \"random\", \"sweep\" is "
              "missing [E-TUNING]");
    EXPECT_EQ(first_error("{\"affinity_step\": 0}"),
              "t.json:1:19: error: \"affinity_step\" is out of range [E-TUNING]");
    EXPECT_EQ(first_error("{\"stride\": 1, \"stride\": 2}"),
              "t.json:1:15: error: \"stride\" is there twice [E-TUNING]");
    EXPECT_EQ(first_error("{\"stride\": 1"), "t.json:1:13: error: '}' is missing [E-TUNING]");
    EXPECT_EQ(first_error("{} {}"), "t.json:1:4: error: text behind the tuning [E-TUNING]");
    EXPECT_EQ(first_error(""), "t.json:1:1: error: '{' is missing [E-TUNING]");
}

TEST(TuningDefaults, FitTheDevice) {
    DeviceInfo device;
    device.is_cpu = true;
    device.max_work_group_size = 16;
    EXPECT_EQ(default_tuning(device).style, Tuning::Style::looping);
    EXPECT_EQ(default_tuning(device).work_group_size, 16U);
    EXPECT_EQ(default_tuning(device).affinity, Tuning::Affinity::none);
    device.topology.processors.resize(2);
    EXPECT_EQ(default_tuning(device).affinity, Tuning::Affinity::incremental);
    device.is_cpu = false;
    device.max_work_group_size = 1'024;
    EXPECT_EQ(default_tuning(device).style, Tuning::Style::parallel);
    EXPECT_EQ(default_tuning(device).work_group_size, 128U);
}

}  // namespace
}  // namespace clmm::hardware
