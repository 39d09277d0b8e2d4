#include "own_sources.h"

#include "search_fixture.h"

namespace clmm::explorer {
namespace {

/// Of each read in the order of the text: how many sources are left.
std::vector<std::size_t> sources_left(const std::string& text, std::string_view model_name,
                                      const Budget& budget = {}) {
    const EventStructure structure = structure_of(text);
    const model::MemoryModel model = model::shipped_model(model_name).value();
    Sources sources = model::possible_sources(structure);
    remove_own_sources(sources, structure, model, budget);
    std::vector<std::size_t> left;
    for (const litmus::Event& event : structure.events)
        if (event.kind == litmus::EventKind::read) left.push_back(sources[event.id.index()].size());
    return left;
}

std::string test_of(const std::string& first, const std::string& second = "") {
    std::string text =
        "C test\n{ [x]=0; [y]=0; }\nP0 (atomic_int* x, atomic_int* y) {\n" + first + "}\n";
    if (!second.empty()) text += "P1 (atomic_int* x, atomic_int* y) {\n" + second + "}\n";
    return text + "exists (x=0)\n";
}

std::string repeated(int times, const std::string& statement) {
    std::string text;
    for (int i = 0; i < times; ++i) text += statement;
    return text;
}

constexpr auto kOneStore = "  atomic_store_explicit(x, 1, memory_order_relaxed);\n";
constexpr auto kOneAddition = "  atomic_fetch_add_explicit(x, 1, memory_order_relaxed);\n";
constexpr auto kOneRead = "  { int r = atomic_load_explicit(x, memory_order_relaxed); }\n";

TEST(OwnSources, OneOfEachUnitIsLeft) {
    using Counts = std::vector<std::size_t>;
    for (const char* model : {"rc11", "c11", "opencl-3.0"}) {
        EXPECT_EQ(sources_left(test_of(repeated(5, kOneAddition)), model), Counts(5, 1)) << model;
        EXPECT_EQ(sources_left(test_of(repeated(5, kOneStore) + kOneRead), model), Counts{1})
            << model;
        // What stands behind the read is no source, nor what the object starts with.
        EXPECT_EQ(sources_left(test_of(repeated(2, kOneStore) + kOneRead + repeated(2, kOneStore)),
                               model),
                  Counts{1})
            << model;
    }
}

TEST(OwnSources, WhatOthersWroteStays) {
    using Counts = std::vector<std::size_t>;
    // Its own last one, and the other unit's three.
    EXPECT_EQ(
        sources_left(test_of(repeated(2, kOneStore) + kOneRead, repeated(3, kOneStore)), "rc11"),
        Counts{4});
    // Who has written nothing may read what the object starts with.
    EXPECT_EQ(sources_left(test_of(kOneRead, repeated(3, kOneStore)), "rc11"), Counts{4});
}

/// A write that need not take place overwrites nothing for certain.
TEST(OwnSources, GuardedWritesOverwriteNothing) {
    const std::string guarded =
        "  int g = atomic_load_explicit(y, memory_order_relaxed);\n"
        "  if (g) { atomic_store_explicit(x, 2, memory_order_relaxed); }\n";
    const auto left = sources_left(test_of(kOneStore + guarded + kOneRead), "rc11");
    EXPECT_EQ(left, (std::vector<std::size_t>{1, 2}));
}

TEST(OwnSources, WithoutTimeTheyStay) {
    Budget spent;
    spent.set_timeout(std::chrono::milliseconds(0));
    const std::string adds = test_of(repeated(20, kOneAddition));
    EXPECT_EQ(sources_left(adds, "rc11"), std::vector<std::size_t>(20, 1));
    EXPECT_GT(sources_left(adds, "rc11", spent).back(), 1U);
}

}  // namespace
}  // namespace clmm::explorer
