// Tests of PTX as kernels, executed by an interpreter that stands in for a GPU.

#include <set>

#include "clmm/litmus/front_end.h"
#include "clmm/targets/languages.h"
#include "harness_subject.h"
#include "ptx_machine.h"

namespace clmm::hardware {
namespace {

using namespace test;

Subject ptx(const std::string& text) {
    auto test = targets::read_test(std::make_shared<const Source>("made.litmus", text));
    if (!test) throw std::runtime_error(render(test.diagnostics()));
    auto structure = test->front_end->unfold(*test, {});
    if (!structure) throw std::runtime_error(render(structure.diagnostics()));
    return {std::move(test).value(), std::move(structure).value()};
}

Tuning small() {
    Tuning tuning = parallel();
    tuning.instances = 300;
    tuning.work_group_size = 64;
    return tuning;
}

/// The states of three launches; each instance has one.
std::vector<std::string> states(const Subject& subject, const Tuning& tuning = small()) {
    const auto machine = ptx_machine();
    auto harness = Harness::prepare(subject.test, subject.structure, machine->info(), tuning);
    if (!harness) throw std::runtime_error(render(harness.diagnostics()));
    RunAmount amount;
    amount.instances = 3 * tuning.instances;
    const auto run = harness.value().run(*machine, amount);
    if (!run) throw std::runtime_error(render(run.diagnostics()));
    std::uint64_t sum = 0;
    for (const SeenState& each : run->states) sum += each.count;
    EXPECT_EQ(sum, run->instances);
    EXPECT_GE(run->launches, 2U);
    return texts(subject, *run);
}

std::string refused_ptx(const std::string& text, const Tuning& tuning = small()) {
    const std::string all = refusal(ptx(text), tuning, ptx_machine()->info());
    return all.substr(0, all.find('\n'));
}

std::string two(const std::string& rows, const std::string& condition, int second_cta = 1) {
    return "PTX made\n{ x=0; y=0; P1:r5=7; }\n P0@cta 0,gpu 0 | P1@cta " +
           std::to_string(second_cta) + ",gpu 0 ;\n" + rows + "exists (" + condition + ")\n";
}

const std::string kPtxStoreBuffering =
    "st.relaxed.gpu x, 1 | st.relaxed.gpu y, 1 ;\n"
    "fence.sc.gpu | membar.gl ;\n"
    "ld.relaxed.gpu r0, y | ld.volatile r0, x ;\n";

TEST(Ptx, CountsTheStatesOfInterleavings) {
    const auto seen = states(ptx(two(kPtxStoreBuffering, "0:r0=0 /\\ 1:r0=0")));
    EXPECT_EQ(seen, (std::vector<std::string>{"0:r0=0 1:r0=1", "0:r0=1 1:r0=0", "0:r0=1 1:r0=1"}));
}

TEST(Ptx, PlacesThreadsOfACtaInOneGroup) {
    const auto seen = states(ptx(two(kPtxStoreBuffering, "0:r0=1 /\\ 1:r0=1", 0)));
    EXPECT_EQ(seen,
              (std::vector<std::string>{"0:r0=0 1:r0=1", "0:r0=1 1:r0=0", "0:r0=1 1:r0=1 *"}));
}

TEST(Ptx, StartsRegistersAndLocationsAndObservesBoth) {
    const auto seen = states(ptx(two("add r1, r0, 3 | sub r1, r5, 9 ;\nst.weak x, r1 | ;\n",
                                     "x=3 /\\ y=0 /\\ 0:r1=3 /\\ 1:r1=4294967294 /\\ 1:r9=0")));
    EXPECT_EQ(seen, (std::vector<std::string>{"0:r1=3 1:r1=4294967294 1:r9=0 x=3 y=0 *"}));
}

TEST(Ptx, HasTheOperationsOfAtoms) {
    const auto seen =
        states(ptx(two("atom.add r0, x, 5 | atom.acq_rel.cta.max r0, y, -1 ;\n"
                       "atom.release.sys.sub r1, x, 1 | atom.exch r1, y, 6 ;\n"
                       "atom.cas r2, x, 4, 9 | red.or y, 1 ;\n"
                       "red.release.gpu.and x, 8 | atom.cas r3, y, 6, 1 ;\n",
                       "x=8 /\\ y=7 /\\ 0:r1=5 /\\ 0:r2=4 /\\ 1:r0=0 /\\ 1:r1=0 /\\ 1:r3=7")));
    EXPECT_EQ(seen, (std::vector<std::string>{"0:r1=5 0:r2=4 1:r0=0 1:r1=0 1:r3=7 x=8 y=7 *"}));
}

TEST(Ptx, BranchesAndLoopsAreTheThreads) {
    const auto seen =
        states(ptx(two("mov r1, 3 | ld.acquire.gpu r0, x ;\nL: add r0, r0, 2 | bne r0, 1, E ;\n"
                       "sub r1, r1, 1 | mov r1, 8 ;\nbgt r1, 0, L | goto F ;\n"
                       "st.release.gpu x, 1 | E: mov r1, 9 ;\n | F: add r2, r1, 1 ;\n",
                       "0:r0=6 /\\ 1:r0=1 /\\ 1:r2=9")));
    EXPECT_EQ(seen, (std::vector<std::string>{"0:r0=6 1:r0=0 1:r2=10", "0:r0=6 1:r0=1 1:r2=9 *"}));
}

TEST(Ptx, BarriersAreThoseOfEachInstance) {
    const std::string rows =
        "st.weak x, 1 | st.weak y, 1 ;\nbar.cta.sync 0 | bar.cta.sync 0 ;\n"
        "ld.weak r0, y | ld.weak r0, x ;\n";
    EXPECT_EQ(states(ptx(two(rows, "0:r0=1 /\\ 1:r0=1", 0))),
              (std::vector<std::string>{"0:r0=1 1:r0=1 *"}));
    const std::string arrives =
        "st.weak x, 1 | ;\nbar.cta.arrive 1, 3, 2 | bar.cta.sync 1, 3, 2 ;\n"
        "ld.weak r0, y | ld.weak r0, x ;\n";
    EXPECT_EQ(states(ptx(two(arrives, "0:r0=0 /\\ 1:r0=1", 0))),
              (std::vector<std::string>{"0:r0=0 1:r0=1 *"}));
}

TEST(Ptx, BarriersOfSomeThreadsLeaveOthersAlone) {
    const auto seen =
        states(ptx("PTX three\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 0,gpu 0 | "
                   "P3@cta 1,gpu 0 ;\n"
                   "st.weak x, 1 | bar.cta.sync 2 | ld.weak r0, x | ld.weak r0, x ;\n"
                   "bar.cta.sync 2 | ld.weak r0, x | | ;\n"
                   "exists (1:r0=1 /\\ 2:r0=0 /\\ 3:r0=0)\n"));
    EXPECT_EQ(std::set<std::string>(seen.begin(), seen.end()),
              (std::set<std::string>{"1:r0=1 2:r0=0 3:r0=0 *", "1:r0=1 2:r0=0 3:r0=1",
                                     "1:r0=1 2:r0=1 3:r0=0", "1:r0=1 2:r0=1 3:r0=1"}));
}

// ---- what cannot be executed ----

TEST(PtxErrors, NamesProxies) {
    EXPECT_EQ(refused_ptx("PTX p\n{ x=0; t @ texture aliases x; }\n P0@cta 0,gpu 0 ;\n"
                          " tld.weak r0, t ;\nexists (0:r0=0)\n"),
              "made.litmus:4:2: error: 'tld.weak' goes through a surface, texture or constant "
              "[E-UNSUPPORTED]");
    EXPECT_EQ(refused_ptx("PTX p\n{ x=0; y @ generic aliases x; }\n P0@cta 0,gpu 0 ;\n"
                          " ld.weak r0, y ;\nexists (0:r0=0)\n"),
              "made.litmus:4:14: error: 'y' is another address of a location [E-UNSUPPORTED]");
}

TEST(PtxErrors, NamesOtherDevices) {
    EXPECT_EQ(refused_ptx("PTX p\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 1 ;\n"
                          " st.weak x, 1 | st.weak x, 2 ;\nexists (x=1)\n"),
              "made.litmus:1:1: error: P1 is on another device; a test runs on one "
              "[E-UNSUPPORTED]");
}

TEST(PtxErrors, NamesInstructionsThatPtxLacks) {
    EXPECT_EQ(refused_ptx(two("red.acq_rel.gpu.add x, 1 | ;\n", "x=1")),
              "made.litmus:4:1: error: PTX has no 'red.acq_rel.gpu.add' [E-UNSUPPORTED]");
    EXPECT_EQ(refused_ptx(two("atom.mul r0, x, 1 | ;\n", "x=1")),
              "made.litmus:4:1: error: PTX has no 'atom.mul' [E-UNSUPPORTED]");
}

TEST(PtxErrors, NamesBarriersThatAGroupMayWaitAtForEver) {
    EXPECT_EQ(refused_ptx(two("bar.cta.sync 1, 1, 3 | bar.cta.sync 1, 1, 3 ;\n", "x=0", 0)),
              "made.litmus:4:1: error: too few threads may come to this barrier [E-UNSUPPORTED]");
    EXPECT_EQ(refused_ptx(two("bar.cta.sync 1, 1, 2 | bar.cta.sync 1, 2, 2 ;\n", "x=0", 0)),
              "made.litmus:4:1: error: too few threads may come to this barrier [E-UNSUPPORTED]");
    EXPECT_EQ(refused_ptx(two("bar.cta.sync 1, 4 | bar.cta.sync 2, 4 ;\n"
                              "bar.cta.sync 3, 5 | bar.cta.sync 3, 5 ;\n",
                              "x=0", 0)),
              "");
    EXPECT_EQ(refused_ptx(two("bar.cta.sync 1, r0 | bar.cta.sync 1, 0 ;\n", "x=0", 0)),
              "made.litmus:4:17: error: a barrier whose number is in a register is not executed "
              "[E-UNSUPPORTED]");
    EXPECT_EQ(refused_ptx(two("ld.weak r0, x | bar.cta.sync 1 ;\nbeq r0, 1, L | ;\n"
                              "bar.cta.sync 1 | ;\nL: mov r1, 1 | ;\n",
                              "x=0", 0)),
              "made.litmus:6:1: error: a barrier that only some executions reach is not executed "
              "on devices [E-UNSUPPORTED]");
}

TEST(PtxErrors, TellsLanguagesApart) {
    const Subject opencl =
        subject("OPENCL o\n{ int x; }\nP0@wg 0, dev 0 (global int* x) { *x = 1; }\n");
    EXPECT_NE(
        refusal(opencl, small(), ptx_machine()->info()).find("'interpreter' executes tests in PTX"),
        std::string::npos);
    EXPECT_NE(
        refusal(ptx(two(kPtxStoreBuffering, "x=1")), looping()).find("executes tests in OpenCL C"),
        std::string::npos);
}

}  // namespace
}  // namespace clmm::hardware
