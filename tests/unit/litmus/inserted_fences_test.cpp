#include <gtest/gtest.h>

#include "changes_subject.h"

namespace clmm::litmus {
namespace {

/// Where fences can stand, as the text before the inserted word.
std::string fences_in(const std::string& body) {
    const Subject s(two_units(body));
    std::string all;
    for (std::size_t i = 0; i < s.space.places().size(); ++i) {
        if (!s.space.places()[i].inserts) continue;
        const ChangedText changed = s.space.apply({{i, 0}});
        std::string text = changed.text;
        const Span fence = changed.fences.at(0).span;
        text.replace(fence.begin, fence.end - fence.begin, "F;");
        const std::size_t begin = text.find("z) {\n") + 5;
        if (fence.begin < begin || fence.begin > text.find("\nP1")) continue;
        all += text.substr(begin, text.find("\n}\nP1") - begin) + "\n--\n";
    }
    return all;
}

TEST(Fences, StandBesideWhatActs) {
    EXPECT_EQ(fences_in("  *z = 1;\n  int r = 1;\n  *z = 2;  // last"),
              "  F;\n  *z = 1;\n  int r = 1;\n  *z = 2;  // last\n--\n"
              "  *z = 1;\n  F;\n  int r = 1;\n  *z = 2;  // last\n--\n"
              "  *z = 1;\n  int r = 1;\n  *z = 2;  // last\n  F;\n--\n");
}

TEST(Fences, StandOnTheLineOfTheirNeighbours) {
    EXPECT_EQ(fences_in("  int r = 1; *z = 1;"),
              "  F;\n  int r = 1; *z = 1;\n--\n"
              "  int r = 1; *z = 1; F;\n--\n");
}

TEST(Fences, GetBracesWhereTheyNeedThem) {
    EXPECT_EQ(fences_in("  if (*z) *z = 1;"),
              "  F;\n  if (*z) *z = 1;\n--\n"
              "  if (*z) { F; *z = 1; }\n--\n"
              "  if (*z) *z = 1;\n  F;\n--\n");
}

TEST(Fences, NothingStandsBehindAJump) {
    EXPECT_EQ(fences_in("  while (*z) {\n    break;\n  }"),
              "  F;\n  while (*z) {\n    break;\n  }\n--\n"
              "  while (*z) {\n    F;\n    break;\n  }\n--\n"
              "  while (*z) {\n    break;\n  }\n  F;\n--\n");
}

TEST(Fences, OfATestInCHaveAnOrderOnly) {
    const Subject s("C t\n{ x = 0; }\nP0 (int* x) { *x = 1; }\nexists (x=1)\n");
    EXPECT_EQ(s.told(PlaceKind::inserted_fence),
              " -> atomic_thread_fence(memory_order_acquire); "
              "atomic_thread_fence(memory_order_release); "
              "atomic_thread_fence(memory_order_acq_rel); "
              "atomic_thread_fence(memory_order_seq_cst);;"
              "  -> atomic_thread_fence(memory_order_acquire); "
              "atomic_thread_fence(memory_order_release); "
              "atomic_thread_fence(memory_order_acq_rel); "
              "atomic_thread_fence(memory_order_seq_cst);");
}

TEST(Fences, GetTheFlagsOfTheMemoryThatIsThere) {
    const Subject s(
        "OPENCL t\n{ [x]=0; [l]=0; }\n"
        "P0@wg 0, dev 0 (global int* x, local int* l) { *x = 1; *l = 1; }\nexists (x=1)\n");
    const auto fences = s.of(PlaceKind::inserted_fence);
    ASSERT_EQ(fences.size(), 3U);
    EXPECT_EQ(fences[0]->stronger.size(), 4U * 2U * 3U);  // orders, scopes, sets of flags
}

}  // namespace
}  // namespace clmm::litmus
