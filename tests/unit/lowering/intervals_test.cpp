// What is concluded of programs from weaker and stronger ones is what they are themselves.
#include <gtest/gtest.h>

#include <string>

#include "clmm/engines/built_in.h"
#include "clmm/lowering/sweep.h"

namespace clmm::lowering {
namespace {

using generator::MemoryScope;
using generator::Modification;
using generator::Space;

struct SourceModel {
    std::string model;
    std::set<std::string> variants = {};
};

std::string swept(const Mapping& mapping, const SourceModel& model, const SweepOptions& options) {
    const auto source =
        model::shipped_model(model.model, {.variants = model.variants, .includes = {}});
    const auto target = model::shipped_model(mapping.target_model,
                                             {.variants = mapping.target_variants, .includes = {}});
    const auto result = sweep(mapping, *source, *target, options);
    EXPECT_TRUE(result.ok()) << render(result.diagnostics());
    std::string words = std::to_string(result->programs) + ": " + std::to_string(result->sound) +
                        " " + std::to_string(result->broken) + " " +
                        std::to_string(result->undefined) + " " + std::to_string(result->unknown) +
                        " " + std::to_string(result->not_lowered) + "; ";
    for (const std::uint64_t count : result->uses) words += std::to_string(count) + ",";
    for (const Counterexample& each : result->counterexamples)
        words += "\n" + std::to_string(each.number) + generator::to_litmus(each.program);
    return words;
}

/// With conclusions, and each program by itself.
void expect_the_same(const Mapping& mapping, const SourceModel& model, const Space& space) {
    SweepOptions options;
    options.check.engines = engines::built_in();
    options.space = space;
    if (mapping.source_dialect == "OPENCL") options.space.dialect = generator::Dialect::opencl;
    const std::string concluded = swept(mapping, model, options);
    options.one_by_one = true;
    EXPECT_EQ(concluded, swept(mapping, model, options)) << mapping.name;
}

const Space kTwoThreads{
    .accesses = 4, .threads = 2, .fences = 0, .plain = false, .modifications = {}};

TEST(Intervals, OfCsMappings) {
    for (const auto& [name, model] : std::vector<std::pair<std::string, std::string>>{
             {"c11-x86-unfenced", "c11"}, {"c11-power-leading", "rc11"}}) {
        const auto mapping = shipped_mapping(name);
        expect_the_same(*mapping, {model},
                        {.accesses = 3, .fences = 1, .plain = false, .modifications = {}});
        expect_the_same(*mapping, {model}, kTwoThreads);
    }
}

TEST(Intervals, OfReadModifyWritesAndRaces) {
    expect_the_same(*shipped_mapping("c11-armv8"), {"c11"},
                    {.accesses = 3, .threads = 2, .fences = 0});
}

/// Whose two orders keep to one another, and which are one read or two.
TEST(Intervals, OfCompareExchanges) {
    Space space{.accesses = 3, .threads = 2, .fences = 0, .plain = false, .modifications = {}};
    space.compare_exchange = true;
    for (const char* name : {"c11-riscv", "c11-x86-unfenced"})
        expect_the_same(*shipped_mapping(name), {"c11"}, space);
    expect_the_same(*shipped_mapping("opencl-ptx"), {"opencl-3.0", {"order-S=psc"}}, space);
}

TEST(Intervals, OfOpenClsMappings) {
    Space space{.accesses = 3, .threads = 2, .fences = 0, .plain = false, .modifications = {}};
    space.scopes = {MemoryScope::device};
    for (const char* name : {"opencl-ptx-nvidia", "opencl-amdgpu-gfx90a", "opencl-vulkan"})
        expect_the_same(*shipped_mapping(name), {"opencl-3.0"}, space);
    space.modifications = {Modification::exchange};
    expect_the_same(*shipped_mapping("opencl-ptx"), {"opencl-3.0", {"order-S=psc"}}, space);
}

/// Scopes, places and both regions.
TEST(Intervals, OfScopesAndRegions) {
    Space space{.accesses = 3, .threads = 2, .fences = 1, .plain = false, .modifications = {}};
    space.scopes = {MemoryScope::work_group};
    space.places = space.sub_groups = space.regions = true;
    expect_the_same(*shipped_mapping("opencl-ptx-membar-buggy"), {"opencl-scoped"}, space);
}

/// Mappings in which one instruction is missing or weaker: what is broken is found.
TEST(Intervals, OfMutants) {
    const std::vector<Mutant> mutants = mutants_of(*shipped_mapping("c11-riscv"));
    for (std::size_t i = 0; i < mutants.size(); i += 24)
        expect_the_same(mutants[i].mapping, {"c11"}, kTwoThreads);
    Space space = kTwoThreads;
    space.accesses = 3;
    space.compare_exchange = true;
    for (const Mutant& each : mutants)
        if (each.mapping.rules[*each.rules.begin()].operation == "cas")
            expect_the_same(each.mapping, {"c11"}, space);
}

}  // namespace
}  // namespace clmm::lowering
