#include "reading.h"

namespace clmm::litmus {
namespace {

using testing::last;
using testing::read;
using testing::reported;
using testing::unfolded;

/// A test in which a thread writes x, after `declarations`.
std::string writing(const std::string& declarations, const std::string& parameter,
                    const std::string& placement = "wg 0, dev 0", const std::string& file = "") {
    return "OPENCL t\n{ " + declarations + " }\n" + file + "P0@" + placement + " (" + parameter +
           ") { *x = 1; }\nexists (true)\n";
}

TEST(Allocation, is_a_tag_of_every_access) {
    const std::vector<std::pair<std::string, Tag>> words = {{"buffer", Tag::on_buffer},
                                                            {"coarse_svm", Tag::on_coarse_svm},
                                                            {"fine_svm", Tag::on_fine_svm},
                                                            {"atomic_svm", Tag::on_atomic_svm},
                                                            {"system_svm", Tag::on_system_svm},
                                                            {"program", Tag::on_program_scope},
                                                            {"", Tag::on_atomic_svm}};
    for (const auto& [word, tag] : words) {
        const auto structure = unfolded(writing(word + " int x;", "global int* x"));
        EXPECT_TRUE(attributes(structure, EventId(0)).tags.has(tag)) << word;
        EXPECT_TRUE(last(structure).tags.has(tag)) << word;
        EXPECT_TRUE(last(structure).tags.has(Tag::kernel_from_host)) << word;
        EXPECT_FALSE(last(structure).tags.has(Tag::host)) << word;
        EXPECT_EQ(last(structure).object != 0, !word.empty()) << word;
    }
}

TEST(Allocation, local_memory_has_none) {
    const auto structure = unfolded(writing("", "local int* x"));
    EXPECT_FALSE(last(structure).tags.has(Tag::on_atomic_svm));
}

TEST(Allocation, host_threads_are_told) {
    const auto structure = unfolded(writing("host int x;", "int* x", "host"));
    EXPECT_TRUE(last(structure).tags.has(Tag::host));
    EXPECT_TRUE(last(structure).tags.has(Tag::on_host_memory));
    EXPECT_FALSE(last(structure).tags.has(Tag::kernel_from_host));
    EXPECT_EQ(reported(writing("host int x;", "global int* x")), "E-ADDRESS");
    EXPECT_EQ(reported(writing("", "local int* x", "host")), "E-ADDRESS");
}

TEST(Allocation, accesses_are_split_by_object) {
    const auto structure = unfolded(
        "OPENCL t\n{ buffer int x; buffer int y; int* p = &x; int* q = &y; }\n"
        "P0@wg 0, dev 0 (int* global* p, int* global* q) { **p = 1; }\nexists (true)\n");
    std::size_t writes = 0;
    for (const Event& event : structure.events)
        if (!event.initial && event.kind == EventKind::write) {
            ++writes;
            EXPECT_EQ(event.targets.size(), 1U);
        }
    EXPECT_EQ(writes, 2U);
}

TEST(Allocation, a_sub_buffer_has_the_locations_of_its_buffer) {
    const auto test = read(
        "OPENCL t\n{ buffer int a[4]; sub_buffer int b[2] = &a[1]; }\n"
        "P0@wg 0, dev 0 (global int* b) { b[1] = 1; }\nexists (b[1]=1)\n");
    ASSERT_TRUE(test.ok()) << render(test.diagnostics());
    EXPECT_EQ(test->locations.size(), 4U);
    const auto structure = unfold(*test, {});
    ASSERT_TRUE(structure.ok());
    EXPECT_EQ(last(*structure).targets.front().location.index(), 2U);
    EXPECT_EQ(last(*structure).object, 1U);
}

TEST(Structs, have_a_location_for_each_scalar) {
    const auto test = read(
        "OPENCL t\n{ struct s a[2] = {{1, {2, 3}}, 4, 5}; int m[2][2] = {{1}, {2}}; }\n"
        "struct s { char c; int g[2]; };\n"
        "P0@wg 0, dev 0 (global struct s* a, global int m[2][2]) { }\n");
    ASSERT_TRUE(test.ok()) << render(test.diagnostics());
    std::string text;
    for (const Location& location : test->locations)
        text += location.name + "=" + std::to_string(location.initial) + "@" +
                std::to_string(location.address % 0x1000) + " ";
    EXPECT_EQ(text,
              "a[0].c=1@0 a[0].g[0]=2@4 a[0].g[1]=3@8 a[1].c=4@12 a[1].g[0]=5@16 a[1].g[1]=0@20 "
              "m[0][0]=1@0 m[0][1]=0@4 m[1][0]=2@8 m[1][1]=0@12 ");
}

TEST(Structs, are_copied_scalar_by_scalar_in_no_order) {
    const auto structure = unfolded(
        "OPENCL t\n{ struct s a; struct s b; }\nstruct s { int x, y; };\n"
        "P0@wg 0, dev 0 (global struct s* a, global struct s* b) { *b = *a; }\nexists (true)\n");
    ASSERT_EQ(structure.size(), structure.initial_count + 4);
    const std::size_t first = structure.initial_count;
    EXPECT_FALSE(structure.sb.test(first, first + 1));
    EXPECT_TRUE(structure.sb.test(first, first + 2));
    EXPECT_FALSE(structure.sb.test(first + 2, first + 3));
}

TEST(FileScope, variables_are_objects) {
    const auto structure = unfolded(
        "OPENCL t\n{ }\nglobal int g = 2;\nconstant int c = 3;\n"
        "P0@wg 0, dev 0 () { g = c; }\nexists (g=3)\n");
    EXPECT_TRUE(last(structure).tags.has(Tag::on_program_scope));
    EXPECT_EQ(structure.locations.front().initial, 2U);
    EXPECT_EQ(structure.locations.back().space, AddressSpace::constant);
    EXPECT_EQ(reported(writing("int x;", "global int* x", "wg 0, dev 0", "constant int c;\n")),
              "E-TYPE");
}

}  // namespace
}  // namespace clmm::litmus
