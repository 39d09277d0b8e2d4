#include "reading.h"

namespace clmm::litmus {
namespace {

using testing::kinds;
using testing::reported;
using testing::trace;
using testing::unfolded;

std::string launch(const std::string& body, const std::string& range,
                   const std::string& others = "") {
    return "OPENCL t\n{ int a[8]; int n; }\n" + others + "kernel void k(global int* a) {\n" + body +
           "\n}\nNDRange k(a), " + range + ";\nexists (a[0]=0)\n";
}

/// What the work-items write, in their order.
std::string written(const EventStructure& structure) {
    std::string result;
    for (const Event& event : structure.events)
        if (event.kind == EventKind::write && !event.initial)
            result += (result.empty() ? "" : " ") +
                      structure.locations[event.targets[0].location.index()].name + "=" +
                      structure.terms.to_text(event.value);
    return result;
}

TEST(Launches, one_dimension_with_an_offset) {
    const auto s = unfolded(launch("a[get_global_id(0)] = get_local_id(0) + 10 * get_group_id(0);",
                                   "global_size(4), local_size(2), global_offset(3)"));
    EXPECT_EQ(written(s), "a[3]=0 a[4]=1 a[5]=10 a[6]=11");
    EXPECT_TRUE(same_work_group(s.units[0], s.units[1]));
    EXPECT_FALSE(same_work_group(s.units[1], s.units[2]));
    EXPECT_TRUE(same_kernel_instance(s.units[1], s.units[2]));
}

TEST(Launches, a_remainder_is_a_smaller_group) {
    const auto s = unfolded(
        launch("a[get_global_id(0)] = get_local_size(0);", "global_size(5), local_size(2)"));
    EXPECT_EQ(written(s), "a[0]=2 a[1]=2 a[2]=2 a[3]=2 a[4]=1");
    EXPECT_EQ(written(unfolded(launch("a[get_global_id(0)] = get_enqueued_local_size(0);",
                                      "global_size(3), local_size(2)"))),
              "a[0]=2 a[1]=2 a[2]=2");
}

TEST(Launches, two_and_three_dimensions) {
    EXPECT_EQ(written(unfolded(launch("a[get_global_linear_id()] = get_local_linear_id();",
                                      "global_size(3, 2), local_size(2, 2)"))),
              "a[0]=0 a[1]=1 a[3]=2 a[4]=3 a[2]=0 a[5]=1");
    EXPECT_EQ(written(unfolded(
                  launch("a[get_global_id(0) + 2 * get_global_id(1) + 4 * get_global_id(2)] = "
                         "get_num_groups(2) * 100 + get_work_dim() * 10 + get_group_id(2);",
                         "global_size(2, 1, 2), local_size(1, 1, 1)"))),
              "a[0]=230 a[1]=230 a[4]=231 a[5]=231");
}

TEST(Launches, beyond_the_dimensions) {
    EXPECT_EQ(
        written(unfolded(launch("a[get_global_id(1)] = get_global_size(2);", "global_size(1)"))),
        "a[0]=1");
}

TEST(Launches, sub_groups) {
    const auto s =
        unfolded(launch("a[get_global_id(0)] = get_sub_group_id() * 10 + "
                        "get_sub_group_size();",
                        "global_size(3), local_size(3), sub_group_size(2)"));
    EXPECT_EQ(written(s), "a[0]=2 a[1]=2 a[2]=11");
    EXPECT_TRUE(same_sub_group(s.units[0], s.units[1]));
    EXPECT_FALSE(same_sub_group(s.units[1], s.units[2]));
}

TEST(Launches, local_memory_is_one_for_each_group) {
    const auto s = unfolded(
        launch("local int t[2]; t[get_local_id(0)] = 1;", "global_size(4), local_size(2)"));
    EXPECT_EQ(written(s), "t@k.wg0[0]=1 t@k.wg0[1]=1 t@k.wg1[0]=1 t@k.wg1[1]=1");
    EXPECT_EQ(s.initial_count, s.locations.size());
    const auto parameter = unfolded(
        "OPENCL t\n{ int x; }\nkernel void k(local int* t) { t[1] = 1; }\n"
        "NDRange k(local_array(2)), global_size(2), local_size(1);\n");
    EXPECT_EQ(written(parameter), "t@k.wg0[1]=1 t@k.wg1[1]=1");
}

TEST(Launches, instances_are_apart) {
    const auto s = unfolded(
        "OPENCL t\n{ int x; }\nkernel void k(global int* x, int v) { local int t; t = v; *x = v; "
        "}\nNDRange k(x, 1), global_size(1);\nNDRange k(x, 2), global_size(1), device(1);\n");
    EXPECT_EQ(written(s), "t@k.wg0=1 x=1 t@k#2.wg0=2 x=2");
    EXPECT_FALSE(same_kernel_instance(s.units[0], s.units[1]));
    EXPECT_FALSE(same_device(s.units[0], s.units[1]));
}

TEST(Launches, barriers_in_loops_and_helpers_meet) {
    const std::string helper = "void sync() { work_group_barrier(CLK_LOCAL_MEM_FENCE); }\n";
    const auto loop = unfolded(
        launch("for (int i = 0; i < 3; i++) sync();", "global_size(2), local_size(2)", helper));
    EXPECT_EQ(loop.barriers.size(), 6U);
    EXPECT_EQ(kinds(loop), "");
    const auto two_calls =
        unfolded(launch("sync(); sync();", "global_size(2), local_size(2)", helper));
    EXPECT_EQ(two_calls.barriers.size(), 4U);
}

TEST(Launches, divergence) {
    EXPECT_EQ(kinds(unfolded(launch("if (get_local_id(0) == 0) work_group_barrier(1);",
                                    "global_size(2), local_size(2)"))),
              "barrier-divergence");
    EXPECT_EQ(kinds(unfolded(launch("if (get_group_id(0) == 0) work_group_barrier(1);",
                                    "global_size(2), local_size(1)"))),
              "");
    // The same number of barriers, but not the same ones.
    EXPECT_EQ(kinds(unfolded(launch("if (get_local_id(0) == 0) work_group_barrier(1);"
                                    "else work_group_barrier(1);",
                                    "global_size(2), local_size(2)"))),
              "barrier-divergence barrier-divergence");
}

TEST(Launches, group_functions) {
    const auto s =
        unfolded(launch("a[get_global_id(0)] = work_group_scan_inclusive_add((int)"
                        "get_global_id(0));",
                        "global_size(4), local_size(2)"));
    std::string text;
    for (const TermId constraint : s.constraints) text += s.terms.to_text(constraint) + "; ";
    EXPECT_NE(text.find("== 0"), std::string::npos) << text;
    EXPECT_NE(text.find("== 5"), std::string::npos) << text;
}

TEST(Launches, a_group_function_s_value_is_no_cause_of_itself) {
    const auto s =
        unfolded(launch("a[0] = work_group_reduce_add(1);", "global_size(2), local_size(2)"));
    BitMatrix data = s.data;
    data.close_transitively();
    EXPECT_TRUE(data.is_irreflexive());
}

TEST(Launches, mistakes) {
    EXPECT_EQ(reported(launch("", "local_size(1)")), "E-NDRANGE");
    EXPECT_EQ(reported(launch("", "global_size(4)")), "E-NDRANGE");
    EXPECT_EQ(reported(launch("", "global_size(4), local_size(0)")), "E-NDRANGE");
    EXPECT_EQ(reported(launch("", "global_size(2), local_size(4)")), "E-NDRANGE");
    EXPECT_EQ(reported(launch("", "global_size(n), local_size(1)")), "E-NDRANGE");
    EXPECT_EQ(reported(launch("", "global_size(1), size(2)")), "E-NDRANGE");
    EXPECT_EQ(reported(launch("", "global_size(1, 1, 1, 1)")), "E-NDRANGE");
    EXPECT_EQ(reported("OPENCL t\n{ int x; }\nkernel void k(global int* x) {}\n"
                       "NDRange k(), global_size(1);\n"),
              "E-TYPE");
    EXPECT_EQ(reported("OPENCL t\n{ int x; }\nNDRange k(x), global_size(1);\n"), "E-NAME");
}

}  // namespace
}  // namespace clmm::litmus
