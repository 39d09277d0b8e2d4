#include "clmm/hardware/campaign.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace clmm::hardware {
namespace {

namespace fs = std::filesystem;

/// A run with something in every member.
RunRecord sample() {
    RunRecord run;
    run.test = {
        "MP",           "hash",   "mp.litmus", "OPENCL MP\n<source>", litmus::Quantifier::exists,
        "exists (x=1)", "parent", "order",     "line 1: a -> b"};
    run.device = {Backend::opencl, "GPU", "vendor", "1.2", "OpenCL 3.0", "platform", 7};
    run.selector = "opencl:0";
    run.tuning.stress_groups = 3;
    run.seed = 0xFFFF'FFFF'FFFF'FFFF;
    run.model = "opencl-3.0";
    run.model_options = " --model my.cat";
    run.length = 1000;
    run.time = std::chrono::milliseconds(1500);
    run.beyond_claims = true;
    run.unclaimed = {"memory_order_acquire", "memory_scope_device"};
    run.instances = 1000;
    run.launches = 2;
    run.device_time = std::chrono::nanoseconds(123);
    run.wall_time = std::chrono::nanoseconds(456);
    run.states = {{"x=0;", 998, false, StateVerdict::allowed_seen},
                  {"x=1;", 2, true, StateVerdict::forbidden},
                  {"x=2;", 0, false, StateVerdict::allowed_unseen}};
    run.placements = {{"same L3", "0 1", 1, 600, 2}, {"other socket", "0 8", 1, 400, 0}};
    run.verdict = RunVerdict::forbidden;
    run.verdict_reason = "reason";
    run.racy = false;
    run.explanation = "because\nof this";
    run.picture = "<svg/>";
    return run;
}

class CampaignTest : public testing::Test {
protected:
    void SetUp() override {
        folder_ = fs::temp_directory_path() /
                  ("clmm-campaign-" +
                   std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
        fs::remove_all(folder_);
        fs::create_directories(folder_);
    }
    void TearDown() override { fs::remove_all(folder_); }

    [[nodiscard]] std::string path(const std::string& name = "runs.db") const {
        return (folder_ / name).string();
    }
    void write(const std::string& text) const {
        std::ofstream(path(), std::ios::binary | std::ios::trunc) << text;
    }
    [[nodiscard]] std::string rejected() const {
        const auto opened = Campaign::open(path());
        return opened
                   ? ""
                   : opened.diagnostics().front().code + " " + opened.diagnostics().front().message;
    }

    fs::path folder_;
};

TEST_F(CampaignTest, KeepsEverything) {
    const RunRecord run = sample();
    {
        auto campaign = Campaign::open(path());
        ASSERT_TRUE(campaign) << render(campaign.diagnostics());
        EXPECT_FALSE(campaign.value().find(run)->has_value());
        EXPECT_TRUE(*campaign.value().add(run));
    }
    auto campaign = Campaign::open_existing(path());
    ASSERT_TRUE(campaign) << render(campaign.diagnostics());
    const auto found = campaign.value().find(run);
    ASSERT_TRUE(found && found->has_value());
    EXPECT_TRUE(**found == run);
    EXPECT_EQ(campaign.value().runs()->size(), 1U);
}

TEST_F(CampaignTest, KeepsWhatIsNotKnown) {
    RunRecord run = sample();
    run.test.quantifier = std::nullopt;
    run.time = std::nullopt;
    run.racy = std::nullopt;
    run.unclaimed.clear();
    run.states.clear();
    run.status = RunStatus::skipped;
    run.reason = "the device does not claim it";
    auto campaign = Campaign::open(path());
    ASSERT_TRUE(*campaign.value().add(run));
    EXPECT_TRUE(**campaign.value().find(run) == run);
}

TEST_F(CampaignTest, HasEachRunOnce) {
    auto campaign = Campaign::open(path());
    RunRecord run = sample();
    EXPECT_TRUE(*campaign.value().add(run));
    RunRecord again = run;
    again.states.front().count = 1;  // what was seen makes no other run
    EXPECT_FALSE(*campaign.value().add(again));
    EXPECT_TRUE(**campaign.value().find(again) == run);
    const auto other = [&](auto change) {
        RunRecord changed = run;
        change(changed);
        EXPECT_FALSE(campaign.value().find(changed)->has_value());
        EXPECT_TRUE(*campaign.value().add(changed));
    };
    other([](RunRecord& r) { r.seed = 2; });
    other([](RunRecord& r) { r.tuning.stride = 2; });
    other([](RunRecord& r) { r.device.driver = "1.3"; });
    other([](RunRecord& r) { r.test.hash = "other"; });
    other([](RunRecord& r) { r.test.name = "MP2"; });
    other([](RunRecord& r) { r.model = "opencl-2.0"; });
    other([](RunRecord& r) { r.length = 2000; });
    other([](RunRecord& r) { r.time = std::nullopt; });
    other([](RunRecord& r) { r.beyond_claims = false; });
    EXPECT_EQ(campaign.value().runs()->size(), 10U);
}

TEST_F(CampaignTest, Merges) {
    auto a = Campaign::open(path("a.db"));
    auto b = Campaign::open(path("b.db"));
    RunRecord run = sample();
    ASSERT_TRUE(*a.value().add(run));
    ASSERT_TRUE(*b.value().add(run));
    run.seed = 5;
    ASSERT_TRUE(*b.value().add(run));
    const auto merged = a.value().merge(b.value());
    ASSERT_TRUE(merged);
    EXPECT_EQ(merged->added, 1U);
    EXPECT_EQ(merged->known, 1U);
    EXPECT_EQ(a.value().runs()->size(), 2U);
    EXPECT_EQ(b.value().runs()->size(), 2U);
}

TEST_F(CampaignTest, RejectsWhatIsNoDatabase) {
    write(
        "this is a text, and long enough for a header of a database to be looked for in it;\n"
        "it goes on for a while, so that nobody can say that it was cut short.\n");
    EXPECT_EQ(rejected(), "E-DATABASE " + path() + ": file is not a database");
}

TEST_F(CampaignTest, RejectsDatabasesOfOthersAndOfOtherVersions) {
    { auto campaign = Campaign::open(path()); }
    std::fstream file(path(), std::ios::binary | std::ios::in | std::ios::out);
    const auto poke = [&](std::streamoff at, char byte) {
        file.seekp(at);
        file.put(byte);
        file.flush();
    };
    poke(63, 4);  // the last byte of user_version
    EXPECT_EQ(rejected(), "E-DATABASE " + path() +
                              ": its layout has version 4, and this program knows version 3");
    poke(71, 0);  // … of application_id
    EXPECT_EQ(rejected(), "E-DATABASE " + path() + ": is no database of clmm run");
    poke(63, 2);
    poke(71, 'm');
    EXPECT_EQ(rejected(), "");
}

TEST_F(CampaignTest, UpgradesEarlierVersions) {
    const RunRecord run = sample();
    {
        auto campaign = Campaign::open(path());
        EXPECT_TRUE(*campaign.value().add(run));
    }
    for (const char version : {'\1', '\2'}) {
        std::fstream file(path(), std::ios::binary | std::ios::in | std::ios::out);
        file.seekp(63);  // the last byte of user_version
        file.put(version);
        file.close();
        auto campaign = Campaign::open_existing(path());
        ASSERT_TRUE(campaign) << render(campaign.diagnostics());
        EXPECT_EQ(campaign.value().find(run)->value(), run);
        std::ifstream again(path(), std::ios::binary);
        again.seekg(63);
        EXPECT_EQ(again.get(), 3);
    }
}

TEST_F(CampaignTest, KnowsItsParts) {
    auto one = Campaign::open(path());
    auto other = Campaign::open(path("other.db"));
    const Campaign::Part first{"run a", 1, 2}, second{"run a", 2, 2};
    EXPECT_TRUE(*one.value().add(first));
    EXPECT_FALSE(*one.value().add(first));
    EXPECT_TRUE(*other.value().add(second));
    EXPECT_TRUE(one.value().merge(other.value())->repeated.empty());
    EXPECT_EQ(*one.value().parts(), (std::vector<Campaign::Part>{first, second}));
    EXPECT_EQ(one.value().merge(other.value())->repeated, std::vector<Campaign::Part>{second});
}

TEST_F(CampaignTest, RejectsDamagedFiles) {
    {
        auto campaign = Campaign::open(path());
        for (std::uint64_t seed = 1; seed < 200; ++seed) {
            RunRecord run = sample();
            run.seed = seed;
            ASSERT_TRUE(*campaign.value().add(run));
        }
    }
    const auto size = static_cast<std::streamoff>(fs::file_size(path()));
    std::fstream file(path(), std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(size / 2);
    file << std::string(static_cast<std::size_t>(size / 4), '\x5A');
    file.close();
    EXPECT_EQ(rejected().substr(0, 10), "E-DATABASE");
    EXPECT_FALSE(Campaign::open_existing(path()));
}

TEST_F(CampaignTest, AnExistingOneMustExist) {
    const auto opened = Campaign::open_existing(path());
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.diagnostics().front().message, path() + ": no such file");
    EXPECT_FALSE(fs::exists(path()));
    EXPECT_FALSE(Campaign::open((folder_ / "none" / "runs.db").string()));
}

}  // namespace
}  // namespace clmm::hardware
