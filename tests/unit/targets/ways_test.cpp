#include "structures.h"

/// Branches, loops, dependencies and conditional stores, as all languages of processors have them.
namespace clmm::targets {
namespace {

litmus::EventStructure aarch64(const std::string& instructions) {
    return structure_of("AArch64 t\n{ 0:X1=x; 0:X3=y; }\n P0 ;\n" + instructions +
                        "\nexists (x=1)");
}

TEST(Ways, ABranchToWhatFollowsPartsNothing) {
    const auto structure = aarch64("LDR W0,[X1] ; CBNZ W0,L ; L: ; LDR W2,[X3] ;");
    EXPECT_EQ(labels(structure), "R x; R y");
    EXPECT_TRUE(structure.terms.is_true(structure.events[3].guard));
    EXPECT_TRUE(structure.ctrl.test(2, 3));
}

TEST(Ways, ThatMeetGoOnAsOne) {
    const auto structure =
        aarch64("LDR W0,[X1] ; CBZ W0,L ; MOV W5,#1 ; B M ; L: MOV W5,#2 ; M: STR W5,[X3] ;");
    EXPECT_EQ(structure.size() - structure.initial_count, 2U);
    EXPECT_TRUE(structure.terms.is_true(structure.events[3].guard));
    EXPECT_TRUE(structure.ctrl.test(2, 3));
    EXPECT_FALSE(structure.data.test(2, 3));
}

/// Merged, the store would depend on both reads, whichever way the thread takes.
TEST(Ways, ThatDependOnDifferentReadsStayApart) {
    const auto structure = aarch64(
        "LDR W0,[X1] ; LDR W5,[X3] ; LDR W6,[X3] ; CBZ W0,L ; MOV W5,W6 ; L: STR W5,[X1] ;");
    EXPECT_EQ(labels(structure), "R x; R y; R y; W x=v(e3); W x=v(e4)");
    EXPECT_TRUE(structure.data.test(3, 5));
    EXPECT_FALSE(structure.data.test(4, 5));
    EXPECT_TRUE(structure.data.test(4, 6));
    EXPECT_FALSE(structure.data.test(3, 6));
}

TEST(Ways, DependenciesAreSyntactic) {
    const auto structure = aarch64("LDR W0,[X1] ; EOR W2,W0,W0 ; LDR W4,[X3,W2,SXTW] ;");
    EXPECT_TRUE(structure.addr.test(2, 3));
}

TEST(Ways, ALoopThatWaitsIsExhaustive) {
    const auto waits = aarch64("L: LDR W0,[X1] ; CBZ W0,L ;");
    ASSERT_EQ(waits.bounds.size(), 1U);
    EXPECT_TRUE(waits.bounds.front().exhaustive);
    const auto counts = aarch64("L: ADD W2,W2,#1 ; LDR W0,[X1] ; CBZ W0,L ;");
    ASSERT_EQ(counts.bounds.size(), 1U);
    EXPECT_FALSE(counts.bounds.front().exhaustive);
    const auto writes = aarch64("L: STR W2,[X3] ; LDR W0,[X1] ; CBZ W0,L ;");
    ASSERT_EQ(writes.bounds.size(), 1U);
    EXPECT_FALSE(writes.bounds.front().exhaustive);
}

TEST(Ways, AFailedStoreIsTriedAgain) {
    const auto structure = aarch64("L: LDXR W0,[X1] ; STXR W2,W0,[X1] ; CBNZ W2,L ;");
    ASSERT_EQ(structure.bounds.size(), 1U);
    EXPECT_TRUE(structure.bounds.front().exhaustive);
    EXPECT_TRUE(structure.rmw.test(2, 3));
    EXPECT_FALSE(structure.rmw.test(2, 5));
}

TEST(Ways, WithoutAReservationNothingIsStored) {
    EXPECT_EQ(labels(aarch64("STXR W2,W0,[X1] ;")), "");
    EXPECT_EQ(labels(aarch64("LDXR W0,[X1] ; CLREX ; STXR W2,W0,[X1] ;")), "Rx x");
}

TEST(Ways, TheStatusOfAStoreDependsOnItWhereTheArchitectureSaysSo) {
    const std::string body = "lr.w x5,(x6) ; sc.w x7,x5,(x6) ; bnez x7,L ; L: sw x5,0(x8) ;";
    const auto riscv =
        structure_of("RISCV t\n{ 0:x6=x; 0:x8=y; }\n P0 ;\n" + body + "\nexists (x=1)");
    EXPECT_TRUE(riscv.ctrl.test(3, 4));
    const auto arm = aarch64("LDXR W0,[X1] ; STXR W2,W0,[X1] ; CBNZ W2,L ; L: STR W0,[X3] ;");
    EXPECT_FALSE(arm.ctrl.test(3, 4));
}

TEST(Ways, AnAddressFromMemoryIsThatOfAnyLocation) {
    const auto structure =
        structure_of("AArch64 t\n{ p=x; 0:X1=p; y=2; }\n P0 ;\n LDR X0,[X1] ; LDR W2,[X0] ;\n");
    ASSERT_EQ(structure.events.back().targets.size(), 2U);
    EXPECT_EQ(structure.undefined.size(), 1U);
}

litmus::EventStructure ptx(const std::string& places, const std::string& body) {
    return structure_of("PTX t\n{ x=0; y=0; }\n " + places + " ;\n" + body + "\nexists (x==1)");
}

TEST(Scopes, IncludeOneAnother) {
    const auto structure = ptx("P0@cta 0,gpu 0 | P1@cta 1,gpu 0",
                               "st.relaxed.gpu x, 1 | ld.relaxed.cta r0, x ;"
                               "st.relaxed.gpu y, 1 | ld.relaxed.sys r1, y ;");
    const auto related =
        structure.language->pairs(structure, *structure.language->vocabulary().find_relation("sr"));
    EXPECT_FALSE(related.test(2, 4));
    EXPECT_TRUE(related.test(3, 5));
    EXPECT_TRUE(related.test(5, 3));
}

TEST(Barriers, OfOneNumberMeetInACta) {
    const char* body = "bar.cta.sync 1 | bar.cta.sync 1 ;";
    EXPECT_EQ(ptx("P0@cta 0,gpu 0 | P1@cta 0,gpu 0", body).barriers.size(), 2U);
    EXPECT_EQ(ptx("P0@cta 0,gpu 0 | P1@cta 1,gpu 0", body).barriers.size(), 0U);
    EXPECT_EQ(ptx("P0@cta 0,gpu 0 | P1@cta 0,gpu 1", body).barriers.size(), 0U);
}

TEST(Barriers, WhoArrivesDoesNotWait) {
    const auto structure =
        ptx("P0@cta 0,gpu 0 | P1@cta 0,gpu 0", "bar.cta.arrive 1 | bar.cta.sync 1 ;");
    ASSERT_EQ(structure.barriers.size(), 1U);
    EXPECT_EQ(structure[structure.barriers.front().exit].unit, structure.units[1].id);
}

}  // namespace
}  // namespace clmm::targets
