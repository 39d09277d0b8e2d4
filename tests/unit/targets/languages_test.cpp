#include "clmm/targets/languages.h"

#include <gtest/gtest.h>

#include "clmm/litmus/event_structure.h"
#include "structures.h"

namespace clmm::targets {
namespace {

TEST(Languages, TheFirstWordDecides) {
    EXPECT_EQ(language_of("X86 SB\n{ }").name(), "x86 assembly");
    EXPECT_EQ(language_of("(* a comment *)\n X86 SB").name(), "x86 assembly");
    EXPECT_EQ(language_of("AArch64 SB\n{ }").name(), "AArch64 assembly");
    EXPECT_EQ(language_of("PTX SB\n{ }").name(), "PTX");
    EXPECT_EQ(language_of("RISCV SB\n{ }").name(), "RISC-V assembly");
    EXPECT_EQ(language_of("PPC SB\n{ }").name(), "Power assembly");
    EXPECT_EQ(language_of("Vulkan SB\n{ }").name(), "Vulkan");
    EXPECT_EQ(language_of("OPENCL SB\n{ }").name(), "OpenCL C");
    EXPECT_EQ(language_of("C SB\n{ }").name(), "OpenCL C");
    EXPECT_EQ(language_of("X86_64 SB\n{ }").name(), "x86-64 assembly");
    EXPECT_EQ(language_of("ARM SB\n{ }").name(), "OpenCL C");
    EXPECT_EQ(language_of("").name(), "OpenCL C");
}

/// Models are loaded without a test, so a name has to be a set everywhere or a relation everywhere.
TEST(Languages, AgreeOnWhatIsASet) {
    for (const litmus::FrontEnd* a : front_ends())
        for (const litmus::FrontEnd* b : front_ends())
            for (const litmus::SetName& set : a->vocabulary().sets)
                EXPECT_FALSE(b->vocabulary().find_relation(set.name))
                    << set.name << " of " << a->name() << " in " << b->name();
}

TEST(Languages, HaveNoNameTwice) {
    for (const litmus::FrontEnd* each : front_ends()) {
        const litmus::Vocabulary& words = each->vocabulary();
        for (std::size_t i = 0; i < words.sets.size(); ++i)
            EXPECT_EQ(words.find_set(words.sets[i].name), i) << words.sets[i].name;
        for (std::size_t i = 0; i < words.relations.size(); ++i)
            EXPECT_EQ(words.find_relation(words.relations[i].name), i) << words.relations[i].name;
    }
}

class X86 : public ::testing::Test {
protected:
    static litmus::EventStructure unfolded(const std::string& instructions) {
        return structure_of("X86 t\n{ 0:ECX=x; }\n P0 ;\n" + instructions + "\nexists (x=1)");
    }
};

TEST_F(X86, AMoveIsOneAccess) {
    EXPECT_EQ(labels(unfolded("MOV [x],$1 ; MOV EAX,[x] ; MOV EBX,EAX ;")), "W x=1; R x");
}

TEST_F(X86, ALockedInstructionIsAReadAndAWriteThatAreOne) {
    const auto structure = unfolded("LOCK ADD [x],$2 ;");
    EXPECT_EQ(labels(structure), "Rlock x; Wlock x=v(e1) + 2");
    EXPECT_TRUE(structure.rmw.test(1, 2));
    EXPECT_TRUE(structure.data.test(1, 2));
    EXPECT_EQ(count(structure, "A"), 2U);
}

TEST_F(X86, WithoutLockOthersMayComeBetween) {
    const auto structure = unfolded("ADD [x],$2 ;");
    EXPECT_TRUE(structure.rmw.none());
    EXPECT_TRUE(structure.data.test(1, 2));
    EXPECT_EQ(count(structure, "A"), 0U);
}

TEST_F(X86, ExchangeLocksByItselfWithMemoryAlone) {
    EXPECT_EQ(count(unfolded("XCHG EAX,[x] ;"), "A"), 2U);
    EXPECT_EQ(labels(unfolded("XCHG EAX,EBX ;")), "");
}

TEST_F(X86, ACompareExchangeWritesWhereItSucceeds) {
    const auto structure = unfolded("LOCK CMPXCHG [x],EBX ;");
    EXPECT_FALSE(structure.terms.is_true(structure.events[2].guard));
    EXPECT_TRUE(structure.ctrl.test(1, 2));
}

TEST_F(X86, FencesAreSetsOfTheirOwn) {
    const auto structure = unfolded("MFENCE ; LFENCE ; SFENCE ; MFENCE ;");
    EXPECT_EQ(labels(structure), "MFENCE; LFENCE; SFENCE; MFENCE");
    EXPECT_EQ(count(structure, "MFENCE"), 2U);
    EXPECT_EQ(count(structure, "LFENCE"), 1U);
    EXPECT_EQ(count(structure, "SFENCE"), 1U);
}

TEST_F(X86, ARegisterMayHoldTheAddress) { EXPECT_EQ(labels(unfolded("MOV [ECX],$3 ;")), "W x=3"); }

}  // namespace
}  // namespace clmm::targets
