#include "clmm/lowering/sweep.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "clmm/engines/built_in.h"

namespace clmm::lowering {
namespace {

using generator::MemoryScope;
using generator::Modification;

/// What a sweep is about, and what it found.
struct Swept {
    SweepResult result;
    std::string words;  ///< all of it that can be compared
};

SweepOptions options_for(const Mapping& mapping) {
    SweepOptions options;
    options.check.engines = engines::built_in();
    options.space.accesses = 3;
    options.space.fences = 1;
    if (mapping.source_dialect == "OPENCL") {
        options.space.fences = 0;
        options.space.dialect = generator::Dialect::opencl;
        options.space.scopes = {MemoryScope::work_group, MemoryScope::device};
        options.space.places = options.space.sub_groups = true;
    }
    return options;
}

Swept swept(const std::string& name, const std::string& model, const SweepOptions& options) {
    const auto mapping = shipped_mapping(name);
    EXPECT_TRUE(mapping.ok()) << render(mapping.diagnostics());
    const auto source = model::shipped_model(model);
    const auto target = model::shipped_model(mapping->target_model);
    auto result = sweep(*mapping, *source, *target, options);
    EXPECT_TRUE(result.ok()) << render(result.diagnostics());
    Swept made{std::move(result).value(), {}};
    const SweepResult& of = made.result;
    for (const std::uint64_t count :
         {of.programs, of.sound, of.broken, of.undefined, of.unknown, of.not_lowered})
        made.words += std::to_string(count) + " ";
    for (const std::uint64_t count : of.uses) made.words += std::to_string(count) + ",";
    for (const Counterexample& each : of.counterexamples)
        made.words += "\n" + std::to_string(each.number) + generator::to_litmus(each.program);
    return made;
}

SweepOptions options_of(const std::string& name) { return options_for(*shipped_mapping(name)); }

/// One way of deciding, and an engine by itself, on the same programs.
void expect_agreement(const std::string& name, const std::string& model, SweepOptions options,
                      std::uint64_t least) {
    const Swept quick = swept(name, model, options);
    options.check.engine = enumerator::EngineChoice::explicit_search;
    EXPECT_EQ(quick.words, swept(name, model, options).words) << name;
    EXPECT_GE(quick.result.programs, least) << name;
}

/// Executions that are listed and judged one by one say what an engine says.
TEST(Sweep, JudgedExecutionsAgreeWithAnEngine) {
    const std::vector<std::tuple<std::string, std::string, std::size_t>> cases{
        {"c11-x86", "rc11", 150},           {"c11-armv8", "c11", 150},
        {"c11-armv8-lse-zero", "c11", 150}, {"c11-riscv", "c11", 150},
        {"c11-power-leading", "c11", 150},  {"c11-power-trailing", "rc11", 150},
        {"opencl-ptx", "opencl-3.0", 400},  {"opencl-ptx-relaxed-load", "opencl-3.0", 400}};
    for (const auto& [name, model, shards] : cases) {
        SweepOptions options = options_of(name);
        options.shards = shards;
        options.shard = shards / 2;
        expect_agreement(name, model, options, 100);
    }
}

/// … where mappings are broken, and where programs race.
TEST(Sweep, JudgedExecutionsAgreeWithAnEngineOnBrokenOnes) {
    SweepOptions options = options_of("c11-x86-unfenced");
    options.space = {.accesses = 4, .threads = 2, .fences = 0, .plain = false};
    options.space.modifications.clear();
    EXPECT_GT(swept("c11-x86-unfenced", "c11", options).result.broken, 0U);
    expect_agreement("c11-x86-unfenced", "c11", options, 300);
    SweepOptions racy = options_of("c11-armv8");
    racy.space.modifications.clear();
    racy.space.fences = 0;
    EXPECT_GT(swept("c11-armv8", "c11", racy).result.undefined, 0U);
    expect_agreement("c11-armv8", "c11", racy, 200);
}

/// Compare-exchanges, read-modify-writes that compute, local memory.
TEST(Sweep, JudgedExecutionsAgreeWithAnEngineOnMoreOperations) {
    SweepOptions c = options_of("c11-armv8");
    c.space.fences = 0;
    c.space.modifications = {Modification::add, Modification::exchange};
    c.space.compare_exchange = true;
    c.shards = 200;
    SweepOptions opencl = options_of("opencl-x86");
    opencl.space.regions = true;
    opencl.shards = 300;
    for (const auto& [name, model, chosen] :
         {std::tuple{"c11-armv8", "c11", c}, std::tuple{"opencl-x86", "opencl-3.0", opencl}}) {
        expect_agreement(name, model, chosen, 50);
    }
}

/// A compiler that makes the same text of all programs, of whose registers it says for each program
/// what they are.
class OneText final : public Lowerer {
public:
    /// `named`: each text has another name, so that no two are equal.
    explicit OneText(bool named) : named_(named) {}
    void prepare(const std::vector<generator::Program>&) override {}
    [[nodiscard]] Result<Lowered> lower(const generator::Program& program) const override {
        const std::vector<generator::Observed> all = generator::observed(program);
        Variant variant{"X86 test" + (named_ ? std::to_string(made_++) : "") +
                            "\n{ x=0; }\n P0 ;\n MOV EAX,[x] ;\n MOV EBX,$1 ;\n"
                            "locations [0:EAX; 0:EBX;]\n",
                        {}};
        const std::size_t number = std::hash<std::string>()(generator::to_litmus(program));
        for (std::size_t i = 0; i < all.size(); ++i) {
            const auto value = [is_one = (number >> i) % 3 == 0](const auto& values) {
                return values[is_one ? 1 : 0];
            };
            variant.states.push_back({all[i], {}, {}, Computation{{"0:EAX", "0:EBX"}, value}});
        }
        Lowered lowered;
        lowered.variants.push_back(std::move(variant));
        return lowered;
    }

private:
    bool named_;
    mutable int made_ = 0;
};

/// Texts that are equal end in the same, and that is another state of each source.
TEST(Sweep, EqualTextsAreReadByEachProgramForItself) {
    SweepOptions options = options_of("c11-x86");
    options.space.fences = 0;
    options.shards = 20;
    options.shard = 10;
    OneText equal(false);
    options.lowerer = &equal;
    const Swept together = swept("c11-x86", "rc11", options);
    OneText different(true);
    options.lowerer = &different;
    const Swept apart = swept("c11-x86", "rc11", options);
    EXPECT_EQ(together.words, apart.words);
    EXPECT_GT(apart.result.sound, 0U);
    EXPECT_GT(apart.result.broken, 0U);
}

TEST(Sweep, ShardsAreAllThereIs) {
    SweepOptions options = options_of("c11-x86-unfenced");
    options.space.fences = 0;
    const SweepResult whole = swept("c11-x86-unfenced", "rc11", options).result;
    std::uint64_t programs = 0, sound = 0, broken = 0;
    options.shards = 3;
    for (options.shard = 1; options.shard <= options.shards; ++options.shard) {
        const SweepResult part = swept("c11-x86-unfenced", "rc11", options).result;
        programs += part.programs;
        sound += part.sound;
        broken += part.broken;
    }
    EXPECT_EQ(programs, whole.programs);
    EXPECT_EQ(sound, whole.sound);
    EXPECT_EQ(broken, whole.broken);
    EXPECT_EQ(whole.programs, whole.sound + whole.broken + whole.undefined);
}

TEST(Sweep, JobsChangeNothing) {
    SweepOptions options = options_of("c11-armv8-ldapr-sc");
    options.space.fences = 0;
    options.space.plain = false;
    options.shards = 3;
    const Swept one = swept("c11-armv8-ldapr-sc", "c11", options);
    options.jobs = 3;
    EXPECT_EQ(one.words, swept("c11-armv8-ldapr-sc", "c11", options).words);
}

TEST(Sweep, StopsAtTheFirst) {
    SweepOptions options = options_of("c11-x86-unfenced");
    options.space = {.accesses = 4, .threads = 2, .fences = 0, .plain = false};
    options.space.modifications.clear();
    const SweepResult all = swept("c11-x86-unfenced", "rc11", options).result;
    options.stop_at_first = true;
    const SweepResult first = swept("c11-x86-unfenced", "rc11", options).result;
    EXPECT_GT(all.broken, 1U);
    EXPECT_EQ(first.broken, 1U);
    EXPECT_LT(first.programs, all.programs);
    ASSERT_EQ(first.counterexamples.size(), 1U);
    EXPECT_EQ(first.counterexamples.front().number, all.counterexamples.front().number);
}

TEST(Sweep, AboutOneLine) {
    SweepOptions options = options_of("c11-x86");
    options.space.fences = 0;
    const SweepResult all = swept("c11-x86", "rc11", options).result;
    options.about_lines = {2};
    const SweepResult some = swept("c11-x86", "rc11", options).result;
    EXPECT_EQ(some.programs, all.uses[2]);
    EXPECT_EQ(some.uses[2], some.programs);
}

/// What was found until some program, and what comes after it, are the whole.
TEST(Sweep, GoesOnWhereItEnded) {
    SweepOptions options = options_of("c11-x86-unfenced");
    options.space = {.accesses = 4, .threads = 2, .fences = 0, .plain = false};
    options.space.modifications.clear();
    const Swept whole = swept("c11-x86-unfenced", "rc11", options);
    options.stop_at_first = true;
    SweepResult part = swept("c11-x86-unfenced", "rc11", options).result;
    ASSERT_LT(part.next, whole.result.next);
    options.stop_at_first = false;
    for (Counterexample& each : part.counterexamples) each.program = {};
    options.so_far = &part;
    EXPECT_EQ(swept("c11-x86-unfenced", "rc11", options).words, whole.words);
}

/// A deadline leaves the rest open, and says so.
TEST(Sweep, EndsWithTheBudget) {
    SweepOptions options = options_of("c11-x86");
    options.check.budget.set_timeout(std::chrono::milliseconds(0));
    const SweepResult result = swept("c11-x86", "rc11", options).result;
    EXPECT_FALSE(result.is_complete());
    EXPECT_FALSE(result.ended.empty());
    EXPECT_EQ(result.broken, 0U);
    EXPECT_EQ(result.programs, result.sound);
    EXPECT_LT(result.programs, 2000U);
}

}  // namespace
}  // namespace clmm::lowering
