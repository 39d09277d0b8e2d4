#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "changes_subject.h"

namespace clmm::litmus {
namespace {

std::string host_test(const std::string& state, const std::string& body) {
    return "OPENCL t\n{ int x; int y; buffer int b; host int h; " + state +
           " }\n"
           "kernel void put(global int* x) { *x = 1; }\n"
           "kernel void get(global int* x, global int* y) { *y = *x; }\n"
           "P0@host (global int* x, global int* y, global int* b, int* h) {\n" +
           body + "\n}\nexists (y=0)\n";
}

const std::string kOutOfOrder = "cl_command_queue o = {0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE};";
const std::string kInOrder = "cl_command_queue q;";

/// The bodies after each change of one place of the kind, a line each.
std::string bodies(const std::string& text, PlaceKind kind) {
    const Subject s(text);
    std::string all;
    for (std::size_t i = 0; i < s.space.known().size(); ++i) {
        if (s.space.known()[i].kind != kind) continue;
        for (std::size_t level = 0; level < s.space.known()[i].texts.size(); ++level) {
            std::string after = s.space.apply({{i, level}}).text;
            EXPECT_TRUE(testing::reported(after).find("E-") == std::string::npos) << after;
            const std::size_t begin = after.find("h) {\n") + 5;
            after = after.substr(begin, after.find("\n}\nexists") - begin);
            std::ranges::replace(after, '\n', ' ');
            all += after + "\n";
        }
    }
    return all;
}

TEST(HostChanges, AnEventOfAnEarlierCommandIsWaitedFor) {
    EXPECT_EQ(bodies(host_test(kOutOfOrder,
                               "cl_event a = clEnqueueTask(o, put(x)); "
                               "clEnqueueTask(o, get(x, y));"),
                     PlaceKind::wait_list),
              "cl_event a = clEnqueueTask(o, put(x)); clEnqueueTask(o, get(x, y), wait(a));\n");
}

TEST(HostChanges, AnEventWithoutANameGetsOneThatTheTextDoesNotHave) {
    EXPECT_EQ(bodies(host_test(kOutOfOrder,
                               "int e0 = 0; clEnqueueTask(o, put(x)); "
                               "clEnqueueTask(o, get(x, y), wait());"),
                     PlaceKind::wait_list),
              "int e0 = 0; cl_event e1 = clEnqueueTask(o, put(x)); "
              "clEnqueueTask(o, get(x, y), wait(e1));\n");
}

TEST(HostChanges, WhatIsWaitedForAlreadyIsNoChange) {
    EXPECT_EQ(bodies(host_test(kOutOfOrder,
                               "cl_event a = clEnqueueTask(o, put(x)); "
                               "clEnqueueTask(o, get(x, y), wait(a));"),
                     PlaceKind::wait_list),
              "");
    EXPECT_EQ(bodies(host_test(kInOrder,
                               "cl_event a = clEnqueueTask(q, put(x)); "
                               "clEnqueueTask(q, get(x, y));"),
                     PlaceKind::wait_list),
              "");
}

TEST(HostChanges, ANameIsNotWrittenWhereItIsNotSeen) {
    EXPECT_EQ(bodies(host_test(kOutOfOrder,
                               "{ cl_event a = clEnqueueTask(o, put(x)); } "
                               "clEnqueueTask(o, get(x, y));"),
                     PlaceKind::wait_list),
              "");
    EXPECT_EQ(bodies(host_test(kOutOfOrder,
                               "cl_event a = clEnqueueTask(o, put(x)); "
                               "a = clEnqueueTask(o, put(y)); clEnqueueTask(o, get(x, y));"),
                     PlaceKind::wait_list),
              "");
}

TEST(HostChanges, AMarkerThatWaitsForAllGetsNoList) {
    EXPECT_EQ(bodies(host_test(kOutOfOrder,
                               "cl_event a = clEnqueueTask(o, put(x)); "
                               "clEnqueueMarkerWithWaitList(o);"),
                     PlaceKind::wait_list),
              "");
}

TEST(HostChanges, AQueueKeepsItsOtherProperties) {
    EXPECT_EQ(Subject(host_test("cl_command_queue o = {0, CL_QUEUE_PROFILING_ENABLE | "
                                "CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE};",
                                "clEnqueueTask(o, put(x));"))
                  .told(PlaceKind::queue),
              "CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE -> "
              "CL_QUEUE_PROFILING_ENABLE");
    EXPECT_EQ(Subject(host_test("",
                                "cl_command_queue p = clCreateCommandQueue(0, "
                                "CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE); "
                                "clEnqueueTask(p, put(x));"))
                  .told(PlaceKind::queue),
              "CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE -> 0");
    EXPECT_EQ(Subject(host_test(kInOrder, "clEnqueueTask(q, put(x));")).told(PlaceKind::queue), "");
}

TEST(HostChanges, ACallMayBlockWhereItsValueStaysAnEvent) {
    const auto told = [](const std::string& body) {
        return Subject(host_test(kInOrder, body)).told(PlaceKind::blocking);
    };
    EXPECT_EQ(told("clEnqueueReadBuffer(q, b, CL_FALSE, h);"), "CL_FALSE -> CL_TRUE");
    EXPECT_EQ(told("clEnqueueReadBuffer(q, b, CL_TRUE, h);"), "");
    EXPECT_EQ(told("cl_event m = clEnqueueMapBuffer(q, b, CL_FALSE, CL_MAP_READ);"), "");
    EXPECT_EQ(told("cl_event m; int* p = clEnqueueMapBuffer(q, b, CL_FALSE, CL_MAP_READ, "
                   "event(m));"),
              "CL_FALSE -> CL_TRUE");
}

TEST(HostChanges, NobodyWaitsForACallThatBlocksByAnotherChange) {
    const Subject s(host_test(kOutOfOrder,
                              "cl_event a = clEnqueueReadBuffer(o, b, CL_FALSE, h); "
                              "clEnqueueTask(o, put(x));"));
    const Change blocks = s.change(PlaceKind::blocking, "CL_TRUE");
    const Change waits = s.change(PlaceKind::wait_list, "clEnqueueTask(o, put(x), wait(a))");
    EXPECT_TRUE(s.space.admissible({blocks}));
    EXPECT_TRUE(s.space.admissible({waits}));
    EXPECT_FALSE(s.space.admissible({blocks, waits}));
}

TEST(HostChanges, AHostWaitsForAnEventOrForAQueue) {
    EXPECT_EQ(bodies(host_test(kInOrder + kOutOfOrder,
                               "cl_event a = clEnqueueTask(q, put(x)); int r0 = *x;"),
                     PlaceKind::inserted_command),
              "cl_event a = clEnqueueTask(q, put(x)); clWaitForEvents(a); int r0 = *x;\n"
              "cl_event a = clEnqueueTask(q, put(x)); clFinish(q); int r0 = *x;\n"
              "cl_event a = clEnqueueTask(q, put(x)); int r0 = *x; clWaitForEvents(a);\n"
              "cl_event a = clEnqueueTask(q, put(x)); int r0 = *x; clFinish(q);\n");
}

TEST(HostChanges, ToFinishAQueueIsStrongerThanToWaitForItsEvents) {
    const Subject s(host_test(kInOrder, "cl_event a = clEnqueueTask(q, put(x)); int r0 = *x;"));
    const Change waits = s.change(PlaceKind::inserted_command, "clWaitForEvents(a);");
    const Change finishes = s.change(PlaceKind::inserted_command, "clFinish(q);");
    EXPECT_TRUE(s.space.weaker_or_equal({waits}, {finishes}));
    EXPECT_FALSE(s.space.weaker_or_equal({finishes}, {waits}));
    EXPECT_LT(s.space.rank(waits), s.space.rank(finishes));
}

TEST(HostChanges, OnlyWhatTheHostAccessesIsMapped) {
    const auto statements = [](const std::string& body) {
        std::set<std::string> all;
        const Subject s(host_test(kInOrder, body));
        for (const OpenClChangePlace* place : s.of(PlaceKind::inserted_command))
            all.insert(place->texts.begin(), place->texts.end());
        return all;
    };
    using Texts = std::set<std::string>;
    EXPECT_EQ(statements("clEnqueueFillBuffer(q, b, 1); *b = 2;"),
              (Texts{"clWaitForEvents(e0);", "clFinish(q);",
                     "clEnqueueMapBuffer(q, b, CL_TRUE, CL_MAP_WRITE);",
                     "clEnqueueUnmapMemObject(q, b, b);"}));
    EXPECT_EQ(statements("clEnqueueFillBuffer(q, b, 1); *h = 2;"),
              (Texts{"clWaitForEvents(e0);", "clFinish(q);"}));
}

}  // namespace
}  // namespace clmm::litmus
