// The messages of OpenCL compilers' logs.
#include <gtest/gtest.h>

#include "clmm/hardware/build_log.h"

namespace clmm::hardware {
namespace {

const SourcePtr kSource = std::make_shared<const Source>(
    "made.cl", "kernel void k(global int* x) {\n    x[0] = unknown(1);\n    int unused;\n}\n");

/// `2:12-19 error: TEXT` for each.
std::string messages(std::string_view log) {
    std::string out;
    for (const Diagnostic& each : log_diagnostics(log, kSource)) {
        const auto begin = kSource->position(each.span.begin);
        const auto end = kSource->position(each.span.end);
        out += std::to_string(begin.line) + ":" + std::to_string(begin.column) + "-" +
               std::to_string(end.column) + " " + std::string(to_string(each.severity)) + ": " +
               each.message + "\n";
    }
    return out;
}

TEST(BuildLog, ClangWithAnyFileName) {
    for (const char* file : {"<kernel>", "input.cl", "<source>", "1", "/tmp/comgr-1/CompileSource"})
        EXPECT_EQ(messages(std::string(file) + ":2:12: error: use of undeclared identifier\n"
                                               "    x[0] = unknown(1);\n           ^\n"),
                  "2:12-19 error: use of undeclared identifier\n")
            << file;
}

TEST(BuildLog, EverySeverityInOrder) {
    EXPECT_EQ(messages("<kernel>:3:9: warning: unused variable\n<kernel>:2:5: note: here\n"
                       "<kernel>:2:12: fatal error: too many\n"),
              "3:9-15 warning: unused variable\n2:5-6 note: here\n2:12-19 error: too many\n");
}

TEST(BuildLog, PoclPutsTheSeverityFirst) {
    EXPECT_EQ(messages("error: /home/x/.cache/pocl/kcache/tempfile_A.cl:2:12: no such thing\n"
                       "Device pthread failed to build the program\n"),
              "2:12-19 error: no such thing\n");
    EXPECT_EQ(messages("error: /tmp/t.cl:2:12 <Spelling=/usr/share/pocl/_builtin.h:965:35>: "
                       "no matching function\n"),
              "2:12-19 error: no matching function\n");
}

TEST(BuildLog, OnlyErrorsHaveTheCode) {
    const Diagnostics all = log_diagnostics("a:2:5: error: x\na:2:5: warning: y\n", kSource);
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(all[0].code, "E-DEVICE");
    EXPECT_EQ(all[1].code, "");
}

TEST(BuildLog, OthersHaveNoPlaceHere) {
    EXPECT_EQ(messages(""), "");
    EXPECT_EQ(messages("ptxas info : 0 bytes gmem\nerror: linking failed\n"), "");
    EXPECT_EQ(messages("/usr/include/opencl-c.h:2:1: error: elsewhere\n"), "");
    EXPECT_EQ(messages("<kernel>:99:1: error: beyond the text\n"), "");
    EXPECT_EQ(messages("<kernel>:0:1: error: no line\n<kernel>:2:0: error: no column\n"), "");
    EXPECT_EQ(messages("<kernel>:99999999999999:1: error: no number\n"), "");
}

TEST(BuildLog, AColumnBehindTheLineIsItsEnd) {
    EXPECT_EQ(messages("<kernel>:2:200: error: expected ';'\n"), "2:23-1 error: expected ';'\n");
}

}  // namespace
}  // namespace clmm::hardware
