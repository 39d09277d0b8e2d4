// What cannot be executed is said, with its place.

#include "harness_subject.h"

namespace clmm::hardware {
namespace {

using namespace test;

/// The first line of the diagnostic.
std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

std::string refused(const std::string& test) { return first_line(refusal(subject(test))); }

TEST(HarnessErrors, NamesHostThreads) {
    EXPECT_EQ(refused("OPENCL h\n{ int x; }\nP0@host (global int* x) { *x = 1; }\n"),
              "made.litmus:3:1: error: P0 is a host thread, which no device executes "
              "[E-UNSUPPORTED]");
}

TEST(HarnessErrors, NamesKernels) {
    EXPECT_EQ(refused("OPENCL k\n{ int x; }\nkernel void k(global int* x) { *x = 1; }\n"
                      "NDRange k(x), global_size(2), local_size(1);\n"),
              "made.litmus:4:1: error: kernels over NDRanges are not executed as tests "
              "[E-UNSUPPORTED]");
}

TEST(HarnessErrors, NamesDevices) {
    EXPECT_EQ(refused("OPENCL d\n{ [x]=0; }\nP0@wg 0, dev 0 (global int* x) { *x = 1; }\n"
                      "P1@wg 0, dev 1 (global int* y) { *y = 1; }\n"),
              "made.litmus:4:1: error: P1 is on another device; a test runs on one "
              "[E-UNSUPPORTED]");
}

TEST(HarnessErrors, NamesKernelInstances) {
    EXPECT_EQ(refused("OPENCL i\n{ [x]=0; }\nP0@wg 0, dev 0, ker 0 (global int* x) { *x = 1; }\n"
                      "P1@wg 0, dev 0, ker 1 (global int* y) { *y = 1; }\n"),
              "made.litmus:4:1: error: P1 is in another kernel-instance; a test runs in one "
              "[E-UNSUPPORTED]");
}

TEST(HarnessErrors, NamesImages) {
    EXPECT_EQ(refused("OPENCL i\n{ image int img[4]; }\n"
                      "P0 (write_only image1d_t img) { write_imagei(img, 0, 1); }\n"),
              "made.litmus:2:3: error: 'img' is no memory that kernels of a test have on devices "
              "[E-UNSUPPORTED]");
}

TEST(HarnessErrors, NamesLoopsThatMayWait) {
    const std::string loop = "  while (atomic_load(x) == 0) { }\n";
    EXPECT_EQ(refused("OPENCL w\n{ [x]=0; }\nP0 (global atomic_int* x) {\n" + loop +
                      "}\nP1 (global atomic_int* x) { atomic_store(x, 1); }\n"),
              "made.litmus:4:3: error: this loop may wait for another unit without end "
              "[E-UNSUPPORTED]");
    EXPECT_EQ(refused("OPENCL b\n{ [x]=0; }\nP0 (global atomic_int* x) {\n"
                      "  for (int i = 0; i < 3; ++i) { if (atomic_load(x) != 0) break; }\n"
                      "}\nP1 (global atomic_int* x) { atomic_store(x, 1); }\n"),
              "");
}

TEST(HarnessErrors, NamesBarriersThatSomeReach) {
    EXPECT_EQ(refused("OPENCL s\n{ [x]=0; }\nP0@wg 0, dev 0 (global atomic_int* x) {\n"
                      "  if (atomic_load(x) == 0) { barrier(CLK_GLOBAL_MEM_FENCE); }\n}\n"
                      "P1@wg 0, dev 0 (global atomic_int* x) { atomic_store(x, 1); }\n"),
              "made.litmus:4:30: error: a barrier that only some executions reach is not executed "
              "on devices [E-UNSUPPORTED]");
}

TEST(HarnessErrors, NamesBarriersByDifferentWays) {
    const std::string head =
        "OPENCL d\n{ [x]=0; }\nP0@wg 0, dev 0 (global int* x) { barrier(CLK_GLOBAL_MEM_FENCE); }\n"
        "P1@wg 0, dev 0 (global int* x) {\n";
    const std::string message =
        ": error: P0 and P1 are in one work-group and come to different "
        "barriers, or by different ways [E-UNSUPPORTED]";
    EXPECT_EQ(refused(head + "  barrier(CLK_LOCAL_MEM_FENCE);\n}\n"),
              "made.litmus:5:3: error: P0 and P1 come to one barrier with different calls, "
              "`barrier(CLK_GLOBAL_MEM_FENCE);` and `barrier(CLK_LOCAL_MEM_FENCE);` "
              "[E-UNSUPPORTED]");
    EXPECT_EQ(refused(head + "  if (1) { barrier(CLK_GLOBAL_MEM_FENCE); }\n}\n"),
              "made.litmus:5:3" + message);
    EXPECT_EQ(refused(head + "  barrier(CLK_GLOBAL_MEM_FENCE);\n}\n"), "");
}

TEST(HarnessErrors, NamesLocalObjectsOfSeveralGroups) {
    EXPECT_EQ(refused("OPENCL l\n{ [x]=0; }\nP0@wg 0, dev 0 (local int* x) { *x = 1; }\n"
                      "P1@wg 1, dev 0 (local int* x) { int r0 = *x; }\n"),
              "made.litmus:4:28: error: 'x' is in local memory, and units of different "
              "work-groups use it [E-UNSUPPORTED]");
}

TEST(HarnessErrors, NamesFunctionsOfGroupsAndNumbersOfWorkItems) {
    EXPECT_EQ(refused("OPENCL g\n{ [x]=0; }\nP0 (global int* x) {\n"
                      "  *x = work_group_reduce_add(1);\n}\n"),
              "made.litmus:4:8: error: 'work_group_reduce_add' is not executed on devices: a "
              "work-group there runs many instances of the test at once [E-UNSUPPORTED]");
}

TEST(HarnessErrors, NamesOrdersThatOpenClCLacks) {
    EXPECT_EQ(refused("OPENCL o\n{ [x]=0; }\nP0 (global atomic_int* x) {\n"
                      "  int r0 = atomic_load_explicit(x, memory_order_release);\n}\n"),
              "made.litmus:4:36: error: OpenCL C has no memory_order_release for a load "
              "[E-UNSUPPORTED]");
}

TEST(HarnessErrors, NamesTuningsThatDoNotFit) {
    const Subject given = subject(
        "OPENCL x\n{ [x]=0; }\nP0@wg 0, dev 0 (global int* x) { *x = 1; }\n"
        "P1@wg 0, dev 0 (global int* y) { *y = 1; }\n");
    Tuning tuning = looping();
    tuning.work_group_size = 1;
    EXPECT_EQ(first_line(refusal(given, tuning)),
              "error: work_group_size: 1 work-items are too few for the units of a work-group "
              "[E-TUNING]");
    tuning.work_group_size = 64;
    DeviceInfo device = host().info();
    device.max_work_group_size = 32;
    EXPECT_EQ(first_line(refusal(given, tuning, device)),
              "error: work_group_size: 64 work-items are more than the device has in a group, 32 "
              "[E-TUNING]");
    device = host().info();
    device.global_memory = 1'000;
    EXPECT_NE(refusal(given, tuning, device).find("[E-TUNING]"), std::string::npos);
    device = host().info();
    device.local_memory = 1;
    EXPECT_EQ(refusal(given, tuning, device), "");
    const Subject local = subject("OPENCL y\n{ [x]=0; }\nP0 (local int* x) { *x = 1; }\n");
    EXPECT_NE(refusal(local, tuning, device).find("[E-TUNING]"), std::string::npos);
}

// ---- devices with less ----

DeviceInfo old_device() {
    DeviceInfo device = host().info();
    device.c11_atomics = false;
    device.generic_address_space = false;
    device.sub_groups = false;
    return device;
}

TEST(HarnessErrors, NamesWhatOldDevicesLack) {
    const auto on_old = [](const std::string& test) {
        return first_line(refusal(subject(test), looping(), old_device()));
    };
    const std::string head = "OPENCL o\n{ [x]=0; }\nP0 (global atomic_int* x) {\n";
    EXPECT_EQ(on_old(head + "  atomic_store(x, 1);\n}\n"),
              "made.litmus:4:3: error: the device has atomics of OpenCL 1.2 only, which are "
              "relaxed [E-UNSUPPORTED]");
    EXPECT_EQ(on_old(head + "  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, "
                            "memory_scope_device);\n}\n"),
              "made.litmus:4:3: error: the device has atomics of OpenCL 1.2 only, and no "
              "'atomic_work_item_fence' [E-UNSUPPORTED]");
    EXPECT_EQ(on_old("OPENCL p\n{ [x]=0; }\nP0 (global int* x) {\n  int* p = x;\n}\n"),
              "made.litmus:4:3: error: the device has no generic address space [E-UNSUPPORTED]");
    EXPECT_EQ(on_old("OPENCL s\n{ [x]=0; }\nP0 (global int* x) {\n"
                     "  sub_group_barrier(CLK_GLOBAL_MEM_FENCE);\n}\n"),
              "made.litmus:4:3: error: the device has no sub-groups [E-UNSUPPORTED]");
}

TEST(HarnessErrors, ExecutesRelaxedAtomicsOfOldDevices) {
    const Subject given = subject(R"(OPENCL old
{ [x]=5; [f]=0; }
P0 (global atomic_int* x, local atomic_uint* y) {
  int r0 = atomic_fetch_add_explicit(x, 3, memory_order_relaxed, memory_scope_device);
  atomic_store_explicit(x, 9, memory_order_relaxed, memory_scope_work_group);
  int e = 7;
  int r1 = atomic_compare_exchange_strong_explicit(x, &e, 1, memory_order_relaxed,
                                                   memory_order_relaxed, memory_scope_device);
  int r2 = atomic_load_explicit(x, memory_order_relaxed, memory_scope_device) + e;
  int r3 = atomic_exchange_explicit(y, 4, memory_order_relaxed, memory_scope_work_group);
}
exists (0:r0=5 /\ 0:r1=0 /\ 0:r2=18 /\ 0:r3=0 /\ y=4)
)");
    const auto harness = Harness::prepare(given.test, given.structure, old_device(), looping());
    ASSERT_TRUE(harness.ok()) << render(harness.diagnostics());
    EXPECT_EQ(harness->source()->text().find("_explicit"), std::string::npos);
    auto moved = Harness::prepare(given.test, given.structure, old_device(), looping());
    const auto run = moved.value().run(host(), {});
    ASSERT_TRUE(run.ok()) << render(run.diagnostics()) << harness->source()->text();
    EXPECT_EQ(texts(given, *run), std::vector<std::string>{"0:r0=5 0:r1=0 0:r2=18 0:r3=0 y=4 *"});
}

// ---- claims ----

std::vector<std::string> claims_lacking(const std::string& test, const DeviceInfo& device) {
    std::vector<std::string> out;
    for (const UnclaimedUse& use : unclaimed(subject(test).structure, device))
        out.push_back(use.what + " " + std::to_string(use.span.begin));
    return out;
}

TEST(HarnessClaims, NamesWhatIsNotClaimed) {
    const std::string head = "OPENCL c\n{ [x]=0; }\nP0 (global atomic_int* x) { ";  // 48 bytes
    DeviceInfo device;
    device.atomics = {.relaxed = true, .work_group = true};
    device.fences = {.relaxed = true, .acq_rel = true, .work_group = true};
    using Texts = std::vector<std::string>;
    EXPECT_EQ(claims_lacking(head + "atomic_store_explicit(x, 1, memory_order_relaxed, "
                                    "memory_scope_work_group); }\n",
                             device),
              Texts{});
    EXPECT_EQ(claims_lacking(head + "atomic_store_explicit(x, 1, memory_order_release, "
                                    "memory_scope_device); }\n",
                             device),
              (Texts{"memory_order_release 48", "memory_scope_device 48"}));
    EXPECT_EQ(claims_lacking(head + "atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, "
                                    "memory_order_seq_cst, memory_scope_work_group); }\n",
                             device),
              Texts{"fence with memory_order_seq_cst 48"});
    device.atomics = {true, true, true, true, true, true, true};
    EXPECT_EQ(claims_lacking(head + "atomic_store(x, 1); }\n", device), Texts{});
}

}  // namespace
}  // namespace clmm::hardware
