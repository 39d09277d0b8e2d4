#include "reading.h"

namespace clmm::litmus {
namespace {

using testing::read;
using testing::reported;

LitmusTest elaborated(const std::string& text) {
    auto test = read(text);
    EXPECT_TRUE(test.ok()) << render(test.diagnostics());
    return test.ok() ? std::move(test).value() : LitmusTest{};
}

const Location& location(const LitmusTest& test, std::string_view name) {
    return *std::ranges::find(test.locations, name, &Location::name);
}

TEST(Objects, come_from_the_initial_state_and_from_parameters) {
    const auto test = elaborated(
        "OPENCL t\n{ [x]=3; }\n"
        "P0@wg 0, dev 0 (global atomic_int* x, local uint* y) { }\n");
    ASSERT_EQ(test.locations.size(), 2U);
    EXPECT_EQ(location(test, "x").initial, 3U);
    EXPECT_TRUE(location(test, "x").atomic_type);
    EXPECT_EQ(location(test, "y").space, AddressSpace::local);
    EXPECT_FALSE(location(test, "y").is_signed);
    EXPECT_EQ(location(test, "y").initial, 0U);
}

TEST(Objects, atomic_only_where_every_declaration_is) {
    const auto test = elaborated(
        "C t\n{}\nP0 (atomic_int* x, atomic_int* y) { }\n"
        "P1 (volatile int* x, atomic_int* y) { }\n");
    EXPECT_FALSE(location(test, "x").atomic_type);
    EXPECT_TRUE(location(test, "y").atomic_type);
}

TEST(Objects, arrays_pointers_and_widths) {
    const auto test = elaborated(
        "C t\n{ int a[3]={1,2}; long l=-1; p=&a[1]; uchar c=300; w[2]=7; }\n"
        "P0 (int* a, long* l) { }\n");
    EXPECT_EQ(location(test, "a[1]").initial, 2U);
    EXPECT_EQ(location(test, "a[2]").initial, 0U);
    EXPECT_EQ(location(test, "a[1]").address, location(test, "a[0]").address + 4);
    EXPECT_EQ(location(test, "l").width, 64U);
    EXPECT_EQ(location(test, "l").initial, ~std::uint64_t{0});
    EXPECT_TRUE(location(test, "p").is_pointer);
    EXPECT_EQ(location(test, "p").initial, location(test, "a[1]").address);
    EXPECT_EQ(location(test, "c").initial, 44U);
    EXPECT_EQ(location(test, "w[2]").initial, 7U);
    EXPECT_GE(location(test, "l").address - location(test, "a[2]").address, 0x800U);
}

TEST(Objects, mistakes) {
    EXPECT_EQ(reported("C t\n{ int x=0; }\nP0 (long* x) { }\n"), "E-TYPE");
    EXPECT_EQ(reported("C t\n{ [x]=q; }\nP0 (int* x) { }\n"), "E-NAME");
    EXPECT_EQ(reported("C t\n{ [x]=0; [x]=1; }\nP0 (int* x) { }\n"), "E-NAME");
    EXPECT_EQ(reported("C t\n{ 3:r=0; }\nP0 (int* x) { }\n"), "E-NAME");
    EXPECT_EQ(reported("C t\n{ int a[2]={1,2,3}; }\nP0 (int* a) { }\n"), "E-TYPE");
    EXPECT_EQ(reported("C t\n{}\nP0 (float* x) { }\n"), "E-UNSUPPORTED");
    EXPECT_EQ(reported("C t\n{}\nP0 (itn* x) { }\n").substr(0, 2), "E-");
}

TEST(Placement, by_words) {
    const auto test = elaborated(
        "OPENCL t\n{}\nP0@wg 1, dev 0 (global int* x) { }\n"
        "P1@wg 1, dev 0, sg 2 (global int* x) { }\nP2@wg 1, dev 1 (global int* x) { }\n");
    ASSERT_EQ(test.units.size(), 3U);
    EXPECT_TRUE(same_work_group(test.units[0], test.units[1]));
    EXPECT_FALSE(same_work_group(test.units[0], test.units[2]));
    EXPECT_FALSE(same_device(test.units[0], test.units[2]));
    EXPECT_FALSE(same_sub_group(test.units[0], test.units[1]));
    EXPECT_EQ(test.units[1].sub_group, 2U);
}

TEST(Placement, by_scope_tree) {
    const auto test = elaborated(
        "OpenCL t\n{ [x]=0; }\nP0 (int* x) { }\nP1 (int* x) { }\nP2 (int* x) { }\n"
        "scopeTree\n(device (work_group P0 P2) (work_group P1))\nexists (x=0)");
    EXPECT_TRUE(same_work_group(test.units[0], test.units[2]));
    EXPECT_FALSE(same_work_group(test.units[0], test.units[1]));
    EXPECT_TRUE(same_device(test.units[0], test.units[1]));
}

TEST(Placement, defaults) {
    const auto c = elaborated("C t\n{}\nP0 (int* x) { }\nP1 (int* x) { }\n");
    EXPECT_TRUE(same_sub_group(c.units[0], c.units[1]));
    const std::string opencl = "OPENCL t\n{}\nP0 (global int* x) { }\nP1 (global int* x) { }\n";
    EXPECT_FALSE(same_work_group(elaborated(opencl).units[0], elaborated(opencl).units[1]));
    EXPECT_EQ(reported(opencl), "W-PLACE");
}

TEST(Placement, mistakes) {
    const std::string two = "OpenCL t\n{ [x]=0; }\nP0 (int* x) { }\nP1 (int* x) { }\nscopeTree\n";
    EXPECT_EQ(reported(two + "(device (work_group P0))"), "E-PLACE");
    EXPECT_EQ(reported(two + "(device (work_group P0 P1 P5))"), "E-PLACE");
    EXPECT_EQ(reported(two + "(device (work_group P0 P1 P0))"), "E-PLACE");
    EXPECT_EQ(reported("OPENCL t\n{}\nP0@wg 0, dev 0 (int* x) { }\nP1 (int* x) { }\n"), "E-PLACE");
    EXPECT_EQ(reported("C t\n{}\nP0 (int* x) { }\nP0 (int* x) { }\n"), "E-NAME");
    EXPECT_EQ(reported("C t\n{ [x]=0; }\nexists (x=0)"), "E-EMPTY");
}

TEST(Locals, of_different_groups_are_reported) {
    EXPECT_EQ(
        reported(
            "OPENCL t\n{}\nP0@wg 0, dev 0 (local int* x) { }\nP1@wg 1, dev 0 (local int* x) { }\n"),
        "W-LOCAL");
    EXPECT_EQ(
        reported(
            "OPENCL t\n{}\nP0@wg 0, dev 0 (local int* x) { }\nP1@wg 0, dev 0 (local int* x) { }\n"),
        "");
    EXPECT_EQ(reported("OPENCL t\n{}\nP0@wg 0, dev 0 (local int* x) { }\nP1@wg 0, dev 0 (global "
                       "int* x) { }\n"),
              "W-SPACE");
}

TEST(Locals, declared_in_a_body_are_one_for_a_group) {
    const auto test = elaborated(
        "OPENCL t\n{}\nP0@wg 0, dev 0 () { local int m; }\n"
        "P1@wg 0, dev 0 () { local int m; }\nP2@wg 1, dev 0 () { local int m[2]; }\n");
    ASSERT_EQ(test.locations.size(), 3U);
    EXPECT_EQ(test.locations[0].name, "m");
    EXPECT_EQ(test.locations[1].name, "m@wg1[0]");
}

TEST(Condition, text_is_canonical) {
    const auto text = [](const std::string& condition) {
        return elaborated("C t\n{ [x]=0; [y]=0; }\nP0 (int* x, int* y) { int r = 0; }\n" +
                          condition)
            .condition_text;
    };
    EXPECT_EQ(text("exists ([x] = 1 /\\ 0:r == 2)"), "exists (x=1 /\\ 0:r=2)");
    EXPECT_EQ(text("~exists (x=1 \\/ (y=2 /\\ *x=3))"), "~exists (x=1 \\/ y=2 /\\ x=3)");
    EXPECT_EQ(text("forall ((x=1 \\/ y=2) /\\ ~(x=3))"), "forall ((x=1 \\/ y=2) /\\ not (x=3))");
    EXPECT_EQ(text("exists (0:r=&x)"), "exists (0:r=&x)");
}

TEST(Condition, unknown_names) {
    const std::string test =
        "C t\n{ [flag]=0; }\nP0 (int* flag) { int r0 = 0; if (r0) { int r1 = 1; } }\n";
    EXPECT_EQ(reported(test + "exists (0:r1=1)"), "");
    EXPECT_EQ(reported(test + "exists (1:r0=1)"), "E-NAME");
    EXPECT_EQ(reported(test + "exists (r0=1 /\\ flog=2)"), "E-NAME E-NAME");
    const auto result = read(test + "exists (flog=2)");
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.diagnostics().front().hint, "did you mean 'flag'?");
    EXPECT_EQ(read(test + "exists (r0=1)").diagnostics().front().hint,
              "a register is named with its thread: '0:r0'");
}

std::string words(const Expectation& expectation) {
    std::string text;
    for (const ExpectedWord& each : expectation.words)
        text += (text.empty() ? "" : " ") + each.word;
    return text;
}

TEST(Expectations, are_read) {
    const auto test = elaborated(
        "OPENCL t\nExpect=opencl-scoped: allowed, race-free; opencl-3.0: racy; fails\n"
        "{}\nP0@wg 0, dev 0 (global int* x) { }\nexists (x=1)");
    ASSERT_EQ(test.expectations.size(), 3U);
    EXPECT_EQ(test.expectations[0].model, "opencl-scoped");
    EXPECT_EQ(words(test.expectations[0]), "allowed race-free");
    EXPECT_EQ(words(test.expectations[1]), "racy");
    EXPECT_EQ(test.expectations[2].model, "");
    EXPECT_EQ(words(test.expectations[2]), "fails");
}

TEST(Expectations, mistakes) {
    const auto codes = [](const std::string& line) {
        return reported("OPENCL t\nExpect=" + line +
                        "\n{}\nP0@wg 0, dev 0 (global int* x) { }\nexists (x=1)");
    };
    EXPECT_EQ(codes("allowd"), "E-EXPECT");
    EXPECT_EQ(codes("allowed, forbidden"), "E-EXPECT");
    EXPECT_EQ(codes("opencl-3.0:"), "E-EXPECT");
    EXPECT_EQ(codes("a b: racy"), "E-EXPECT");
    EXPECT_EQ(codes("racy;"), "E-EXPECT");
}

TEST(Text, of_a_test) {
    const auto test =
        elaborated("OPENCL t\n{ [x]=1; }\nP0@wg 0, dev 0 (global atomic_int* x) { }\nexists (x=1)");
    EXPECT_EQ(to_text(test),
              "test t (OpenCL)\nlocation x: global atomic 32-bit signed = 1\n"
              "unit P0: dev 0, ker 0, wg 0, sg 0\nexists (x=1)\n");
}

}  // namespace
}  // namespace clmm::litmus
