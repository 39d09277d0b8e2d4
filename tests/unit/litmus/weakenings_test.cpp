#include "clmm/litmus/weakenings.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "clmm/litmus/opencl_events.h"
#include "reading.h"

namespace clmm::litmus {
namespace {

/// A test, its events and what can be weakened in it.
struct Weakened {
    explicit Weakened(const std::string& text)
        : test(testing::read(text).value()),
          structure(unfold(test, {}).value()),
          space(test, structure) {}

    /// `acq_rel -> release acquire relaxed` for each place of the kind, the common words cut.
    [[nodiscard]] std::string told(PlaceKind kind) const {
        std::string text;
        for (const WeakeningPlace& place : space.places()) {
            if (place.kind != kind) continue;
            text += (text.empty() ? "" : "; ") + place.text + " ->";
            for (const std::string& to : place.texts) text += " " + to;
        }
        for (const std::string word : {"memory_order_", "memory_scope_", "CLK_", "_MEM_FENCE"})
            for (std::size_t at = 0; (at = text.find(word)) != std::string::npos;)
                text.erase(at, word.size());
        return text;
    }

    /// The body of P0 after the first place of the kind fell to its `level`.
    [[nodiscard]] std::string changed(PlaceKind kind, std::size_t level = 0) const {
        for (std::size_t i = 0; i < space.places().size(); ++i)
            if (space.places()[i].kind == kind) return body(space.apply({{i, level}}));
        return "no such place";
    }
    static std::string body(const std::string& text) {
        const std::size_t begin = text.find("z) {\n") + 5;
        return text.substr(begin, text.find("\n}\n", begin) - begin);
    }

