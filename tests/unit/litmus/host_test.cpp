#include "reading.h"

namespace clmm::litmus {
namespace {

using testing::codes;
using testing::pairs;
using testing::reported;
using testing::trace;
using testing::unfolded;
using testing::value;

const std::string kKernels =
    "kernel void put(global int* x) { *x = 1; }\n"
    "kernel void two(global int* x) { x[get_global_id(0)] = 1; }\n"
    "void helper(global int* x) { *x = 5; }\n";

/// A host thread with an in-order queue q, an out-of-order one o, a device-side one d, a user event
/// u, a buffer x of two elements and host memory h.
std::string host(const std::string& body, const std::string& others = "") {
    return "OPENCL t\n{ buffer int x[2]; coarse_svm int s; host int h[2]; cl_command_queue q;\n"
           "  cl_command_queue o = {0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE};\n"
           "  cl_command_queue d = {0, CL_QUEUE_ON_DEVICE}; cl_event u; }\n" +
           kKernels + others + "P0@host (global int* x, global int* s, int* h) {\n" + body +
           "\n}\nexists (x[0]=0)\n";
}

std::string links(const EventStructure& structure, Link link) {
    return pairs(structure, linked(structure, link));
}

/// The units of the events, each once, in the order of the events.
std::string units(const EventStructure& structure) {
    std::string result;
    UnitId last;
    for (std::size_t i = structure.initial_count; i < structure.size(); ++i) {
        const UnitId unit = structure.events[i].unit;
        if (unit == last) continue;
        last = unit;
        result += (result.empty() ? "" : ", ") + structure.units[unit.index()].name;
    }
    return result;
}

std::string hints(const std::string& text) {
    const auto test = testing::read(text);
    if (!test) return render(test.diagnostics());
    return render(unfold(*test, {}).diagnostics());
}

OpenClEvent event(const EventStructure& structure, std::size_t i) {
    return with_attributes(structure, EventId(structure.initial_count + i));
}

TEST(Host, a_kernel_is_a_start_its_items_an_end_and_a_completion) {
    const auto s = unfolded(host("clEnqueueTask(q, put(x));"));
    EXPECT_EQ(trace(s), "call clEnqueueTask; start put; end put; Wna x[0]=1; complete put");
    EXPECT_EQ(units(s), "P0, put, put[0], completion of put");
    EXPECT_EQ(links(s, Link::enqueues), "0-1");
    EXPECT_EQ(links(s, Link::starts_items), "1-3");
    EXPECT_EQ(links(s, Link::ends_items), "3-2 3-4");
    EXPECT_EQ(links(s, Link::completes), "1-4 2-4");
    EXPECT_TRUE(event(s, 1).tags.has(Tag::in_order));
    EXPECT_TRUE(event(s, 1).tags.has(Tag::empty_wait_list));
    EXPECT_TRUE(event(s, 0).tags.has(Tag::host));
    EXPECT_TRUE(event(s, 3).tags.has(Tag::kernel_from_host));
}

TEST(Host, a_range_has_its_work_items) {
    const auto s = unfolded(host(
        "cl_event e; clEnqueueNDRangeKernel(o, two(x), global_size(2), local_size(1), event(e));"));
    EXPECT_EQ(units(s), "P0, two, two[0], two[1], completion of two");
    EXPECT_FALSE(event(s, 1).tags.has(Tag::in_order));
}

TEST(Host, commands_wait_for_events) {
    const auto s =
        unfolded(host("cl_event e = clEnqueueTask(o, put(x)); cl_event f;"
                      "clEnqueueTask(o, put(x), wait(e), event(f)); clWaitForEvents(e, f);"));
    EXPECT_EQ(trace(s),
              "call clEnqueueTask; call clEnqueueTask; call clWaitForEvents; "
              "start put; end put; Wna x[0]=1; complete put; "
              "start put#2; end put#2; Wna x[0]=1; complete put#2");
    EXPECT_EQ(links(s, Link::waits_for), "6-7");
    EXPECT_EQ(links(s, Link::waited_for), "6-2 10-2");
    EXPECT_EQ(links(s, Link::same_queue), "0-1 1-0");
    EXPECT_FALSE(event(s, 7).tags.has(Tag::empty_wait_list));
}

TEST(Host, a_blocking_call_is_followed_by_its_return) {
    const auto s = unfolded(host("clEnqueueReadBuffer(q, x, CL_TRUE, h, elements(1, 1));"));
    EXPECT_EQ(trace(s),
              "call clEnqueueReadBuffer; call clEnqueueReadBuffer returns; "
              "start read x; Rna x[1]; Wna h[0]=v(e8); complete read x");
    EXPECT_EQ(links(s, Link::waited_for), "5-1");
    EXPECT_EQ(links(s, Link::same_queue), "");
}

TEST(Host, finish_is_on_the_queue) {
    const auto s = unfolded(host("clEnqueueTask(o, put(x)); clFlush(o); clFinish(o);"));
    EXPECT_EQ(links(s, Link::same_queue), "0-2 2-0");
    EXPECT_TRUE(event(s, 2).tags.has(Tag::finish));
}

TEST(Host, memory_commands) {
    EXPECT_EQ(trace(unfolded(host("clEnqueueWriteBuffer(q, x, CL_FALSE, h);"))),
              "call clEnqueueWriteBuffer; start write x; Rna h[0]; Wna x[0]=v(e7); Rna h[1]; "
              "Wna x[1]=v(e9); complete write x");
    EXPECT_EQ(trace(unfolded(host("clEnqueueCopyBuffer(q, x, x + 1);"))),
              "call clEnqueueCopyBuffer; start copy x to x; Rna x[0]; Wna x[1]=v(e7); "
              "complete copy x to x");
    EXPECT_EQ(trace(unfolded(host("clEnqueueFillBuffer(q, x, 7, elements(1));"))),
              "call clEnqueueFillBuffer; start fill x; Wna x[0]=7; complete fill x");
    EXPECT_EQ(trace(unfolded(host("clEnqueueSVMMemcpy(q, CL_FALSE, s, h);"))),
              "call clEnqueueSVMMemcpy; start copy h to s; Rna h[0]; Wna s=v(e7); "
              "complete copy h to s");
    EXPECT_EQ(trace(unfolded(host("clEnqueueSVMMemFill(q, s, 2);"))),
              "call clEnqueueSVMMemFill; start fill s; Wna s=2; complete fill s");
    EXPECT_EQ(trace(unfolded(host("clEnqueueMigrateMemObjects(q, x);"))),
              "call clEnqueueMigrateMemObjects; start migrate x; complete migrate x");
    EXPECT_EQ(trace(unfolded(host("clEnqueueNativeKernel(q, helper(x));"))),
              "call clEnqueueNativeKernel; start helper; Wna x[0]=5; complete helper");
}

TEST(Host, mapping_gives_a_pointer) {
    const auto s = unfolded(
        host("int* p = clEnqueueMapBuffer(q, x, CL_TRUE, CL_MAP_WRITE, elements(1, 1)); *p = 3;"
             "clEnqueueUnmapMemObject(q, x, p);"));
    EXPECT_EQ(trace(s),
              "call clEnqueueMapBuffer; call clEnqueueMapBuffer returns; Wna x[1]=3; "
              "call clEnqueueUnmapMemObject; start map x; Rna x[1]; complete map x; "
              "start unmap x; Rna x[0]; Rna x[1]; complete unmap x");
    EXPECT_TRUE(event(s, 5).tags.has(Tag::mapping));
    EXPECT_TRUE(event(s, 5).tags.has(Tag::mapping_for_write));
    EXPECT_TRUE(event(s, 9).tags.has(Tag::unmapping));
}

TEST(Host, a_mapping_for_reading_is_none_for_writing) {
    const auto s =
        unfolded(host("clEnqueueSVMMap(q, CL_TRUE, CL_MAP_READ, s);"
                      "clEnqueueSVMUnmap(q, s);"));
    EXPECT_TRUE(event(s, 4).tags.has(Tag::mapping));
    EXPECT_FALSE(event(s, 4).tags.has(Tag::mapping_for_write));
}

TEST(Host, an_invalidating_map_leaves_anything) {
    const auto s = unfolded(
        host("clEnqueueMapBuffer(q, x, CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, elements(1));"));
    EXPECT_EQ(event(s, 3).kind, EventKind::write);
    EXPECT_TRUE(event(s, 3).tags.has(Tag::mapping_for_write));
    EXPECT_FALSE(s.terms.is_constant(event(s, 3).value));
}

TEST(Host, markers_and_barriers) {
    const auto s =
        unfolded(host("cl_event e = clEnqueueMarkerWithWaitList(o);"
                      "clEnqueueBarrierWithWaitList(o, wait(e));"));
    EXPECT_EQ(trace(s),
              "call clEnqueueMarkerWithWaitList; call clEnqueueBarrierWithWaitList; "
              "start marker; complete marker; start barrier; complete barrier");
    EXPECT_TRUE(event(s, 2).tags.has(Tag::marker));
    EXPECT_TRUE(event(s, 2).tags.has(Tag::empty_wait_list));
    EXPECT_TRUE(event(s, 4).tags.has(Tag::command_barrier));
    EXPECT_FALSE(event(s, 4).tags.has(Tag::empty_wait_list));
    EXPECT_EQ(links(s, Link::waits_for), "3-4");
}

TEST(Host, callbacks_are_host_threads) {
    const auto s =
        unfolded(host("cl_event e = clEnqueueTask(q, put(x));"
                      "clSetEventCallback(e, done(x, q));",
                      "void done(int* x, cl_command_queue q) { *x = 4; clFlush(q); }\n"));
    EXPECT_EQ(units(s), "P0, put, put[0], completion of put, done");
    EXPECT_EQ(links(s, Link::calls_back), "5-6 5-7");
    EXPECT_EQ(s.units.back().kind, UnitKind::host_thread);
}

TEST(Host, user_events) {
    const auto s =
        unfolded(host("clEnqueueTask(q, put(x), wait(u));"
                      "clSetUserEventStatus(u, CL_COMPLETE);"));
    EXPECT_EQ(links(s, Link::sets_status), "1-2");
    EXPECT_TRUE(s.terms.is_true(event(s, 2).guard));
    EXPECT_EQ(
        codes(unfold(*testing::read(host("clEnqueueTask(q, put(x), wait(u));")), {}).diagnostics()),
        "W-DEADLOCK");
}

TEST(Host, a_user_event_that_is_set_sometimes) {
    const auto s =
        unfolded(host("if (*s) clSetUserEventStatus(u, CL_COMPLETE);"
                      "clWaitForEvents(u); *x = 1;"));
    EXPECT_EQ(trace(s),
              "Rna s; call clSetUserEventStatus if v(e5) != 0; "
              "call clWaitForEvents if choice0; Wna x[0]=1 if choice0");
}

TEST(Host, a_chain_of_user_events_is_followed) {
    const auto s = unfolded(host(
        "cl_event a = clCreateUserEvent(); cl_event b = clCreateUserEvent();"
        "cl_event e = clEnqueueTask(o, put(x), wait(a)); cl_event f = clEnqueueTask(o, put(x), "
        "wait(b));"
        "clSetEventCallback(e, set(b)); clSetUserEventStatus(a, CL_COMPLETE); clWaitForEvents(f);",
        "void set(cl_event b) { clSetUserEventStatus(b, CL_COMPLETE); }\n"));
    for (const Event& each : s.events) EXPECT_TRUE(s.terms.is_true(each.guard));
    EXPECT_EQ(links(s, Link::sets_status).size(), std::string("4-8 20-12").size());
}

TEST(Host, who_waits_for_ever_does_nothing_more) {
    const std::string text = host("clWaitForEvents(u); clSetUserEventStatus(u, CL_COMPLETE);");
    EXPECT_EQ(reported(text), "W-DEADLOCK");
    EXPECT_EQ(trace(unfolded(text)), "");
    EXPECT_EQ(reported(host("clEnqueueTask(q, put(x), wait(u)); clEnqueueTask(q, put(x));")),
              "W-DEADLOCK W-DEADLOCK");
    EXPECT_EQ(reported(host("clEnqueueTask(o, put(x), wait(u)); clEnqueueTask(o, put(x));")),
              "W-DEADLOCK");
    EXPECT_EQ(reported(host("clEnqueueTask(o, put(x), wait(u)); clFinish(o);")),
              "W-DEADLOCK W-DEADLOCK");
}

TEST(Host, handles_are_single) {
    EXPECT_EQ(reported(host("cl_event e = clEnqueueTask(o, put(x)); cl_event f = e;"
                            "if (*s) f = clEnqueueTask(o, put(x)); clWaitForEvents(f);")),
              "E-UNSUPPORTED");
    EXPECT_EQ(reported(host("cl_event e; clWaitForEvents(e);")), "E-TYPE");
    EXPECT_EQ(reported(host("clFinish(u);")), "E-TYPE");
    EXPECT_EQ(reported(host("clFinish(d);")), "E-TYPE");
    EXPECT_EQ(reported(host("cl_event e = clEnqueueTask(o, put(x));"
                            "clSetUserEventStatus(e, CL_COMPLETE);")),
              "E-TYPE");
    EXPECT_EQ(reported(host("clSetUserEventStatus(u, -1);")), "E-UNSUPPORTED");
}

TEST(Host, queues_are_created) {
    const auto s =
        unfolded(host("cl_command_queue p = clCreateCommandQueue(1, "
                      "CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE); clEnqueueTask(p, put(x)); "
                      "clReleaseCommandQueue(p);"));
    EXPECT_FALSE(event(s, 1).tags.has(Tag::in_order));
    EXPECT_EQ(s.units[event(s, 3).unit.index()].device, 1U);
}

TEST(Host, mistakes) {
    EXPECT_EQ(reported(host("clEnqueueTsk(q, put(x));")), "E-NAME");
    EXPECT_NE(hints(host("clEnqueueTsk(q, put(x));")).find("clEnqueueTask"), std::string::npos);
    EXPECT_EQ(reported(host("clEnqueueTask(q);")), "E-TYPE");
    EXPECT_NE(hints(host("clEnqueueTask(q);")).find("clEnqueueTask(q, k(x))"), std::string::npos);
    EXPECT_EQ(reported(host("clEnqueueTask(q, helper(x));")), "E-TYPE");
    EXPECT_EQ(reported(host("clEnqueueTask(q, put(x, x));")), "E-TYPE");
    EXPECT_EQ(reported(host("clEnqueueTask(q, put(1));")), "E-TYPE");
    EXPECT_EQ(reported(host("clEnqueueNativeKernel(q, put(x));")), "E-TYPE");
    EXPECT_EQ(reported(host("clFinish(q, wait(u));")), "E-TYPE");
    EXPECT_EQ(reported(host("clEnqueueTask(q, wait(u), put(x));")), "E-TYPE");
    EXPECT_EQ(reported(host("clEnqueueFillBuffer(q, x, 1, elements(1, 2));")), "E-TYPE");
    EXPECT_EQ(reported(host("int r; clEnqueueReadBuffer(q, x, CL_TRUE, &r);")), "E-UNSUPPORTED");
    EXPECT_EQ(reported(host("clEnqueueFillBuffer(q, h, 1);")), "E-TYPE");
    EXPECT_EQ(reported(host("clEnqueueSVMUnmap(q, x);")), "E-TYPE");
    EXPECT_EQ(reported(host("clEnqueueMapBuffer(q, x, CL_TRUE, 8);")), "E-TYPE");
    EXPECT_EQ(reported(host("clEnqueueUnmapMemObject(q, x, s);")), "E-TYPE");
    EXPECT_EQ(reported(host("clEnqueueNDRangeKernel(q, put(x));")), "E-NDRANGE");
}

TEST(Host, what_only_work_items_do) {
    EXPECT_EQ(reported(host("int i = get_global_id(0);")), "E-UNSUPPORTED");
    EXPECT_EQ(reported(host("work_group_barrier(CLK_LOCAL_MEM_FENCE);")), "E-UNSUPPORTED");
    EXPECT_EQ(reported(host("int i = work_group_reduce_add(1);")), "E-UNSUPPORTED");
    EXPECT_EQ(reported(host("local int a;")), "W-INITIAL E-ADDRESS");
    EXPECT_EQ(reported(host("queue_t p = get_default_queue();")), "E-UNSUPPORTED");
}

TEST(Host, what_only_host_threads_do) {
    EXPECT_EQ(reported(host("clEnqueueTask(q, bad(q));",
                            "kernel void bad(queue_t q) { clFinish(q); }\n")),
              "E-UNSUPPORTED");
    EXPECT_EQ(reported(host("clEnqueueNativeKernel(q, bad(q));",
                            "void bad(cl_command_queue q) { clFlush(q); }\n")),
              "E-UNSUPPORTED");
}

TEST(Host, handles_are_declared_once) {
    EXPECT_EQ(reported("OPENCL t\n{ int x; cl_event u; cl_event u; }\nP0@host () {}\n"), "E-NAME");
    EXPECT_EQ(reported("OPENCL t\n{ int x; cl_event u = 1; }\nP0@host () {}\n"), "E-TYPE");
    EXPECT_EQ(reported("OPENCL t\n{ int x; cl_command_queue q = 1; }\nP0@host () {}\n"), "E-TYPE");
    EXPECT_EQ(reported("OPENCL t\n{ int x; ndrange_t q; }\nP0@host () {}\n"), "E-UNSUPPORTED");
}

// ---- device-side enqueue ----

std::string parent(const std::string& body, unsigned items = 1) {
    return host("clEnqueueNDRangeKernel(q, parent(x), global_size(" + std::to_string(items) +
                    "), local_size(1));",
                "kernel void parent(global int* x) {\n" + body + "\n}\n");
}

TEST(DeviceSide, a_child_has_an_instance_of_its_own) {
    const auto s = unfolded(
        parent("enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(2, 1), "
               "two(x));"));
    EXPECT_EQ(trace(s),
              "call clEnqueueNDRangeKernel; start parent; end parent; call enqueue_kernel; "
              "complete parent; start two; end two; Wna x[0]=1; Wna x[1]=1; complete two");
    EXPECT_EQ(links(s, Link::enqueues), "0-1 3-5");
    EXPECT_EQ(links(s, Link::child_completes), "9-4");
    EXPECT_TRUE(event(s, 3).tags.has(Tag::device_side));
    EXPECT_FALSE(event(s, 7).tags.has(Tag::kernel_from_host));
    const Unit& child = s.units[event(s, 7).unit.index()];
    const Unit& own = s.units[event(s, 3).unit.index()];
    EXPECT_FALSE(same_kernel_instance(child, own));
    EXPECT_TRUE(is_parent(own, child));
    EXPECT_FALSE(is_parent(child, own));
    EXPECT_FALSE(same_work_group(child, own));
}

TEST(DeviceSide, children_wait_for_their_parent) {
    const auto wait = [](const std::string& flag) {
        return unfolded(parent("*x = 2; enqueue_kernel(d, CLK_ENQUEUE_FLAGS_" + flag +
                               ", ndrange_1D(1), put(x));"));
    };
    EXPECT_EQ(links(wait("WAIT_KERNEL"), Link::waits_for_kernel), "2-6");
    const auto s = wait("WAIT_WORK_GROUP");
    EXPECT_EQ(links(s, Link::waits_for_group), "10-6");
    EXPECT_EQ(links(s, Link::ends_group), "3-10 4-10");
    EXPECT_TRUE(event(s, 10).tags.has(Tag::group_end));
    EXPECT_EQ(links(wait("NO_WAIT"), Link::waits_for_kernel), "");
}

TEST(DeviceSide, blocks_know_the_values_around_them) {
    const auto s = unfolded(
        parent("int n = 4; enqueue_kernel(d, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(2, 1), ^{\n"
               "  x[get_global_id(0)] = n; }); n++;"));
    EXPECT_NE(trace(s).find("start block; end block; Wna x[0]=4; Wna x[1]=4"), std::string::npos);
    const auto call = unfolded(
        parent("enqueue_kernel(d, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ put(x); });"));
    EXPECT_NE(trace(call).find("start put; end put; Wna x[0]=1"), std::string::npos);
}

TEST(DeviceSide, the_form_of_the_language) {
    const auto s = unfolded(parent(
        "clk_event_t e; clk_event_t l[2]; size_t sizes[2] = {2, 1};\n"
        "enqueue_kernel(d, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_2D(sizes, sizes), 0, NULL, &e, "
        "^{ put(x); });\n"
        "l[0] = e; l[1] = create_user_event();\n"
        "enqueue_marker(d, 2, l, &e); set_user_event_status(l[1], CL_COMPLETE);\n"
        "enqueue_kernel(d, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &e, NULL, ^{ put(x); });"
        "release_event(e);"));
    EXPECT_EQ(links(s, Link::waits_for).size(), std::string("14-15 16-17").size());
    EXPECT_EQ(links(s, Link::sets_status).empty(), false);
}

TEST(DeviceSide, grandchildren) {
    const auto s =
        unfolded(host("clEnqueueTask(q, parent(x));",
                      "kernel void middle(global int* x) { enqueue_kernel(get_default_queue(), 0, "
                      "ndrange_1D(1), put(x)); }\n"
                      "kernel void parent(global int* x) { enqueue_kernel(get_default_queue(), 0, "
                      "ndrange_1D(1), middle(x)); }\n"));
    const Unit& grandchild = s.units[event(s, 11).unit.index()];
    EXPECT_EQ(grandchild.ancestors.size(), 2U);
    EXPECT_FALSE(is_parent(s.units[event(s, 3).unit.index()], grandchild));
    EXPECT_TRUE(is_parent(s.units[event(s, 7).unit.index()], grandchild));
    EXPECT_EQ(links(s, Link::child_completes), "8-4 12-8");
}

TEST(DeviceSide, threads_of_the_test_are_parents) {
    const auto s = unfolded(
        "OPENCL t\n{ int x; }\nkernel void put(global int* x) { *x = 1; }\n"
        "P0@wg 0, dev 0 (global int* x) { enqueue_kernel(get_default_queue(), "
        "CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), put(x)); }\n");
    EXPECT_EQ(trace(s), "call enqueue_kernel; start put; end put; Wna x=1; complete put; end 0");
    EXPECT_EQ(links(s, Link::waits_for_kernel), "5-1");
    EXPECT_EQ(links(s, Link::ends_items), "0-5 3-2 3-4");
}

TEST(DeviceSide, mistakes) {
    const auto enqueue = [](const std::string& arguments, const std::string& declared = "") {
        return reported(parent(declared + "int n = 0; enqueue_kernel(" + arguments + ");"));
    };
    EXPECT_EQ(enqueue("q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), put(x)"), "E-TYPE");
    EXPECT_EQ(enqueue("d, 3, ndrange_1D(1), put(x)"), "E-TYPE");
    EXPECT_EQ(enqueue("d, 0, 1, put(x)"), "E-TYPE");
    EXPECT_EQ(enqueue("d, 0, ndrange_1D(4), put(x)"), "E-NDRANGE");
    EXPECT_EQ(enqueue("d, 0, ndrange_1D(1), put(a)", "local int a[1]; "), "W-INITIAL E-ADDRESS");
    EXPECT_EQ(enqueue("d, 0, ndrange_1D(1), put(&n)"), "E-ADDRESS");
    EXPECT_EQ(enqueue("d, 0, ndrange_1D(1), 0, put(x)"), "E-UNSUPPORTED");
}

// ---- program initialisers ----

TEST(Initialisers, complete_before_the_program_s_kernels_start) {
    const auto s = unfolded(
        "OPENCL t\n{ program int g; int x; }\n"
        "kernel void init() __attribute__((program_initializer)) { *g = 1; }\n"
        "kernel void use(global int* x) { *x = *g; }\n"
        "NDRange use(x), global_size(1);\n"
        "P0@wg 0, dev 0 (global int* x) { *x = 2; }\n");
    EXPECT_EQ(trace(s),
              "Wna x=2; start init; end init; Wna g=1; complete init; start use; end use; Rna g; "
              "Wna x=v(e9); complete use; start threads");
    EXPECT_EQ(links(s, Link::waits_for), "4-5 4-10");
    EXPECT_EQ(links(s, Link::starts_items), "1-3 5-7 5-8 10-0");
}

}  // namespace
}  // namespace clmm::litmus
