#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "clmm/compilers/assembly.h"
#include "clmm/lowering/read_program.h"
#include "clmm/targets/languages.h"
#include "damaged_text.h"

/// Modules of one kernel, and the program that is read from each.
namespace clmm::compilers {
namespace {

namespace fs = std::filesystem;

constexpr const char* kTest = R"(OPENCL one
{ [x]=0; [l]=0; }
P0@wg 0, dev 0 (global atomic_int* x, local atomic_int* l) {
  int r0 = atomic_load_explicit(x, memory_order_relaxed, memory_scope_device);
  int r1 = atomic_load_explicit(l, memory_order_relaxed, memory_scope_device);
}
exists (0:r0=0)
)";

constexpr const char* kHead = R"(OpCapability Kernel
OpMemoryModel Physical64 OpenCL
OpEntryPoint Kernel %p "P0"
%void = OpTypeVoid
%bool = OpTypeBool
%uint = OpTypeInt 32 0
%ulong = OpTypeInt 64 0
%global = OpTypePointer CrossWorkgroup %uint
%local = OpTypePointer Workgroup %uint
%kernel = OpTypeFunction %void %global %local %global
%0 = OpConstant %uint 0
%1 = OpConstant %uint 1
%2 = OpConstant %uint 2
%3 = OpConstant %uint 3
%one = OpConstant %ulong 1
)";

constexpr const char* kBegin = R"(%p = OpFunction %void None %kernel
%x = OpFunctionParameter %global
%l = OpFunctionParameter %local
%o = OpFunctionParameter %global
%begin = OpLabel
)";

constexpr const char* kEnd = R"(OpStore %o %0
%o1 = OpInBoundsPtrAccessChain %global %o %one
OpStore %o1 %0
OpReturn
OpFunctionEnd
)";

generator::Program program_of(const std::string& text) {
    const auto test = targets::read_test(std::make_shared<Source>("test", text));
    return lowering::read_program(*test).value();
}

Result<lowering::Lowered> read(const generator::Program& program, const std::string& module) {
    return read_assembly(program, std::make_shared<Source>("module", module),
                         *find_architecture("spir64"));
}

/// The body of the thread that is read, one statement a line, or what is wrong.
std::string read_body(const std::string& declarations, const std::string& code) {
    const auto lowered = read(program_of(kTest), kHead + declarations + kBegin + code + kEnd);
    if (!lowered) return lowered.diagnostics().front().message;
    const std::string& text = lowered->variants.front().text;
    std::istringstream lines(text.substr(text.find(") {\n") + 4));
    std::string body, line;
    while (std::getline(lines, line) && line != "}")
        if (line.find("  int ") != 0) body += line.substr(2) + "\n";
    return body;
}

struct MaskCase {
    unsigned mask;
    std::string global, local;  ///< orders of a load of each memory
    std::string fence;          ///< flags and order
};

TEST(Spirv, MasksAreOrdersAndRegions) {
    const std::vector<MaskCase> cases{
        {0x0, "relaxed", "relaxed", "0, memory_order_relaxed"},
        {0x2, "acquire", "acquire", "0, memory_order_acquire"},
        {0x10, "seq_cst", "seq_cst", "0, memory_order_seq_cst"},
        {0x202, "acquire", "relaxed", "CLK_GLOBAL_MEM_FENCE, memory_order_acquire"},
        {0x102, "relaxed", "acquire", "CLK_LOCAL_MEM_FENCE, memory_order_acquire"},
        {0x302, "acquire", "acquire",
         "CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE, memory_order_acquire"},
        {0x802, "relaxed", "relaxed", "CLK_IMAGE_MEM_FENCE, memory_order_acquire"},
        {0x42, "relaxed", "relaxed", "0, memory_order_acquire"},
        {0x210, "seq_cst", "relaxed", "CLK_GLOBAL_MEM_FENCE, memory_order_seq_cst"}};
    for (const MaskCase& each : cases) {
        SCOPED_TRACE(each.mask);
        const std::string mask = "%mask = OpConstant %uint " + std::to_string(each.mask) + "\n";
        EXPECT_EQ(read_body(mask,
                            "%a = OpAtomicLoad %uint %x %1 %mask\n"
                            "%b = OpAtomicLoad %uint %l %2 %mask\n"
                            "OpMemoryBarrier %0 %mask\n"),
                  "r0 = atomic_load_explicit(x, memory_order_" + each.global +
                      ", memory_scope_device);\n"
                      "r1 = atomic_load_explicit(l, memory_order_" +
                      each.local +
                      ", memory_scope_work_group);\n"
                      "atomic_work_item_fence(" +
                      each.fence + ", memory_scope_all_svm_devices);\n");
    }
}