    LitmusTest test;
    EventStructure structure;
    WeakeningSpace space;
};

/// Only P0 has atomic operations.
std::string with_body(const std::string& body) {
    return "OPENCL t\n{ [x]=0; [z]=0; }\n"
           "P0@wg 0, dev 0 (global atomic_int* x, global int* z) {\n" +
           body + "\n}\nP1@wg 1, dev 0 (global int* z) { *z = 2; }\nexists (x=0)\n";
}

TEST(Weakening, AnOperationFallsToTheOrdersThatItMayHave) {
    const auto orders = [](const std::string& body) {
        return Weakened(with_body(body)).told(PlaceKind::order);
    };
    EXPECT_EQ(orders("atomic_store_explicit(x, 1, memory_order_seq_cst);"),
              "seq_cst -> release relaxed");
    EXPECT_EQ(orders("int r = atomic_load_explicit(x, memory_order_seq_cst);"),
              "seq_cst -> acquire relaxed");
    EXPECT_EQ(orders("atomic_fetch_add_explicit(x, 1, memory_order_acq_rel);"),
              "acq_rel -> release acquire relaxed");
    EXPECT_EQ(orders("atomic_store_explicit(x, 1, memory_order_relaxed);"), "");
}

TEST(Weakening, AnImpliedOrderIsWrittenOut) {
    const Weakened store(with_body("atomic_store(x, 1);"));
    EXPECT_EQ(store.told(PlaceKind::order), "seq_cst -> release relaxed");
    EXPECT_EQ(store.changed(PlaceKind::order),
              "atomic_store_explicit(x, 1, memory_order_release);");
    const Weakened exchange(with_body("int e; atomic_compare_exchange_strong(x, &e, 1);"));
    EXPECT_EQ(exchange.changed(PlaceKind::failure_order, 1),
              "int e; atomic_compare_exchange_strong_explicit(x, &e, 1, memory_order_seq_cst, "
              "memory_order_relaxed);");
}

TEST(Weakening, AFailingExchangeIsNoStrongerThanASucceedingOne) {
    const Weakened exchange(
        with_body("int e; atomic_compare_exchange_strong_explicit(x, &e, 1, memory_order_acq_rel, "
                  "memory_order_acquire);"));
    EXPECT_EQ(exchange.told(PlaceKind::order), "acq_rel -> release acquire relaxed");
    EXPECT_EQ(exchange.changed(PlaceKind::order, 0),
              "int e; atomic_compare_exchange_strong_explicit(x, &e, 1, memory_order_release, "
              "memory_order_relaxed);");
    EXPECT_EQ(exchange.changed(PlaceKind::order, 1),
              "int e; atomic_compare_exchange_strong_explicit(x, &e, 1, memory_order_acquire, "
              "memory_order_acquire);");
}

TEST(Weakening, ScopesNarrowDownToASubGroups) {
    EXPECT_EQ(Weakened(with_body("atomic_store_explicit(x, 1, memory_order_release, "
                                 "memory_scope_all_svm_devices);"))
                  .told(PlaceKind::scope),
              "all_svm_devices -> device work_group sub_group");
    const Weakened implied(with_body("atomic_store_explicit(x, 1, memory_order_release);"));
    EXPECT_EQ(implied.changed(PlaceKind::scope),
              "atomic_store_explicit(x, 1, memory_order_release, memory_scope_work_group);");
}

TEST(Weakening, FlagsAreDropped) {
    const Weakened both(
        with_body("work_group_barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);"));
    EXPECT_EQ(both.told(PlaceKind::flags), "GLOBAL | LOCAL -> LOCAL GLOBAL 0");
    EXPECT_EQ(both.changed(PlaceKind::flags, 2), "work_group_barrier(0);");
    EXPECT_EQ(both.told(PlaceKind::order), "");
    EXPECT_EQ(both.told(PlaceKind::removed_fence), "");  // others would wait for ever
}

TEST(Weakening, FencesGo) {
    const std::string fence =
        "atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device);";
    const auto left = [](const std::string& body) {
        return Weakened(with_body(body)).changed(PlaceKind::removed_fence);
    };
    EXPECT_EQ(left("*z = 1;\n  " + fence + "\n*z = 3;"), "*z = 1;\n*z = 3;");
    EXPECT_EQ(left("*z = 1; " + fence + " *z = 3;"), "*z = 1;  *z = 3;");
    EXPECT_EQ(left("if (*z) " + fence), "if (*z) ;");
    EXPECT_EQ(left("mem_fence(CLK_GLOBAL_MEM_FENCE); *z = 1;"), " *z = 1;");
    EXPECT_EQ(Weakened(with_body("if (0) " + fence)).told(PlaceKind::removed_fence), "");
}

/// What a level says is weaker than what stands there, and the text reads as a test whose events
/// are no more than before, each no stronger. An exchange whose two orders come to be equal reads
/// in one event, and one whose orders come to differ in two.
void expect_weaker(const Weakened& s, std::size_t number, std::size_t level) {
    const WeakeningPlace& place = s.space.places()[number];
    EXPECT_TRUE(weaker_or_equal(place.weaker[level], place.now)) << place.text;
    EXPECT_NE(place.weaker[level], place.now) << place.text;
    const std::string text = s.space.apply({{number, level}});
    const auto test = testing::read(text);
    ASSERT_TRUE(test) << render(test.diagnostics()) << text;
    const auto structure = unfold(*test, {});
    ASSERT_TRUE(structure) << render(structure.diagnostics()) << text;
    EXPECT_NE(to_text(*structure), to_text(s.structure)) << text;
    if (structure->size() != s.structure.size()) {
        const bool is_exchange =
            place.kind == PlaceKind::order || place.kind == PlaceKind::failure_order;
        const bool is_fewer = structure->size() < s.structure.size();
        EXPECT_TRUE(is_exchange || (is_fewer && place.kind == PlaceKind::removed_fence)) << text;
        return;
    }
    for (std::size_t i = 0; i < structure->size(); ++i) {
        const OpenClAttributes& now = attributes(*structure, EventId(i));
        const OpenClAttributes& before = attributes(s.structure, EventId(i));
        EXPECT_TRUE(weaker_or_equal(Strength{now.order, now.scope, {}},
                                    Strength{before.order, before.scope, {}}))
            << text;
    }
}

TEST(Weakening, EveryTextOfEveryExampleReadsAndIsWeaker) {
    const auto examples = std::filesystem::path(CLMM_TESTS_DIR).parent_path() / "examples";
    std::size_t texts = 0;
    for (const auto& file : std::filesystem::recursive_directory_iterator(examples)) {
        if (file.path().extension() != ".litmus") continue;
        std::ostringstream content;
        content << std::ifstream(file.path()).rdbuf();
        const auto read = testing::read(content.str());
        if (!read || !unfold(*read, {})) continue;  // tests of host code need more
        const Weakened s(content.str());
        for (std::size_t i = 0; i < s.space.places().size(); ++i)
            for (std::size_t level = 0; level < s.space.places()[i].weaker.size(); ++level, ++texts)
                expect_weaker(s, i, level);
    }
    EXPECT_GT(texts, 100U);
}

}  // namespace
}  // namespace clmm::litmus
