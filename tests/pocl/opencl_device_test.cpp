// OpenCL devices behind clmm/hardware/device.h, on whatever device the system has.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "unit/runtime-exec/hardware/device_subject.h"

namespace clmm::hardware::test {
namespace {

class OpenClDevice : public ::testing::Test {
protected:
    static void SetUpTestSuite() {
        // Without it PoCL writes into the user's folder.
        setenv("POCL_CACHE_DIR", CLMM_POCL_CACHE, 0);
    }
    void SetUp() override {
        auto opened = open_device({Backend::opencl, ""});
        if (!opened.ok()) GTEST_SKIP() << render(opened.diagnostics());
        device_ = std::move(opened).value();
    }

    std::unique_ptr<Device> device_;
};

TEST_F(OpenClDevice, InfoIsThere) {
    const DeviceInfo& info = device_->info();
    EXPECT_EQ(info.backend, Backend::opencl);
    for (const std::string& text : {info.name, info.vendor, info.driver, info.platform})
        EXPECT_FALSE(text.empty());
    EXPECT_TRUE(info.version.starts_with("OpenCL ")) << info.version;
    EXPECT_TRUE(info.language.starts_with("CL")) << info.language;
    EXPECT_GE(info.compute_units, 1U);
    EXPECT_GE(info.max_work_group_size, 1U);
    EXPECT_GT(info.local_memory, 0U);
    EXPECT_GT(info.global_memory, 0U);
    EXPECT_TRUE(info.atomics.relaxed && info.atomics.work_group);  // mandatory in all revisions
}

TEST_F(OpenClDevice, PlacesTheThreadsOfACpu) {
    const Topology& topology = device_->info().topology;
    if (topology.processors.empty()) GTEST_SKIP() << "the driver's threads are not known";
    EXPECT_TRUE(device_->info().is_cpu);
    const unsigned last = topology.processors.back().number;
    const std::size_t units = device_->info().compute_units;
    device_->place(std::vector<unsigned>(units, last));
    std::size_t there = 0;
    for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
        std::ifstream status(task.path() / "status");
        for (std::string line; std::getline(status, line);)
            there += line == "Cpus_allowed_list:\t" + std::to_string(last);
    }
    EXPECT_GE(there, units);
    expect_kernels_run(*device_);
    device_->place({});
    expect_kernels_run(*device_);
    EXPECT_FALSE(device_->info().deals_work_groups);
}

TEST_F(OpenClDevice, IsInTheListUnderNumberAndName) {
    const DeviceList list = list_devices();
    ASSERT_EQ(list.devices.size(), list.selectors.size());
    EXPECT_EQ(list.selectors.front(), "host");
    const auto at = std::ranges::find_if(
        list.selectors, [](const std::string& each) { return each.starts_with("opencl:"); });
    ASSERT_NE(at, list.selectors.end());
    const DeviceInfo& listed = list.devices[static_cast<std::size_t>(at - list.selectors.begin())];
    EXPECT_EQ(listed.name, device_->info().name);
    const std::string upper_case = [&] {
        std::string name = listed.name;
        std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::toupper(c); });
        return name;
    }();
    for (const std::string& rest : {at->substr(at->find(':') + 1), upper_case}) {
        const auto same = open_device({Backend::opencl, rest});
        ASSERT_TRUE(same.ok()) << render(same.diagnostics());
        EXPECT_EQ((*same)->info().name, listed.name);
    }
}

TEST_F(OpenClDevice, OthersAreNotThere) {
    EXPECT_FALSE(open_device({Backend::opencl, "9999"}).ok());
    EXPECT_FALSE(open_device({Backend::opencl, "no device has this name"}).ok());
}

TEST_F(OpenClDevice, Buffers) { expect_buffers_work(*device_); }

TEST_F(OpenClDevice, Kernels) {
    if (!device_->info().c11_atomics) GTEST_SKIP() << "no atomics of C11";
    expect_kernels_run(*device_);
}

TEST_F(OpenClDevice, LogHasPlaceAndWhole) {
    const Diagnostics problems = problems_of_bad_program(*device_);
    expect_error_has_its_place(problems);
    const std::string& whole = problems.back().message;
    EXPECT_NE(whole.find("clBuildProgram: CL_BUILD_PROGRAM_FAILURE; its log:\n"), std::string::npos)
        << whole;
}

TEST_F(OpenClDevice, UnknownKernel) { expect_unknown_kernel_is_an_error(*device_); }

TEST_F(OpenClDevice, WrongLaunchesAreNamed) {
    const auto program = built(*device_, "kernel void k(global uint* x) { x[0] = 1; }");
    ASSERT_NE(program, nullptr);
    const auto buffer = device_->allocate(4);
    const std::vector<KernelArgument> arguments = {{.buffer = buffer.get()}};
    try {
        static_cast<void>(program->kernel("k")->run({3, 2}, arguments, kLong));
        GTEST_SKIP() << "the device takes work-groups of other sizes";
    } catch (const DeviceError& error) {
        EXPECT_FALSE(error.unfinished());
        EXPECT_EQ(std::string(error.what()), "clEnqueueNDRangeKernel: CL_INVALID_WORK_GROUP_SIZE");
    }
}

TEST_F(OpenClDevice, CodeIsText) {
    const auto program = built(*device_, "kernel void some_name(global uint* x) { x[0] = 1; }");
    ASSERT_NE(program, nullptr);
    const auto code = program->code();
    if (!code.ok()) GTEST_SKIP() << render(code.diagnostics());
    EXPECT_NE(code->find("some_name"), std::string::npos) << *code;
}

TEST_F(OpenClDevice, LimitEndsTheWait) {
    // An endless kernel occupies a device that others use until the process ends, or longer.
    if (!device_->info().is_cpu) GTEST_SKIP() << "not on a device that is no CPU";
    if (!device_->info().c11_atomics) GTEST_SKIP() << "no atomics of C11";
    expect_limit_ends_the_wait(std::move(device_));
}

}  // namespace
}  // namespace clmm::hardware::test