/// Each bit of a mask with each order: OpenCL's environment has some, and no other is skipped.
TEST(Spirv, EachBitOfAMaskIsKnownOrAnError) {
    constexpr unsigned kKnown = 0xFD0 | 0x2 | 0x4 | 0x8;  // of orders and of memory
    for (const unsigned order : {0x0U, 0x2U, 0x4U, 0x8U, 0x10U})
        for (unsigned bit = 0; bit < 31; ++bit) {
            const unsigned mask = order | 1U << bit;
            SCOPED_TRACE(mask);
            const bool is_order = bit >= 1 && bit <= 4;
            const bool is_known = ((1U << bit) & kKnown) != 0;
            const bool has_two = is_order && order != 0 && order != 1U << bit;
            const std::string fence =
                read_body("%mask = OpConstant %uint " + std::to_string(mask) + "\n",
                          "OpMemoryBarrier %0 %mask\n");
            EXPECT_EQ(fence.starts_with("atomic_work_item_fence("), is_known && !has_two) << fence;
        }
}

TEST(Spirv, OperandsBehindTheKnownOnesAreErrors) {
    for (const char* code :
         {"OpMemoryBarrier %0 %2 %2\n", "OpControlBarrier %2 %1 %0 %0\n",
          "%a = OpAtomicLoad %uint %x %1 %0 %0\n", "OpAtomicStore %x %1 %0 %3 %3\n"})
        EXPECT_NE(read_body("", code).find("is not known"), std::string::npos) << code;
}

TEST(Spirv, BarriersOrderAsTheirMasksSay) {
    const auto barrier = [](unsigned mask) {
        return read_body("%mask = OpConstant %uint " + std::to_string(mask) + "\n",
                         "OpControlBarrier %2 %1 %mask\n");
    };
    EXPECT_EQ(barrier(0x310),
              "work_group_barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE, "
              "memory_scope_device);\n");
    EXPECT_EQ(barrier(0x108), "work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_device);\n");
    EXPECT_EQ(barrier(0x10), "work_group_barrier(0, memory_scope_device);\n");
    // Where the fence stands apart, or there is none, the barrier orders nothing.
    EXPECT_EQ(barrier(0x200), "work_group_barrier(0, memory_scope_work_group);\n");
    EXPECT_EQ(barrier(0x204),
              "atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, "
              "memory_scope_device);\nwork_group_barrier(0, memory_scope_work_group);\n");
    EXPECT_EQ(barrier(0x202),
              "work_group_barrier(0, memory_scope_work_group);\natomic_work_item_fence("
              "CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_device);\n");
}

TEST(Spirv, ReadModifyWritesAreOpencls) {
    EXPECT_EQ(read_body("",
                        "%a = OpAtomicIIncrement %uint %x %3 %0\n"
                        "%b = OpAtomicIDecrement %uint %x %0 %0\n"
                        "%c = OpAtomicSMin %uint %x %1 %0 %3\n"
                        "%d = OpAtomicCompareExchange %uint %x %1 %2 %0 %3 %a\n"),
              "r0 = atomic_fetch_add_explicit(x, 1, memory_order_relaxed, "
              "memory_scope_sub_group);\n"
              "r1 = atomic_fetch_sub_explicit(x, 1, memory_order_relaxed, "
              "memory_scope_all_svm_devices);\n"
              "r2 = atomic_fetch_min_explicit(x, 3, memory_order_relaxed, memory_scope_device);\n"
              "r3 = r0;\n"
              "atomic_compare_exchange_strong_explicit(x, &r3, 3, memory_order_acquire, "
              "memory_order_relaxed, memory_scope_device);\n");
}

/// Two phis that exchange their values: both are read before one of them is written.
TEST(Spirv, PhisMeetAtOnce) {
    EXPECT_EQ(read_body("", R"(OpBranch %head
%head = OpLabel
%i = OpPhi %uint %0 %begin %next %turn
%a = OpPhi %uint %2 %begin %b %turn
%b = OpPhi %uint %3 %begin %a %turn
%more = OpULessThan %bool %i %1
OpLoopMerge %behind %turn None
OpBranchConditional %more %turn %behind
%turn = OpLabel
%next = OpIAdd %uint %i %1
OpBranch %head
%behind = OpLabel
%shifted = OpShiftLeftLogical %uint %a %2
%sum = OpIAdd %uint %shifted %b
OpAtomicStore %x %1 %0 %sum
)"),
              "atomic_store_explicit(x, 14, memory_order_relaxed, memory_scope_device);\n");
}

