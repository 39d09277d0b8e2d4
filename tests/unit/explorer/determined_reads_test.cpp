#include "determined_reads.h"

#include "clmm/explorer/explicit_engine.h"
#include "search_fixture.h"

namespace clmm::explorer {
namespace {

std::string in_c(const std::string& first, const std::string& second) {
    return "C test\n{ [x]=3; [y]=0; [z]=0; }\nP0 (atomic_int* x, atomic_int* y, atomic_int* z) "
           "{\n" +
           first + "}\nP1 (atomic_int* x, atomic_int* y, atomic_int* z) {\n" + second +
           "}\nexists (y=0)\n";
}

std::string load(const std::string& name, const std::string& from) {
    return "  int " + name + " = atomic_load_explicit(" + from + ", memory_order_relaxed);\n";
}
std::string store(const std::string& to, const std::string& value) {
    return "  atomic_store_explicit(" + to + ", " + value + ", memory_order_relaxed);\n";
}

Determined determined(const EventStructure& structure) {
    return with_determined_reads(structure, model::possible_sources(structure));
}

/// The value that the last write of a structure writes, as text.
std::string last_value(const EventStructure& structure) {
    std::string text;
    for (const litmus::Event& event : structure.events)
        if (event.kind == litmus::EventKind::write) text = structure.terms.to_text(event.value);
    return text;
}

TEST(DeterminedReads, OfOneSourceHaveItsValue) {
    // Only P0 writes y, after it has read; nobody writes x.
    const EventStructure structure =
        structure_of(in_c(load("r", "x") + store("y", "r * 2 + 1"), ""));
    const Determined found = determined(structure);
    EXPECT_EQ(found.reads, 1U);
    EXPECT_EQ(last_value(found.structure), "7");
    EXPECT_EQ(found.structure.size(), structure.size());
}

TEST(DeterminedReads, ValuesArePassedOnAgainstTheOrderOfEvents) {
    // What P1 stores comes from x, what P0 stores from there, though P0 comes first. A read that
    // may read what z starts with has no value.
    const EventStructure structure = structure_of(
        in_c(load("r", "z") + store("y", "r + 1"), load("s", "x") + store("z", "s + 1")));
    EXPECT_EQ(determined(structure).reads, 1U);
    Sources sources = model::possible_sources(structure);
    for (std::vector<EventId>& of_read : sources)
        if (of_read.size() == 2) of_read.erase(of_read.begin());
    const Determined found = with_determined_reads(structure, sources);
    EXPECT_EQ(found.reads, 2U);
    bool writes_five = false;
    for (const litmus::Event& event : found.structure.events)
        writes_five = writes_five || (event.kind == litmus::EventKind::write && !event.initial &&
                                      found.structure.terms.to_text(event.value) == "5");
    EXPECT_TRUE(writes_five);
}

TEST(DeterminedReads, ValuesThatDependOnThemselvesAreNone) {
    const EventStructure structure = structure_of(
        in_c(load("r", "z") + store("y", "r + 1"), load("s", "y") + store("z", "s + 1")));
    Sources sources = model::possible_sources(structure);
    for (std::vector<EventId>& of_read : sources)
        if (of_read.size() == 2) of_read.erase(of_read.begin());
    EXPECT_EQ(with_determined_reads(structure, sources).reads, 0U);
}

TEST(DeterminedReads, AReadThatNeedNotTakePlaceStays) {
    const std::string guarded =
        load("r", "z") + "  if (r) {\n" + load("s", "x") + store("y", "s") + "  }\n";
    const EventStructure structure = structure_of(in_c(guarded, store("z", "1")));
    EXPECT_EQ(determined(structure).reads, 0U);
}

}  // namespace
}  // namespace clmm::explorer
