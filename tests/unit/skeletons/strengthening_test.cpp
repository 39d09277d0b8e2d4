// Structures of which a model forbids all that it forbids of others.
#include "clmm/skeletons/strengthening.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "clmm/generator/orders.h"
#include "clmm/generator/space.h"
#include "clmm/skeletons/view.h"
#include "clmm/targets/languages.h"
#include "fixture.h"

namespace clmm::skeletons {
namespace {

using generator::MemoryOrder;
using generator::Program;
using generator::Statement;

model::MemoryModel written(const std::string& text) {
    auto model = model::load_model(std::make_shared<Source>("own.cat", text));
    EXPECT_TRUE(model.ok()) << render(model.diagnostics());
    return std::move(model).value();
}

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
    EXPECT_TRUE(is_stronger(arm, armv8("STR", "DMB ISHST", "LDR"), armv8("STR", "DMB ISH", "LDR")));
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

/// … and where none of this makes a difference to an axiom.
TEST(Strengthening, WhatIsTakenAwayCountsWhereItMay) {
    // C11: what a read of an object that is not atomic may read goes by happens-before, either way.
    const auto c11 = model_of("c11");
    EXPECT_TRUE(is_stronger(c11, message("", "relaxed"), message("", "acquire")));
    EXPECT_TRUE(is_stronger(c11, message("", "relaxed"),
                            message("atomic_thread_fence(memory_order_acq_rel);", "seq_cst")));
}

template <class F>
void for_each_order(Program& program, F&& f) {
    for (auto& thread : program.threads)
        for (Statement& each : thread.body)
            if (each.is_atomic && each.kind != generator::Kind::compare_exchange) f(each.order);
}

struct Held {
    std::size_t stronger = 0, not_found = 0;
};

/// Programs in which one order alone is stronger: those that are found to be stronger have no more
/// states.
Held hold(const model::MemoryModel& model, const generator::Space& space, std::size_t stride) {
    const enumerator::CheckOptions options = check_options();
    Skeletons skeletons(model, options);
    Strengthening strengthening(model);
    const auto states = [&](const Program& program) {
        std::set<generator::State> all;
        View view(model, skeletons.of(program));
        for (std::size_t i = 0; i < view.states(); ++i)
            if (view.has(i)) all.insert(view.state(i));
        return all;
    };
    const auto facts = [&](const Program& program) {
        return strengthening.facts(skeletons.of(program).structure);
    };
    Held held;
    std::size_t number = 0;
    generator::for_each_program(space, [&](const Program& program) {
        if (number++ % stride != 0 || !skeletons.of(program).is_usable) return true;
        const auto weak = facts(program);
        const auto weak_states = states(program);
        Program other = program;
        for_each_order(other, [&](MemoryOrder& order) {
            const MemoryOrder own = order;
            for (const MemoryOrder each :
                 {MemoryOrder::acquire, MemoryOrder::release, MemoryOrder::acq_rel,
                  MemoryOrder::seq_cst, MemoryOrder::relaxed}) {
                order = each;
                if (each == own) continue;
                if (!strengthening.is_stronger(*weak, *facts(other))) {
                    held.not_found +=
                        static_cast<std::size_t>(generator::is_no_stronger(own, each));
                    continue;
                }
                ++held.stronger;
                EXPECT_TRUE(std::ranges::includes(weak_states, states(other)))
                    << model.name << generator::to_litmus(program) << generator::to_litmus(other);
            }
            order = own;
        });
        return !testing::Test::HasFailure();
    });
    return held;
}

TEST(Strengthening, StrongerProgramsOfCHaveNoMoreStates) {
    for (const char* name : {"c11", "rc11", "sc"}) {
        Held held = hold(model_of(name), {.accesses = 3, .fences = 1, .plain = false}, 607);
        const Held more = hold(
            model_of(name), {.accesses = 4, .fences = 0, .plain = false, .modifications = {}}, 83);
        EXPECT_GT(held.stronger, 50U) << name;
        EXPECT_GT(more.stronger, 50U) << name;
        held.not_found += more.not_found;
        // C11's order of seq_cst operations may allow more where a write joins it.
        EXPECT_EQ(held.not_found > 0, name == std::string("c11")) << name;
    }
}

TEST(Strengthening, StrongerProgramsOfOpenClHaveNoMoreStates) {
    generator::Space space{
        .dialect = generator::Dialect::opencl, .accesses = 3, .threads = 2, .fences = 1};
    space.scopes = {generator::MemoryScope::work_group, generator::MemoryScope::device};
    space.places = space.regions = true;
    space.modifications.clear();
    for (const auto& model :
         {model_of("opencl-3.0"), model_of("opencl-2.0"), model_of("opencl-scoped"),
          model_of("opencl-3.0", {"order-S=psc", "release-sequence=c20"})})
        EXPECT_GT(hold(model, space, 997).stronger, 40U) << model.name;
}

}  // namespace
}  // namespace clmm::skeletons
