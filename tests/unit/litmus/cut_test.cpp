// An unfolding that nobody can follow to its end asks its budget again and again, and goes no
// further once that is spent.
#include "reading.h"
#include "support/counted_budget.h"

namespace clmm::litmus {
namespace {

using test::CountedBudget;

std::string with_next(const std::string& body) {
    return "OPENCL t\n{ int x = 0; }\n"
           "int next(int n) { return n + 1; }\n"
           "P0 (global int* x) { int s = 0; " +
           body + " *x = s; }\nexists (x=0)\n";
}

const std::vector<std::string> kEndless = {
    "for (int i = 0; i < 4000; i++) for (int j = 0; j < 4000; j++) s += i ^ j;",
    "int i = 0; while (i < 4000) { int j = 0; while (j < 4000) { s += j; j++; } i++; }",
    "int i = 0; do { int j = 0; do { s -= j; j++; } while (j < 4000); i++; } while (i < 4000);",
    "for (int i = 0; i < 4000; i = next(i)) for (int j = 0; j < 4000; j++) s = next(s);",
};

TEST(Cut, EndsAtTheQuestionThatSaysSo) {
    for (const std::string& body : kEndless)
        for (const std::uint64_t question : {1U, 2U, 40U}) {
            const CountedBudget limited(question);
            UnfoldOptions options;
            options.budget = limited.budget();
            const EventStructure structure = testing::unfolded(with_next(body), options);
            EXPECT_EQ(structure.cut, StopReason::memory) << body;
            EXPECT_EQ(limited.asked(), question) << body;
        }
}

/// How often a whole unfolding asks.
std::uint64_t questions(const std::string& body) {
    const CountedBudget endless(~std::uint64_t{0});
    UnfoldOptions options;
    options.budget = endless.budget();
    EXPECT_FALSE(testing::unfolded(with_next(body), options).cut) << body;
    return endless.asked();
}

TEST(Cut, AsksInEveryKindOfLoop) {
    EXPECT_GE(questions("for (int i = 0; i < 64; i++) for (int j = 0; j < 64; j++) s += j;"),
              64U * 64 / 16);
    EXPECT_GE(questions("int i = 0; while (i < 1024) i++; s = i;"), 1024U / 16);
    EXPECT_GE(questions("int i = 0; do i++; while (i < 1024); s = i;"), 1024U / 16);
    EXPECT_GE(questions("for (int i = 0; i < 1024; i = next(i)) s = next(s);"), 1024U / 16);
}

}  // namespace
}  // namespace clmm::litmus
