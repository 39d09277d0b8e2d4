#include "clmm/suites/cycles.h"

#include <gtest/gtest.h>

#include <memory>

#include "clmm/engines/built_in.h"
#include "clmm/enumerator/check.h"
#include "clmm/generator/canonical.h"
#include "clmm/generator/conditions.h"

namespace clmm::suites {
namespace {

Result<StateTest> made(const std::string& cycle, const CycleDefaults& defaults = {}) {
    const auto read = read_cycle(std::make_shared<Source>("cycle", cycle));
    if (!read) return Result<StateTest>::failure(read.diagnostics());
    return test_of(*read, defaults);
}

std::string condition(const StateTest& test) {
    return generator::condition_of(test.program, test.state, test.shown);
}

enumerator::Verdict verdict(const std::string& cycle, const char* name) {
    CycleDefaults defaults;
    defaults.dialect = std::string_view(name).starts_with("opencl") ? generator::Dialect::opencl
                                                                    : generator::Dialect::c;
    const auto test = made(cycle, defaults);
    if (!test) return enumerator::Verdict::unknown;
    const auto model = model::shipped_model(name);
    enumerator::CheckOptions check;
    check.engines = engines::built_in();
    const auto result = enumerator::check(
        std::make_shared<Source>("t", generator::to_litmus(test->program, condition(*test) + "\n")),
        *model, check);
    return result ? result->verdict : enumerator::Verdict::unknown;
}

constexpr auto kAllowed = enumerator::Verdict::holds;
constexpr auto kForbidden = enumerator::Verdict::fails;

TEST(Cycles, OfFamiliesHaveTheNamesOfTheFamilies) {
    for (const auto& [name, cycle] : families()) {
        const auto test = made(std::string(cycle));
        ASSERT_TRUE(test.ok()) << name;
        EXPECT_EQ(test->program.name, name);
    }
}

/// Sixteen threads have 16! orders.
TEST(Cycles, OfManyThreadsHaveOneNameAndOneFormFromWhereverTheyBegin) {
    std::string cycle;
    for (int i = 0; i < 14; ++i) cycle += "PodRW Rfe ";
    const std::string turned = "Rfe " + cycle + "PodRR Fre PodWW";
    cycle += "PodRR Fre PodWW Rfe";
    const auto first = made(cycle), second = made(turned);
    ASSERT_TRUE(first.ok() && second.ok());
    EXPECT_EQ(first->program.threads.size(), 16U);
    EXPECT_EQ(first->program.name, second->program.name);
    EXPECT_EQ(first->program.name,
              "RxRy-WyWz-RzWu-RuWv-RvWw-RwWx6-Rx6Wx7-Rx7Wx8-Rx8Wx9-Rx9Wx10-Rx10Wx11-Rx11Wx12-"
              "Rx12Wx13-Rx13Wx14-Rx14Wx15-Rx15Wx");
    EXPECT_EQ(generator::canonical_text(first->program, first->state),
              generator::canonical_text(second->program, second->state));
}

TEST(Cycles, AreForbiddenUnderSequentialConsistency) {
    for (const auto& [name, cycle] : families())
        EXPECT_EQ(verdict(std::string(cycle), "sc"), kForbidden) << name;
}

/// What the published suites and the papers say.
TEST(Cycles, HaveTheVerdictsThatAreKnown) {
    EXPECT_EQ(verdict("PodWW Rfe PodRR Fre", "opencl-3.0"), kAllowed);
    EXPECT_EQ(verdict("PodWW Rel Rfe Acq PodRR Fre", "opencl-3.0"), kForbidden);
    EXPECT_EQ(verdict("FenceReldWW Rfe FenceAcqdRR Fre", "opencl-3.0"), kForbidden);
    EXPECT_EQ(verdict("PodWW Rel.wg Rfe Acq.wg PodRR Fre", "opencl-3.0"), kAllowed);
    EXPECT_EQ(verdict("PodWW Rel.wg Rfe@wg Acq.wg PodRR Fre", "opencl-3.0"), kForbidden);
    EXPECT_EQ(verdict("Sc PodWR Sc Fre Sc PodWR Sc Fre", "opencl-3.0"), kForbidden);
    EXPECT_EQ(verdict("Rel PodWR Acq Fre Rel PodWR Acq Fre", "opencl-3.0"), kAllowed);
    EXPECT_EQ(verdict("FenceScdWR Fre FenceScdWR Fre", "opencl-3.0"), kForbidden);
    EXPECT_EQ(verdict("PodRW Rfe PodRW Rfe", "c11"), kAllowed);
    EXPECT_EQ(verdict("PodRW Rfe PodRW Rfe", "rc11"), kForbidden);
    EXPECT_EQ(verdict("DpDatadW Rfe DpDatadW Rfe", "c11"), kAllowed);
    EXPECT_EQ(verdict("Rel Rfe Acq PodRW Rel Rfe Acq PodRR Fre", "c11"), kForbidden);
    EXPECT_EQ(verdict("Rfe Acq PodRR Fre Rfe Acq PodRR Fre", "c11"), kAllowed);
    EXPECT_EQ(verdict("Sc Rfe Sc PodRR Sc Fre Sc Rfe Sc PodRR Sc Fre", "c11"), kForbidden);
    EXPECT_EQ(verdict("Rfe PosRR Fre", "c11"), kForbidden);
    EXPECT_EQ(verdict("PosWW Coe Coe", "c11"), kForbidden);
}

TEST(Cycles, GiveWritesTheValuesOfTheirOrder) {
    EXPECT_EQ(condition(*made("PodWW Coe PodWW Coe")), "exists (x=2 /\\ y=2)");
    EXPECT_EQ(condition(*made("PodWW Rfe PodRW Coe")), "exists (1:r0=1 /\\ x=2)");
    // A third thread more reads what lies between the first write and the last.
    EXPECT_EQ(condition(*made("PosWW Coe Coe")), "exists (2:r0=1 /\\ 2:r1=2 /\\ x=3)");
}

TEST(Cycles, OfRelaxationsAreThereOnceUpToRotation) {
    const auto edges =
        read_relaxations(std::make_shared<Source>("list", "Rfe Fre PodWW PodRR PodWR"));
    ASSERT_TRUE(edges.ok());
    std::vector<std::string> found;
    for (const Cycle& each : cycles_of(*edges, 4, 4)) found.push_back(to_text(each));
    EXPECT_EQ(found, (std::vector<std::string>{"Rfe PodRR Fre PodWW", "Fre PodWR Fre PodWR"}));
}

TEST(Cycles, ThatCannotBeSayWhichStepIsToBlame) {
    const auto begin = [](const char* cycle) {
        const auto test = made(cycle);
        return test ? std::uint32_t{1000} : test.diagnostics().front().span.begin;
    };
    EXPECT_EQ(begin("PodWW Rfe PodRQ Fre"), 10U);
    EXPECT_EQ(begin("PodWR PodWW Rfe Fre"), 6U);
    EXPECT_EQ(begin("PodWW Acq Rfe PodRR Fre"), 6U);
    EXPECT_EQ(begin("PodWW Rfe@wg PodRR Fre@sys"), 19U);
}

}  // namespace
}  // namespace clmm::suites
