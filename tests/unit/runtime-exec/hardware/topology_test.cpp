#include "clmm/hardware/topology.h"

#include <gtest/gtest.h>

#include <fstream>

namespace clmm::hardware {
namespace {

namespace fs = std::filesystem;

/// A folder as Linux makes it, for machines that are not here.
class TopologyTest : public testing::Test {
protected:
    void SetUp() override {
        folder_ = fs::temp_directory_path() /
                  ("clmm-topology-" +
                   std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
        fs::remove_all(folder_);
    }
    void TearDown() override { fs::remove_all(folder_); }

    void write(unsigned cpu, const std::string& file, const std::string& text) const {
        const fs::path path = folder_ / ("cpu" + std::to_string(cpu)) / file;
        fs::create_directories(path.parent_path());
        std::ofstream(path) << text << "\n";
    }
    void write_cache(unsigned cpu, unsigned index, const std::string& level,
                     const std::string& type, const std::string& shared) const {
        const std::string own = "cache/index" + std::to_string(index) + "/";
        write(cpu, own + "level", level);
        write(cpu, own + "type", type);
        write(cpu, own + "shared_cpu_list", shared);
    }

    fs::path folder_;
};

TEST_F(TopologyTest, TellsCoresCachesAndSocketsApart) {
    // Two sockets of two L3s of two cores of two threads: siblings are n and n + 8.
    for (unsigned cpu = 0; cpu < 16; ++cpu) {
        const unsigned core = cpu % 8, l3 = core / 2 * 2, socket = core / 4 * 4;
        const auto number = [](unsigned n) { return std::to_string(n); };
        write(cpu, "topology/core_cpus_list", number(core) + "," + number(core + 8));
        write(cpu, "topology/package_cpus_list",
              number(socket) + "-" + number(socket + 3) + "," + number(socket + 8) + "-" +
                  number(socket + 11));
        write_cache(cpu, 0, "1", "Data", number(core) + "," + number(core + 8));
        write_cache(cpu, 1, "1", "Instruction", number(core) + "," + number(core + 8));
        write_cache(
            cpu, 2, "3", "Unified",
            number(l3) + "-" + number(l3 + 1) + "," + number(l3 + 8) + "-" + number(l3 + 9));
    }
    const Topology all =
        read_topology(folder_, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15});
    ASSERT_EQ(all.processors.size(), 16U);
    EXPECT_EQ(all.cache_level, 3U);
    const auto name = [&](unsigned a, unsigned b) {
        return name_of(nearness(all.processors[a], all.processors[b]), all);
    };
    EXPECT_EQ(name(0, 8), "same core (SMT)");
    EXPECT_EQ(name(0, 1), "same L3");
    EXPECT_EQ(name(0, 9), "same L3");
    EXPECT_EQ(name(1, 2), "same socket");
    EXPECT_EQ(name(3, 4), "other socket");
    EXPECT_EQ(name(15, 7), "same core (SMT)");
    EXPECT_EQ(name(15, 0), "other socket");
}

TEST_F(TopologyTest, HasTheAllowedProcessorsOnly) {
    for (unsigned cpu = 0; cpu < 4; ++cpu)
        write(cpu, "topology/core_cpus_list", cpu < 2 ? "0-1" : "2-3");
    const Topology some = read_topology(folder_, {3, 1});
    const std::vector<Processor> expected{{1, 0, 1, 0}, {3, 2, 3, 0}};
    EXPECT_EQ(some.processors, expected);
    EXPECT_EQ(some.cache_level, 0U);
    EXPECT_EQ(nearness(some.processors[0], some.processors[1]), Nearness::package);
}

TEST_F(TopologyTest, KnowsTheNamesOfOlderKernels) {
    write(0, "topology/thread_siblings_list", "0-1");
    write(1, "topology/thread_siblings_list", "0-1");
    write(0, "topology/core_siblings_list", "0-3");
    write(1, "topology/core_siblings_list", "0-3");
    const Topology old = read_topology(folder_, {0, 1});
    EXPECT_EQ(nearness(old.processors[0], old.processors[1]), Nearness::core);
    EXPECT_EQ(old.processors[1].package, 0U);
}

TEST_F(TopologyTest, WithoutFilesNothingIsShared) {
    const Topology none = read_topology(folder_ / "absent", {0, 7});
    const std::vector<Processor> expected{{0, 0, 0, 0}, {7, 7, 7, 0}};
    EXPECT_EQ(none.processors, expected);
    write(2, "topology/core_cpus_list", "nonsense");
    EXPECT_EQ(read_topology(folder_, {2}).processors.front().core, 2U);
}

TEST(Topology, OfThisMachineHasProcessors) {
    const Topology here = this_topology();
    ASSERT_FALSE(here.processors.empty());
    for (std::size_t i = 1; i < here.processors.size(); ++i)
        EXPECT_LT(here.processors[i - 1].number, here.processors[i].number);
}

}  // namespace
}  // namespace clmm::hardware
