#include "run/devices_command.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <sstream>

namespace clmm::cli {
namespace {

struct Answer {
    ExitCode code;
    std::string out, err;
};

Answer devices(std::vector<std::string> selectors, bool json = false) {
    std::ostringstream out, err;
    const ExitCode code = run_devices({std::move(selectors), json}, out, err);
    return {code, out.str(), err.str()};
}

// Each test is a process of its own, so the loader of OpenCL has not read its settings yet.
TEST(DevicesCommand, WithoutDriversThereIsTheHostAndANote) {
    setenv("OCL_ICD_VENDORS", "/nonexistent", 1);
    const Answer outcome = devices({});
    EXPECT_EQ(outcome.code, ExitCode::as_expected);
    EXPECT_TRUE(outcome.out.starts_with("host\n")) << outcome.out;
    EXPECT_EQ(outcome.out.find("opencl:"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.err.find("note: "), std::string::npos) << outcome.err;
}

TEST(DevicesCommand, OnlyThoseThatAreNamed) {
    const Answer outcome = devices({"host:3", "host:5"});
    EXPECT_EQ(outcome.code, ExitCode::as_expected);
    EXPECT_TRUE(outcome.out.starts_with("host:3\n")) << outcome.out;
    EXPECT_NE(outcome.out.find("\nhost:5\n"), std::string::npos) << outcome.out;
    EXPECT_EQ(outcome.err, "");
}

TEST(DevicesCommand, UnknownDevicesAreBadInput) {
    const Answer outcome = devices({"host:3", "gpu"});
    EXPECT_EQ(outcome.code, ExitCode::bad_input);
    EXPECT_EQ(outcome.out, "");
    EXPECT_NE(outcome.err.find("no device is called 'gpu'"), std::string::npos) << outcome.err;
}

TEST(DevicesCommand, Json) {
    const Answer outcome = devices({"host:3"}, true);
    EXPECT_NE(outcome.out.find("\"compute_units\": 3"), std::string::npos) << outcome.out;
}

}  // namespace
}  // namespace clmm::cli
