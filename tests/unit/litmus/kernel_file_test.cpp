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

std::vector<std::byte> bytes_of(const std::vector<std::uint8_t>& numbers) {
    std::vector<std::byte> out;
    for (const std::uint8_t each : numbers) out.push_back(std::byte{each});
    return out;
}

TEST(KernelFile, ArgumentsMayBeBytes) {
    constexpr const char* kText =
        "struct pair { char a; int b; };\n"
        "kernel void k(global short* data, local int* own, struct pair p, int2 v, global int* no) "
        "{\n"
        "    data[0] = p.b + v.y;\n"
        "}\n";
    const auto source = std::make_shared<const Source>("k.sim", "<size=4>");
    using Contents = LaunchBytes::Contents;
    KernelLaunch how{.global = {1}, .local = {1}};
    const auto give = [&](const std::string& name, std::uint64_t size,
                          const std::vector<std::uint8_t>& bytes, Contents contents) {
        how.bytes.push_back({.source = source,
                             .span = {0, 8},
                             .name = name,
                             .size = size,
                             .contents = contents,
                             .bytes = bytes_of(bytes)});
    };
    give("data", 4, {1, 0, 0xff, 0xff}, Contents::bytes);
    give("own", 8, {}, Contents::bytes);
    give("p", 8, {7, 0, 0, 0, 5, 0, 0, 0}, Contents::bytes);
    give("v", 8, {1, 0, 0, 0, 2, 0, 0, 0}, Contents::bytes);
    give("no", 0, {}, Contents::null);
    const EventStructure structure = unfolded_kernel(kText, how);
    ASSERT_GE(structure.locations.size(), 2U);
    EXPECT_EQ(structure.locations[0].initial, 1U);
    EXPECT_EQ(structure.locations[1].initial, 0xffffU);
    how.bytes[0].size = 3;
    EXPECT_NE(problems(kText, how).find("k.sim:1:1: error: 3 bytes do not make up elements"),
              std::string::npos);
}

TEST(KernelFile, ListsGoOnBehindAPartOfAPart) {
    EXPECT_EQ(problems("struct s { int a; int b[2]; int c; };\n"
                       "constant struct s table[2] = {[1].b[0] = 1, 2, (int){3}};\n"
                       "kernel void k(global int* x) {\n"
                       "    struct s y = {.b[1] = 1, 2}; *x = y.c + table[1].c; }",
                       launch({"x[1]"})),
              "");
}

}  // namespace
}  // namespace clmm::litmus
