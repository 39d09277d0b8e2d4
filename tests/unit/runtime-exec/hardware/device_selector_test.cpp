// How people name devices, and what is said of names that mean none.
#include <gtest/gtest.h>

#include "clmm/hardware/device.h"
#include "clmm/hardware/device_report.h"

namespace clmm::hardware {
namespace {

std::string problem_of(const std::string& text) {
    const auto selector = parse_device_selector(text);
    return selector.ok() ? "" : selector.diagnostics().front().message;
}

TEST(DeviceSelector, NamesABackend) {
    const auto host = parse_device_selector("host");
    ASSERT_TRUE(host.ok());
    EXPECT_EQ(host->backend, Backend::host);
    EXPECT_EQ(host->rest, "");
    const auto opencl = parse_device_selector("opencl");
    ASSERT_TRUE(opencl.ok());
    EXPECT_EQ(opencl->backend, Backend::opencl);
    EXPECT_EQ(opencl->rest, "");
}

TEST(DeviceSelector, NamesADeviceBehindTheColon) {
    EXPECT_EQ(parse_device_selector("host:4")->rest, "4");
    EXPECT_EQ(parse_device_selector("opencl:1")->rest, "1");
    EXPECT_EQ(parse_device_selector("opencl:NVIDIA H200")->rest, "NVIDIA H200");
    EXPECT_EQ(parse_device_selector("opencl:a:b")->rest, "a:b");
}

TEST(DeviceSelector, RejectsOthers) {
    EXPECT_EQ(problem_of("gpu"), "no device is called 'gpu'");
    EXPECT_EQ(problem_of(""), "no device is called ''");
    EXPECT_EQ(problem_of("hosts"), "no device is called 'hosts'");
    EXPECT_EQ(problem_of("opencl:"), "'opencl:' names no device");
    for (const char* units : {"", "0", "-1", "4x", "x", "1025", "99999999999"})
        EXPECT_EQ(problem_of("host:" + std::string(units)),
                  "'" + std::string(units) + "' is no number of compute units");
}

TEST(DeviceSelector, ComputeUnitsOfTheHost) {
    const auto device = open_device({Backend::host, "3"});
    ASSERT_TRUE(device.ok());
    EXPECT_EQ((*device)->info().compute_units, 3U);
}

TEST(DeviceReport, SaysWhatIsClaimedAndNoMore) {
    DeviceInfo info;
    info.backend = Backend::opencl;
    info.name = "a device";
    info.language = "CL1.2";
    info.version = "OpenCL 1.2 FULL";
    info.atomics.relaxed = info.atomics.work_group = true;
    info.local_memory = 49152;
    const DeviceList list{{info}, {"opencl:7"}, {}};
    const std::string text = to_text(list);
    EXPECT_TRUE(text.starts_with("opencl:7\n  name           a device\n")) << text;
    EXPECT_NE(text.find("atomics        orders relaxed; scopes work_group\n"), std::string::npos);
    EXPECT_NE(text.find("fences         orders none; scopes none\n"), std::string::npos);
    EXPECT_NE(text.find("features       none\n"), std::string::npos);
    EXPECT_NE(text.find("local memory 48 KiB\n"), std::string::npos) << text;
    EXPECT_EQ(text.find("sub-groups of"), std::string::npos);
    EXPECT_NE(to_json(list, "1").find("\"sub_group_size\": null"), std::string::npos);
}

}  // namespace
}  // namespace clmm::hardware
