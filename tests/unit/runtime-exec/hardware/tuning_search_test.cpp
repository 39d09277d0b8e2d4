#include "clmm/hardware/tuning_search.h"

#include <gtest/gtest.h>

#include <set>

namespace clmm::hardware {
namespace {

DeviceInfo gpu(const std::string& driver = "1") {
    DeviceInfo device;
    device.name = "GPU";
    device.driver = driver;
    device.max_work_group_size = 256;
    return device;
}

/// Best with much stress and a certain stride.
double hill(const Tuning& tuning) {
    return static_cast<double>(tuning.stress_percent) - (tuning.stride == 16 ? 0 : 30) +
           static_cast<double>(tuning.location_offset) / 1024;
}

FoundTuning search(std::uint64_t seed, std::size_t steps) {
    std::size_t measured = 0;
    return search_tuning(
        {}, gpu(), seed,
        [&](const Tuning& tuning) {
            ++measured;
            return std::optional(50 + hill(tuning));
        },
        [&] { return measured >= steps; });
}

TEST(TuningSearch, ClimbsToTheTop) {
    const FoundTuning found = search(1, 3000);
    EXPECT_EQ(found.tuning.stress_percent, 100U);
    EXPECT_EQ(found.tuning.stride, 16U);
    EXPECT_EQ(found.tuning.location_offset, 1024U);
    EXPECT_DOUBLE_EQ(found.rate, 151);
    EXPECT_DOUBLE_EQ(found.first_rate, 50 + hill({}));
    EXPECT_EQ(found.measured, 3000U);
}

TEST(TuningSearch, EqualSeedsSearchAlike) {
    EXPECT_EQ(search(7, 50).tuning, search(7, 50).tuning);
    EXPECT_NE(to_json(search(7, 50).tuning), to_json(search(8, 50).tuning));
}

TEST(TuningSearch, NeverFallsBehindTheFirst) {
    std::size_t measured = 0;
    const FoundTuning found = search_tuning(
        {}, gpu(), 3,
        [&](const Tuning& tuning) {
            ++measured;
            return std::optional(tuning == Tuning{} ? 5.0 : 1.0);
        },
        [&] { return measured >= 100; });
    EXPECT_EQ(found.tuning, Tuning{});
    EXPECT_EQ(found.rate, 5);
}

TEST(TuningSearch, AWinnerMustWinAgain) {
    std::size_t measured = 0;
    const FoundTuning found = search_tuning(
        {}, gpu(), 3, [&](const Tuning&) { return std::optional(++measured == 20 ? 1000.0 : 1.0); },
        [&] { return measured >= 30; });
    EXPECT_EQ(found.rate, 1);
}

TEST(TuningSearch, ALuckyOneDoesNotReplaceTheFirst) {
    // The machine is busy at first; all others are worse than the first is then.
    std::size_t measured = 0;
    const FoundTuning found = search_tuning(
        {}, gpu(), 3,
        [&](const Tuning& tuning) {
            const double quiet = ++measured < 10 ? 0.1 : 1;
            return std::optional(quiet * (tuning == Tuning{} ? 10.0 : 5.0));
        },
        [&] { return measured >= 30; });
    EXPECT_EQ(found.tuning, Tuning{});
    EXPECT_EQ(found.rate, 1);  // the lower of its rates
}

TEST(TuningSearch, EndsWhereNothingFits) {
    const FoundTuning found = search_tuning(
        {}, gpu(), 1, [](const Tuning&) { return std::optional<double>(); }, [] { return false; });
    EXPECT_EQ(found.measured, 0U);
    EXPECT_EQ(found.tuning, Tuning{});
}

TEST(TuningSearch, ProposesGroupsThatTheDeviceHas) {
    std::size_t measured = 0;
    (void)search_tuning(
        {}, gpu(), 5,
        [&](const Tuning& tuning) {
            EXPECT_LE(tuning.work_group_size, 256U);
            ++measured;
            return std::optional(1.0);
        },
        [&] { return measured >= 300; });
    EXPECT_EQ(measured, 301U);  // the best once more
}

TEST(TuningSearch, PlacesThreadsWhereItCan) {
    for (const bool can : {false, true}) {
        DeviceInfo device = gpu();
        if (can) device.topology.processors.resize(4);
        std::set<Tuning::Affinity> tried;
        std::size_t measured = 0;
        (void)search_tuning(
            {}, device, 5,
            [&](const Tuning& tuning) {
                tried.insert(tuning.affinity);
                ++measured;
                return std::optional(1.0);
            },
            [&] { return measured >= 300; });
        const std::set<Tuning::Affinity> none{Tuning::Affinity::none};
        const std::set<Tuning::Affinity> all{Tuning::Affinity::none, Tuning::Affinity::incremental,
                                             Tuning::Affinity::random};
        EXPECT_EQ(tried, can ? all : none);
    }
}

// ---- files ----

SourcePtr file(const std::string& text) { return std::make_shared<Source>("t.json", text); }

TEST(TuningFile, KeepsOneForEachDevice) {
    Tuning one, two;
    one.stride = 3;
    two.stride = 5;
    const auto json =
        file(to_json(std::vector<DeviceTuning>{{"GPU", "1", 2.5, one}, {"GPU", "2", 1, two}}));
    EXPECT_EQ(*tuning_for(json, gpu("1")), one);
    EXPECT_EQ(*tuning_for(json, gpu("2")), two);
    EXPECT_EQ(*tuning_for(json, gpu("3")), one);  // another driver: what comes first
}

TEST(TuningFile, OneTuningAloneIsForAll) {
    Tuning tuning;
    tuning.stride = 7;
    EXPECT_EQ(*tuning_for(file(to_json(tuning)), gpu()), tuning);
}

TEST(TuningFile, SaysWhatIsWrongAndWhere) {
    DeviceInfo other = gpu();
    other.name = "CPU";
    const auto none =
        tuning_for(file(to_json(std::vector<DeviceTuning>{{"GPU", "1", 1, {}}})), other);
    ASSERT_FALSE(none);
    EXPECT_EQ(none.diagnostics().front().message, "it has no tuning for CPU");
    const auto wrong = tuning_for(file("{\"tunings\": [\n{\"device\": \"CPU\", \"tuning\": {}},\n"
                                       "{\"device\": \"GPU\", \"tuning\": {\"strike\": 1}}]}"),
                                  gpu());
    ASSERT_FALSE(wrong);
    const Diagnostic& problem = wrong.diagnostics().front();
    EXPECT_EQ(problem.code, "E-TUNING");
    EXPECT_EQ(problem.source->position(problem.span.begin).line, 3U);
    EXPECT_FALSE(tuning_for(file("{\"tunings\": [1]}"), gpu()));
    EXPECT_FALSE(tuning_for(file("{\"tunings\": [{\"device\": 1}]}"), gpu()));
    EXPECT_FALSE(tuning_for(file("{"), gpu()));
}

}  // namespace
}  // namespace clmm::hardware
