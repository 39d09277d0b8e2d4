#include "clmm/litmus/final_question.h"

#include <gtest/gtest.h>

#include "reading.h"

namespace clmm::litmus {
namespace {

using Values = std::vector<std::uint64_t>;

/// A question about x, y (int), c (char), the pointer p and 0:r0, by the observables' order.
class FinalQuestionTest : public ::testing::Test {
protected:
    struct Asked {
        LitmusTest test;
        EventStructure structure;
        FinalQuestion question;
    };
    static Asked ask(const std::string& condition) {
        auto test = clmm::litmus::testing::read(
            "OPENCL q\n{ [x]=0; [y]=0; char c = 0; int* p = &x; }\n"
            "P0 (global int* x, global int* y, global char* c, global int** p) {\n"
            "  int r0 = *x; uint u = *x; *y = 1; *c = *c;\n}\n" +
            condition);
        EXPECT_TRUE(test.ok()) << render(test.diagnostics());
        auto structure = unfold(*test, {});
        EXPECT_TRUE(structure.ok()) << render(structure.diagnostics());
        FinalQuestion question(*test, *structure);
        return {std::move(test).value(), std::move(structure).value(), std::move(question)};
    }
};

TEST_F(FinalQuestionTest, ComparesRegistersAndLocations) {
    const Asked asked = ask("exists (0:r0=2 /\\ not (y=3))");
    ASSERT_EQ(asked.structure.observables.size(), 2U);
    EXPECT_TRUE(asked.question.satisfies(Values{2, 0}));
    EXPECT_FALSE(asked.question.satisfies(Values{2, 3}));
    EXPECT_FALSE(asked.question.satisfies(Values{1, 0}));
}

/// The unfolding knows that r0 is the initial value of x and folds it; the question does not.
TEST_F(FinalQuestionTest, IsAboutTheValuesAlone) {
    const Asked asked = ask("forall (0:r0=0)");
    EXPECT_TRUE(asked.question.satisfies(Values{0}));
    EXPECT_FALSE(asked.question.satisfies(Values{5}));
}

TEST_F(FinalQuestionTest, KnowsSignsAndWidths) {
    EXPECT_TRUE(ask("exists (0:r0 < 0)").question.satisfies(Values{0xFFFF'FFFF}));
    EXPECT_FALSE(ask("exists (0:u < 0)").question.satisfies(Values{0xFFFF'FFFF}));
    EXPECT_TRUE(ask("exists (c = -2)").question.satisfies(Values{0xFE}));
}

TEST_F(FinalQuestionTest, ComparesAddresses) {
    const Asked asked = ask("exists (p = &y)");
    std::uint64_t x = 0, y = 0;
    for (const Location& location : asked.structure.locations) {
        if (location.name == "x") x = location.address;
        if (location.name == "y") y = location.address;
    }
    EXPECT_TRUE(asked.question.satisfies(Values{y}));
    EXPECT_FALSE(asked.question.satisfies(Values{x}));
}

TEST_F(FinalQuestionTest, AsksTheFilterApart) {
    const Asked asked = ask("filter (x=1) exists (y=1)");
    EXPECT_EQ(asked.structure.observables.front().name, "x");
    EXPECT_TRUE(asked.question.passes_filter(Values{1, 0}));
    EXPECT_FALSE(asked.question.passes_filter(Values{0, 1}));
    EXPECT_TRUE(asked.question.satisfies(Values{0, 1}));
}

TEST_F(FinalQuestionTest, IsTrueWithoutACondition) {
    const Asked asked = ask("locations [x;]");
    EXPECT_TRUE(asked.question.satisfies(Values{9}));
    EXPECT_TRUE(asked.question.passes_filter(Values{9}));
}

/// Of an execution that was not unfolded: registers are those that it left.
TEST_F(FinalQuestionTest, IsAboutAnExecutionsRegisters) {
    const Asked asked = ask("exists (0:r0 = -1 /\\ 0:u = 0 /\\ y = 2)");
    const std::vector<FinalQuestion::Register> left = {
        {.unit = 0, .name = "other"},
        {.unit = 0, .name = "r0", .width = 64},
    };
    const FinalQuestion question(asked.test, left);
    const auto observed = question.observables();
    ASSERT_EQ(observed.size(), 3U);
    EXPECT_EQ(observed[0].name, "0:r0");
    EXPECT_EQ(observed[1].name, "0:u");
    EXPECT_EQ(observed[2].name, "y");
    EXPECT_TRUE(question.satisfies(Values{~std::uint64_t{0}, 0, 2}));
    EXPECT_FALSE(question.satisfies(Values{0xFFFF'FFFF, 0, 2}));       // of 64 bits
    EXPECT_TRUE(question.satisfies(Values{~std::uint64_t{0}, 5, 2}));  // u was not reached: 0
}

}  // namespace
}  // namespace clmm::litmus
