#include "clmm/separation/contained.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>

#include "clmm/engines/built_in.h"

namespace clmm::separation {
namespace {

enumerator::CheckOptions with_engines() { return {.engines = engines::built_in()}; }

SourcePtr source(const std::string& text) { return std::make_shared<Source>("test", text); }

bool has(const std::vector<std::string>& texts, const std::string& text) {
    return std::ranges::find(texts, text) != texts.end();
}

TEST(SmallerTexts, AreAllOfOneStep) {
    const auto model = model::shipped_model("c11");
    const auto texts =
        smaller_texts(source("C t\n{ [x]=0; }\n"
                             "P0 (atomic_int* x) {\n"
                             "  int r0 = atomic_load_explicit(x, memory_order_acquire);\n"
                             "  if (r0) *x = 1;\n"
                             "}\n"
                             "exists (0:r0=1 /\\ x=1)\n"),
                      *model, with_engines());
    const std::string begin = "C t\n{ [x]=0; }\nP0 (atomic_int* x) {\n";
    const std::string load = "  int r0 = atomic_load_explicit(x, memory_order_acquire);\n";
    EXPECT_TRUE(has(texts, begin + "  if (r0) *x = 1;\n}\nexists (x=1)\n"))
        << "what is said of a register goes with its statement";
    EXPECT_TRUE(has(texts, begin + load + "}\nexists (0:r0=1 /\\ x=1)\n"));
    EXPECT_TRUE(has(texts, begin + load + "  if (r0) ;\n}\nexists (0:r0=1 /\\ x=1)\n"));
    EXPECT_TRUE(has(texts, begin + load + "  *x = 1;\n}\nexists (0:r0=1 /\\ x=1)\n"));
    EXPECT_TRUE(has(texts, begin + load + "  if (r0) *x = 1;\n}\nexists (0:r0=1)\n"));
    EXPECT_TRUE(has(texts, "C t\n{ [x]=0; }\nexists (x=1)\n")) << "a unit with its registers";
    EXPECT_TRUE(has(texts, begin + "  int r0 = atomic_load_explicit(x, memory_order_relaxed);\n"
                                   "  if (r0) *x = 1;\n}\nexists (0:r0=1 /\\ x=1)\n"));
}

ContainedResult separated(const std::string& text, const char* first, const char* second,
                          bool both = true) {
    const auto a = model::shipped_model(first);
    const auto b = model::shipped_model(second);
    ContainedOptions options;
    options.both = both;
    options.check = with_engines();
    return separate_contained(source(text), *a, *b, options).value();
}

constexpr const char* kLoadBuffering =
    "C LB\n{ [x]=0; [y]=0; }\n"
    "P0 (atomic_int* x, atomic_int* y) {\n"
    "  int r0 = atomic_load_explicit(x, memory_order_acquire);\n"
    "  atomic_store_explicit(y, 1, memory_order_relaxed);\n"
    "}\n"
    "P1 (atomic_int* x, atomic_int* y) {\n"
    "  int r0 = atomic_load_explicit(y, memory_order_relaxed);\n"
    "  atomic_store_explicit(x, 1, memory_order_relaxed);\n"
    "}\n"
    "exists (0:r0=1 /\\ 1:r0=1)\n";

TEST(SeparateContained, LeavesWhatIsNeeded) {
    const ContainedResult result = separated(kLoadBuffering, "c11", "rc11");
    ASSERT_EQ(result.found.size(), 1U);
    EXPECT_EQ(result.found[0].weaker, 0U);
    EXPECT_EQ(result.found[0].manner, Manner::condition);
    EXPECT_EQ(result.found[0].text.find("acquire"), std::string::npos);
    EXPECT_NE(result.found[0].text.find("exists (0:r0=1 /\\ 1:r0=1)"), std::string::npos);
    EXPECT_TRUE(result.is_complete());
    EXPECT_EQ(result.texts, result.decided);
    const ContainedResult again = separated(result.found[0].text, "c11", "rc11");
    ASSERT_EQ(again.found.size(), 1U);
    EXPECT_EQ(again.found[0].text, again.whole) << "all of it is needed";
}

TEST(SeparateContained, LooksInTheDirectionThatIsAskedFor) {
    EXPECT_TRUE(separated(kLoadBuffering, "rc11", "c11", false).found.empty());
    const ContainedResult result = separated(kLoadBuffering, "rc11", "c11", true);
    ASSERT_EQ(result.found.size(), 1U);
    EXPECT_EQ(result.found[0].weaker, 1U);
}

TEST(SeparateContained, WhatOneModelAloneAcceptsSeparates) {
    const std::string text =
        "OPENCL t\n{ }\nP0@wg 0, dev 0 (global atomic_int* x) {\n"
        "  atomic_store_explicit(x, 1, memory_order_relaxed, memory_scope_work_item);\n}\n";
    const ContainedResult result = separated(text, "opencl-3.0", "opencl-scoped");
    ASSERT_EQ(result.found.size(), 1U);
    EXPECT_EQ(result.found[0].weaker, 1U);
    EXPECT_EQ(result.found[0].manner, Manner::rejected);
    EXPECT_EQ(result.found[0].text, result.whole);
}

TEST(SeparateContained, EndsWithItsBudget) {
    const auto a = model::shipped_model("c11");
    const auto b = model::shipped_model("rc11");
    ContainedOptions options;
    options.check = with_engines();
    options.check.budget.set_timeout(std::chrono::milliseconds(0));
    const auto result = separate_contained(source(kLoadBuffering), *a, *b, options);
    ASSERT_TRUE(result);
    EXPECT_FALSE(result->is_complete());
    EXPECT_TRUE(result->found.empty());
}

TEST(SeparateContained, WhatIsNoTestIsAnError) {
    const auto a = model::shipped_model("c11");
    const auto b = model::shipped_model("rc11");
    ContainedOptions options;
    options.check = with_engines();
    EXPECT_FALSE(separate_contained(source("C t\n{ }\nP0 () { int r0 = ; }\n"), *a, *b, options));
}

}  // namespace
}  // namespace clmm::separation
