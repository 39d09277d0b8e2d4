#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>

#include "clmm/litmus/changes.h"
#include "clmm/litmus/event_structure.h"
#include "clmm/targets/languages.h"

namespace clmm::targets {
namespace {

using litmus::Change;
using litmus::Changes;
using litmus::EventKind;
using litmus::EventStructure;

struct Subject {
    explicit Subject(const std::string& text)
        : test(read_test(std::make_shared<const Source>("test.litmus", text)).value()),
          structure(litmus::unfold(test, {}).value()),
          space(test.front_end->changes(test, structure)) {}

    litmus::LitmusTest test;
    EventStructure structure;
    std::shared_ptr<const litmus::ChangeSpace> space;
};

std::size_t fences_of(const EventStructure& structure) {
    return static_cast<std::size_t>(std::ranges::count_if(
        structure.events, [](const auto& event) { return event.kind == EventKind::fence; }));
}

constexpr const char* kStoreBuffering =
    "X86 SB\n{ }\n"
    " P0         | P1         ;\n"
    " MOV [x],$1 | MOV [y],$1 ;\n"
    " MOV EAX,[y]| MOV EAX,[x];\n"
    "exists (0:EAX=0 /\\ 1:EAX=0)\n";

TEST(FenceChanges, StandInRowsOfTheirOwn) {
    const Subject subject(kStoreBuffering);
    ASSERT_NE(subject.space, nullptr);
    ASSERT_EQ(subject.space->places().size(), 2U);
    EXPECT_EQ(subject.space->places()[0].texts, std::vector<std::string>{"MFENCE"});
    EXPECT_TRUE(subject.space->places()[0].inserts);
    const auto changed = subject.space->apply({{0, 0}, {1, 0}});
    EXPECT_EQ(changed.text,
              "X86 SB\n{ }\n"
              " P0         | P1         ;\n"
              " MOV [x],$1 | MOV [y],$1 ;\n"
              " MFENCE     |            ;\n"
              "            | MFENCE     ;\n"
              " MOV EAX,[y]| MOV EAX,[x];\n"
              "exists (0:EAX=0 /\\ 1:EAX=0)\n");
    const Subject after(changed.text);
    EXPECT_EQ(fences_of(after.structure), 2U);
    // Each fence's event lies in the span that was told of it.
    for (const auto& fence : changed.fences)
        EXPECT_TRUE(std::ranges::any_of(after.structure.events, [&](const auto& event) {
            return event.kind == EventKind::fence && fence.span.begin <= event.span.begin &&
                   event.span.end <= fence.span.end;
        }));
}

TEST(FenceChanges, StandBehindAnAccessAndBeforeOne) {
    const Subject subject(
        "AArch64 MP\n{ 0:X1=x; 0:X3=y; 1:X1=y; 1:X3=x; }\n"
        " P0          | P1          ;\n"
        " MOV W0,#1   | LDR W0,[X1] ;\n"
        " STR W0,[X1] | LDR W2,[X3] ;\n"
        " MOV W2,#1   |             ;\n"
        " STR W2,[X3] |             ;\n"
        "exists (1:X0=1 /\\ 1:X2=0)\n");
    ASSERT_EQ(subject.space->places().size(), 2U);  // not behind a MOV, not at the end
    const auto all = subject.space->superpose({}, {0, 1});
    EXPECT_EQ(all.fences.size(), 6U);
    EXPECT_EQ(fences_of(Subject(all.text).structure), 6U);
}

TEST(FenceChanges, AreWeakerWhereTheyOrderLess) {
    const Subject subject(
        "AArch64 MP\n{ 0:X1=x; 0:X3=y; }\n"
        " P0          ;\n"
        " LDR W0,[X1] ;\n"
        " LDR W2,[X3] ;\n"
        "exists (0:X0=1)\n");
    ASSERT_EQ(subject.space->places().size(), 1U);
    const auto level = [&](const std::string& text) {
        const auto& texts = subject.space->places()[0].texts;
        return Changes{
            {0, static_cast<std::size_t>(std::ranges::find(texts, text) - texts.begin())}};
    };
    EXPECT_TRUE(subject.space->weaker_or_equal(level("DMB ST"), level("DMB SY")));
    EXPECT_TRUE(subject.space->weaker_or_equal(level("DMB LD"), level("DMB SY")));
    EXPECT_FALSE(subject.space->weaker_or_equal(level("DMB ST"), level("DMB LD")));
    EXPECT_FALSE(subject.space->weaker_or_equal(level("DMB SY"), level("DMB LD")));
    EXPECT_TRUE(std::ranges::is_sorted(subject.space->places()[0].ranks));
}

/// Whatever the language offers reads as a test again, with one fence more.
TEST(FenceChanges, ReadAgain) {
    for (const char* text :
         {kStoreBuffering,
          "PPC MP\n{ 0:r2=x; 0:r4=y; }\n P0           ;\n lwz r1,0(r2) ;\n lwz r3,0(r4) ;\n"
          "exists (0:r1=1)\n",
          "RISCV MP\n{ 0:x6=x; 0:x8=y; }\n P0          ;\n lw x5,0(x6) ;\n lw x7,0(x8) ;\n"
          "exists (0:x5=1)\n",
          "PTX MP\n{ x=0; y=0; }\n P0@cta 0,gpu 0 ;\n ld.weak r0, x ;\n ld.weak r1, y ;\n"
          "exists (0:r0 == 1)\n"}) {
        const Subject subject(text);
        ASSERT_NE(subject.space, nullptr) << text;
        ASSERT_EQ(subject.space->places().size() > 0, true) << text;
        for (std::size_t level = 0; level < subject.space->places()[0].texts.size(); ++level) {
            const std::string changed = subject.space->apply({{0, level}}).text;
            EXPECT_EQ(fences_of(Subject(changed).structure), 1U) << changed;
        }
    }
}

}  // namespace
}  // namespace clmm::targets