/// What both sides of a branch come to is there once, with one name for what it reads.
TEST(Spirv, SidesComeTogether) {
    EXPECT_EQ(read_body("", R"(%a = OpAtomicLoad %uint %x %1 %0
%is = OpIEqual %bool %a %2
OpBranchConditional %is %yes %behind
%yes = OpLabel
OpAtomicStore %x %1 %0 %3
OpBranch %behind
%behind = OpLabel
%b = OpAtomicLoad %uint %x %1 %0
OpAtomicStore %l %1 %0 %b
)"),
              "r0 = atomic_load_explicit(x, memory_order_relaxed, memory_scope_device);\n"
              "if (r0 == 2) {\n"
              "  atomic_store_explicit(x, 3, memory_order_relaxed, memory_scope_device);\n"
              "}\n"
              "r1 = atomic_load_explicit(x, memory_order_relaxed, memory_scope_device);\n"
              "atomic_store_explicit(l, r1, memory_order_relaxed, memory_scope_device);\n");
}

TEST(Spirv, WhatIsNotKnownIsAnError) {
    const auto with_mask = [](unsigned mask, const std::string& code) {
        return read_body("%mask = OpConstant %uint " + std::to_string(mask) + "\n", code);
    };
    EXPECT_EQ(with_mask(0x6, "OpMemoryBarrier %0 %mask\n"), "memory semantics with two orders: 6");
    EXPECT_EQ(with_mask(0x2002, "OpMemoryBarrier %0 %mask\n"),
              "memory semantics that OpenCL's environment has not: 8194");
    EXPECT_EQ(with_mask(5, "OpMemoryBarrier %mask %0\n"),
              "a scope that OpenCL's environment has not: 5");
    EXPECT_EQ(with_mask(0x4, "%a = OpAtomicLoad %uint %x %1 %mask\n"), "a load that releases");
    EXPECT_EQ(with_mask(0x8, "OpAtomicStore %x %1 %mask %1\n"), "a store that acquires");
    EXPECT_EQ(read_body("", "%a = OpAtomicUMax %uint %x %1 %0 %2\n"),
              "unknown instruction 'OpAtomicUMax'");
    EXPECT_EQ(read_body("", "OpControlBarrier %1 %1 %0\n"),
              "a control barrier of another execution scope than a group");
    EXPECT_EQ(read_body("", "OpKill\n"), "unknown instruction 'OpKill'");
    EXPECT_EQ(read_body("", "%a = OpIAdd %uint %b %1\n"), "'%b' has no value");
    EXPECT_EQ(read_body("", "%a = OpLoad %uint %x MakePointerVisible %1\n"),
              "unknown memory operand 'MakePointerVisible'");
    EXPECT_EQ(read_body("", "%a = OpIAdd %ulong %1 %2\n"),
              "a value of 32 bits where 64 are expected");
    EXPECT_EQ(read_body("%own = OpTypePointer Function %uint\n",
                        "%v = OpVariable %own Function %1\n"
                        "%a = OpAtomicLoad %uint %v %1 %0\n"),
              "an atomic access of the thread's own memory");
    EXPECT_EQ(read_body("", "%a = OpFunctionCall %void %p %x %l %o\n"), "%p calls itself");
}

TEST(Spirv, DamagedIsReadOrHasAPlace) {
    const char* const wanted = std::getenv("CLMM_DAMAGED");
    const std::size_t count = wanted != nullptr ? std::strtoul(wanted, nullptr, 10) : 300;
    const fs::path folder = fs::path(CLMM_TESTS_DIR) / "golden" / "compilers";
    const auto text_of = [](const fs::path& path) {
        std::ostringstream text;
        text << std::ifstream(path, std::ios::binary).rdbuf();
        return text.str();
    };
    std::vector<std::pair<generator::Program, std::string>> modules;
    for (const char* name : {"constructs.spir64-byhand", "local-atomics.spir64-O0",
                             "barrier-behind-branch.spir64-O2"}) {
        const std::string stem(name, std::string(name).find('.'));
        modules.emplace_back(program_of(text_of(folder / "tests" / (stem + ".litmus"))),
                             text_of(folder / "assembly" / (std::string(name) + ".spvasm")));
    }
    std::mt19937 random(20261123);
    std::size_t refused = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const auto& [program, module] = modules[i % modules.size()];
        const std::string text = damaged(module, random);
        const auto lowered = read(program, text);
        if (lowered) continue;
        ++refused;
        EXPECT_LE(lowered.diagnostics().front().span.end, text.size()) << text;
    }
    EXPECT_GT(refused, count / 20);
    EXPECT_LT(refused, count);
}

}  // namespace
}  // namespace clmm::compilers
