// Structures of which a model forbids all that it forbids of others.
#include "clmm/skeletons/strengthening.h"

#include <gtest/gtest.h>

#include <string>

#include "clmm/targets/languages.h"
#include "fixture.h"

namespace clmm::skeletons {
namespace {

/// Whether the second text is stronger than the first.
bool is_stronger(const model::MemoryModel& model, const std::string& than,
                 const std::string& text) {
    Strengthening strengthening(model);
    const auto facts = [&](const std::string& of) {
        const auto test = targets::read_test(std::make_shared<Source>("test", of));
        EXPECT_TRUE(test.ok()) << render(test.diagnostics());
        auto structure = enumerator::unfold_for(*test, model, check_options());
        EXPECT_TRUE(structure.ok()) << render(structure.diagnostics());
        return strengthening.facts(std::move(structure).value());
    };
    const auto weak = facts(than);
    return strengthening.is_stronger(*weak, *facts(text));
}

std::string x86(const std::string& first, const std::string& second, const std::string& third) {
    return "X86 test\n{ x=0; y=0; }\n P0 | P1 ;\n " + first + " | MOV EAX,[y] ;\n " + second +
           " | MOV EBX,[x] ;\n " + third + " | ;\nlocations [1:EAX; 1:EBX;]\n";
}

std::string armv8(const std::string& store, const std::string& between, const std::string& load) {
    return "AArch64 test\n{ 0:X1=x; 0:X3=y; 1:X1=x; 1:X3=y; }\n P0 | P1 ;\n MOV W0,#1 | " + load +
           " W0,[X3] ;\n STR W0,[X1] | LDR W2,[X1] ;\n " + between + " | ;\n " + store +
           " W0,[X3] | ;\nlocations [1:X0; 1:X2;]\n";
}

TEST(Strengthening, OneMoreFence) {
    const model::MemoryModel tso = model_of("x86-tso");
    const std::string without = x86("MOV [x],$1", "MOV [y],$1", "");
    const std::string with = x86("MOV [x],$1", "MFENCE", "MOV [y],$1");
    EXPECT_TRUE(is_stronger(tso, without, with));
    EXPECT_TRUE(is_stronger(tso, with, with));
    EXPECT_FALSE(is_stronger(tso, with, without));
}

TEST(Strengthening, StrongerInstructions) {
    const model::MemoryModel arm = model_of("armv8");
    const std::string weak = armv8("STR", "", "LDR"), strong = armv8("STLR", "DMB ISH", "LDAR");
    EXPECT_TRUE(is_stronger(arm, weak, strong));
    EXPECT_FALSE(is_stronger(arm, strong, weak));
    EXPECT_TRUE(is_stronger(arm, armv8("STR", "", "LDAPR"), strong));
    EXPECT_FALSE(is_stronger(arm, armv8("STLR", "", "LDR"), armv8("STR", "", "LDAR")));
    // It orders all that the other one does, but is in no set with it: that is not found.
    EXPECT_FALSE(
        is_stronger(arm, armv8("STR", "DMB ISHST", "LDR"), armv8("STR", "DMB ISH", "LDR")));
}

/// Stronger in its fences, but another program.
TEST(Strengthening, OnlyOfTheSameProgram) {
    const model::MemoryModel tso = model_of("x86-tso");
    const std::string one = x86("MOV [x],$1", "MOV [y],$1", "");
    EXPECT_FALSE(is_stronger(tso, one, x86("MOV [x],$2", "MOV [y],$1", "")));  // value
    EXPECT_FALSE(is_stronger(tso, one, x86("MOV [y],$1", "MOV [x],$1", "")));  // locations
    EXPECT_FALSE(is_stronger(tso, one, x86("MOV [x],$1", "MFENCE", "")));      // fewer accesses
    EXPECT_FALSE(is_stronger(tso, one, x86("MOV [x],$1", "MOV [y],$1", "MOV [y],$1")));
    EXPECT_FALSE(is_stronger(tso, x86("MOV [x],$1", "MOV EAX,[y]", ""),
                             x86("MOV [x],$1", "MOV EAX,[x]", "")));
}

const char* const kMessage =
    "C test\n{ x = 0; y = 0; }\nP0(atomic_int* x, atomic_int* y) {\n"
    "  atomic_store_explicit(x, 1, memory_order_relaxed);\n  #\n"
    "  atomic_store_explicit(y, 1, memory_order_relaxed);\n}\n"
    "P1(atomic_int* x, atomic_int* y) {\n"
    "  int r0 = atomic_load_explicit(y, memory_order_@);\n"
    "  int r1 = atomic_load_explicit(x, memory_order_relaxed);\n}\nlocations [1:r0; 1:r1;]\n";

std::string message(const std::string& between, const std::string& order) {
    std::string text = kMessage;
    text.replace(text.find('#'), 1, between);
    return text.replace(text.find('@'), 1, order);
}

/// Models that forbid less where an order is stronger, or a fence more.
TEST(Strengthening, NotWhereMoreOrderAllowsMore) {
    const std::string fence = "atomic_thread_fence(memory_order_release);";
    const auto acquires = written("\"a\" let a = [R & ACQ]\nempty rf; [R \\ ACQ] as acquired\n");
    EXPECT_FALSE(is_stronger(acquires, message("", "relaxed"), message("", "acquire")));
    EXPECT_TRUE(is_stronger(acquires, message("", "acquire"), message("", "acquire")));
    EXPECT_TRUE(is_stronger(model_of("rc11"), message("", "relaxed"), message(fence, "acquire")));
    const auto fenced =
        written("\"b\" empty (sb & (W * W)) \\ (sb; [F]; sb) & (rf; rf^-1 | W * W) as fenced\n");
    EXPECT_FALSE(is_stronger(fenced, message("", "relaxed"), message(fence, "relaxed")));
    const auto wants = written("\"c\" ~empty [F]; sb; [W]; rf as wanted\n");
    EXPECT_FALSE(is_stronger(wants, message("", "relaxed"), message(fence, "relaxed")));
    const auto closed = written(
        "\"d\" empty rf \\ ((rf | sb)+ ; [R & A]) as closed\n"
        "empty (W * W) \\ (sb | sb^-1 | rf | co)+ \\ (IW * _ | _ * IW) as ways\n");
    EXPECT_FALSE(is_stronger(closed, message("", "relaxed"), message(fence, "relaxed")));
    const auto domains = written("\"e\" empty rf; [R \\ range([F]; sb)] as domains\n");
    EXPECT_FALSE(is_stronger(
        domains, message("", "relaxed"),
        message("", "relaxed").replace(message("", "relaxed").find("int r0"), 0, fence + " ")));
}

}  // namespace
}  // namespace clmm::skeletons
