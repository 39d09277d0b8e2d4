#include "clmm/litmus/kernel_file.h"

#include <gtest/gtest.h>

#include "clmm/litmus/event_structure.h"
#include "unit/litmus/reading.h"

namespace clmm::litmus {
namespace {

KernelLaunch launch(std::vector<std::string> arguments) {
    return {.global = {4}, .local = {2}, .arguments = std::move(arguments)};
}

Result<LitmusTest> read_kernel_text(const std::string& text, const KernelLaunch& how) {
    return read_kernel(std::make_shared<Source>("k.cl", text), how);
}

std::string problems(const std::string& text, const KernelLaunch& how) {
    const auto test = read_kernel_text(text, how);
    return test ? "" : render(test.diagnostics());
}

EventStructure unfolded_kernel(const std::string& text, const KernelLaunch& how) {
    auto test = read_kernel_text(text, how);
    EXPECT_TRUE(test.ok()) << render(test.diagnostics());
    if (!test.ok()) return {};
    auto structure = unfold(*test, {});
    EXPECT_TRUE(structure.ok()) << render(structure.diagnostics());
    return structure.ok() ? std::move(structure).value() : EventStructure{};
}

constexpr const char* kCopy =
    "kernel void copy(global const int* in, global int* out, int n) {\n"
    "    out[get_global_id(0)] = in[get_global_id(0)] + n;\n"
    "}\n";

TEST(KernelFile, WorkItemsAreTheUnits) {
    const EventStructure structure =
        unfolded_kernel(kCopy, launch({"in={1,2,3,4}", "out[4]", "n=8"}));
    ASSERT_EQ(structure.units.size(), 4U);
    EXPECT_EQ(structure.units[3].name, "copy[3]");
    EXPECT_EQ(structure.units[3].work_group, 1U);
    ASSERT_EQ(structure.locations.size(), 8U);
    EXPECT_EQ(structure.locations[2].initial, 3U);
    EXPECT_EQ(structure.locations[2].allocation, Allocation::buffer);
}

TEST(KernelFile, AnyContentsAreChoices) {
    const EventStructure structure =
        unfolded_kernel(kCopy, launch({"in[4]=any", "out[4]", "n=any"}));
    ASSERT_EQ(structure.initial_count, 8U);
    EXPECT_FALSE(structure.terms.is_constant(structure.events[0].value));
    EXPECT_TRUE(structure.terms.is_constant(structure.events[4].value));
}

TEST(KernelFile, AnAliasSharesTheBuffer) {
    const EventStructure structure = unfolded_kernel(kCopy, launch({"in=out", "out[4]", "n=0"}));
    EXPECT_EQ(structure.locations.size(), 4U);
}

TEST(KernelFile, AllocationsHaveWords) {
    const auto test =
        read_kernel_text(kCopy, launch({"fine_svm:in[4]", "atomic_svm:out[4]", "n=0"}));
    ASSERT_TRUE(test.ok());
    EXPECT_EQ(test->locations[0].allocation, Allocation::fine_grained_svm);
    EXPECT_EQ(test->locations[4].allocation, Allocation::fine_grained_svm_atomics);
}

TEST(KernelFile, MissingArgumentsAreNamed) {
    const std::string text = problems(kCopy, launch({"in[4]", "out[4]"}));
    EXPECT_NE(text.find("k.cl:1:61: error: the parameter 'n' of type int"), std::string::npos)
        << text;
    EXPECT_NE(text.find("--arg n=8"), std::string::npos) << text;
}

TEST(KernelFile, MistakesInArgumentsPointIntoThem) {
    const auto first_line = [](const std::vector<std::string>& arguments) {
        const std::string text = problems(kCopy, launch(arguments));
        return text.substr(0, text.find('\n'));
    };
    EXPECT_EQ(first_line({"in[4", "out[4]", "n=0"}),
              "--arg:1:5: error: ']' was expected [E-ARGUMENT]");
    EXPECT_EQ(first_line({"in[4]", "out[4]", "n=0", "m=0"}),
              "--arg:1:1: error: the kernel 'copy' has no parameter 'm' [E-ARGUMENT]");
    EXPECT_EQ(first_line({"in[4]", "in[4]", "n=0"}),
              "--arg:1:1: error: the parameter 'in' is given twice [E-ARGUMENT]");
    EXPECT_EQ(first_line({"svn:in[4]", "out[4]", "n=0"}),
              "--arg:1:1: error: there is no allocation 'svn' [E-ARGUMENT]");
    EXPECT_EQ(first_line({"in=4", "out[4]", "n=0"}),
              "--arg:1:4: error: 'in' is a pointer [E-ARGUMENT]");
}

TEST(KernelFile, PlacesAreThoseOfTheText) {
    const std::string text =
        "#define BUMP(a) a += undeclared\n"
        "kernel void k(global int* x) {\n"
        "    BUMP(x[0]);\n"
        "}\n";
    auto test = read_kernel_text(text, launch({"x[1]"}));
    ASSERT_TRUE(test.ok());
    const auto structure = unfold(*test, {});
    ASSERT_FALSE(structure.ok());
    const std::string message = render(structure.diagnostics());
    EXPECT_NE(message.find("k.cl:3:5: error: "), std::string::npos) << message;
    EXPECT_NE(message.find("    BUMP(x[0]);"), std::string::npos) << message;
}

TEST(KernelFile, TheAttributeGivesTheLocalSize) {
    const std::string text =
        "__attribute__((reqd_work_group_size(2, 1, 1))) kernel void k(global int* x) { *x = 1; }";
    KernelLaunch how = launch({"x[1]"});
    how.local.clear();
    EXPECT_EQ(unfolded_kernel(text, how).units[3].work_group, 1U);
    how.local = {4};
    EXPECT_NE(problems(text, how), "");
}

TEST(KernelFile, DefinitionsReachThePreprocessor) {
    const std::string text = "kernel void k(global int* x) { *x = VALUE; }";
    KernelLaunch how = launch({"x[1]"});
    how.definitions = {"VALUE=7"};
    const EventStructure structure = unfolded_kernel(text, how);
    ASSERT_EQ(structure.size(), 5U);
    EXPECT_EQ(structure.terms[structure.events[1].value].payload, 7U);
    how.definitions = {"VALUE"};
    EXPECT_NE(problems("#error no\n", how).find("E-PREPROCESS"), std::string::npos);
}

}  // namespace
}  // namespace clmm::litmus
