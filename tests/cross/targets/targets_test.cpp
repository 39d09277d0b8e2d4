#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "clmm/explorer/explicit_engine.h"
#include "clmm/model/memory_model.h"
#include "clmm/suites/mutants.h"
#include "cross/compare.h"
#include "cross/reports.h"
#include "cross/targets/processor.h"
#include "cross/targets/ptx.h"
#include "cross/targets/vulkan.h"

/// The models of targets against oracles written from the published texts, outcome by outcome.
/// `CLMM_TARGET_TESTS=N` asks N tests, drawn ones from `CLMM_TARGET_SEED=S` on; with
/// `CLMM_TARGET_MUTANTS=1` models that lack a part are held against the oracles as well, and have
/// to differ somewhere or are listed.
namespace clmm::oracle {
namespace {

std::uint64_t given(const char* name, std::uint64_t usual) {
    const char* value = std::getenv(name);
    return value == nullptr ? usual : std::strtoull(value, nullptr, 10);
}

struct Question {
    Asked test;
    Answer expected;
};

/// A model with its oracle, and where its tests come from.
struct Target {
    const char* model;
    std::uint64_t small_tests;
    std::function<Question(std::uint64_t)> small;
    std::function<Question(std::uint64_t)> drawn;
    std::set<std::string> variants = {};

    friend std::ostream& operator<<(std::ostream& out, const Target& target) {
        out << target.model;
        for (const std::string& variant : target.variants) out << "-" << variant;
        return out;
    }
};

Target ptx_target(const char* model, ptx::Version version) {
    const auto ask = [version](const ptx::Program& test) {
        return Question{asked(ptx::to_litmus(test)), ptx::decide(test, version)};
    };
    return {model, ptx::small_tests(version),
            [ask](std::uint64_t number) { return ask(ptx::small_test(number)); },
            [ask, version](std::uint64_t seed) { return ask(ptx::random_test(seed, version)); }};
}

Target vulkan_target() {
    const auto ask = [](const vulkan::Program& test) {
        return Question{asked(vulkan::to_litmus(test)), vulkan::decide(test)};
    };
    return {"vulkan", vulkan::small_tests(),
            [ask](std::uint64_t number) { return ask(vulkan::small_test(number)); },
            [ask](std::uint64_t seed) { return ask(vulkan::random_test(seed)); }};
}

Target processor_target(const char* model, processor::Machine machine,
                        std::function<Answer(const processor::Program&)> decide) {
    const auto ask = [decide = std::move(decide)](const processor::Program& test) {
        return Question{asked(processor::to_litmus(test)), decide(test)};
    };
    return {model, processor::small_tests(machine),
            [ask, machine](std::uint64_t n) { return ask(processor::small_test(machine, n)); },
            [ask, machine](std::uint64_t s) { return ask(processor::random_test(machine, s)); }};
}

Target rvwmo_target(processor::Extensions extensions) {
    Target target = processor_target("rvwmo", processor::Machine::riscv,
                                     [extensions](const processor::Program& test) {
                                         return processor::rvwmo(test, extensions);
                                     });
    if (extensions.has_ztso) target.variants.insert("ztso=yes");
    if (extensions.plain_are_rcsc) target.variants.insert("plain-annotations=rcsc");
    return target;
}

class TargetOracle : public testing::TestWithParam<Target> {
protected:
    void SetUp() override {
        auto loaded = model::shipped_model(GetParam().model,
                                           {.variants = GetParam().variants, .includes = {}});
        ASSERT_TRUE(loaded) << render(loaded.diagnostics());
        model_ = std::move(loaded).value();
    }

    void compare(model::Engine& engine, const Question& question) {
        report_.add(disagreement(engine, model_, question.test, question.expected, Ask::outcomes));
        if (!question.expected.racy) ++race_free_;
    }

    void check(std::uint64_t asked) {
        std::cout << GetParam().model << ": " << asked << " tests, " << race_free_
                  << " without races\n";
        report_.check();
    }

    model::MemoryModel model_;
    explorer::ExplicitEngine explicit_;
    Report report_;
    std::uint64_t race_free_ = 0;
};

TEST_P(TargetOracle, AgreesOnSmallTests) {
    const std::uint64_t all = GetParam().small_tests;
    const std::uint64_t some = std::min(all, given("CLMM_TARGET_TESTS", limit(500, all)));
    for (std::uint64_t i = 0; i < some; ++i) compare(explicit_, GetParam().small(i * all / some));
    check(some);
}

TEST_P(TargetOracle, AgreesOnDrawnTests) {
    const std::uint64_t first = given("CLMM_TARGET_SEED", 0);
    const std::uint64_t some = given("CLMM_TARGET_TESTS", limit(300, 100'000));
    for (std::uint64_t seed = first; seed < first + some; ++seed)
        compare(explicit_, GetParam().drawn(seed));
    check(some);
}

TEST_P(TargetOracle, AgreesWithTheSmtEngine) {
    const std::uint64_t first = given("CLMM_TARGET_SEED", 0);
    const std::uint64_t some = given("CLMM_TARGET_TESTS", limit(600, 100'000)) / 30;
    solver::SmtEngine smt;
    for (std::uint64_t seed = first; seed < first + some; ++seed)
        compare(smt, GetParam().drawn(seed));
    check(some);
}

TEST_P(TargetOracle, NoticesMutants) {
    if (given("CLMM_TARGET_MUTANTS", 0) == 0) GTEST_SKIP() << "not asked for";
    const auto mutants = suites::mutants_of(model_);
    ASSERT_TRUE(mutants) << render(mutants.diagnostics());
    std::vector<Question> questions;
    const std::uint64_t some = given("CLMM_TARGET_TESTS", 5000);
    for (std::uint64_t i = 0; i < some; ++i) {
        questions.push_back(GetParam().drawn(i));
        questions.push_back(GetParam().small(i * GetParam().small_tests / some));
    }
    std::size_t noticed = 0;
    for (const suites::Mutant& mutant : *mutants) {
        if (!mutant.broken.empty()) continue;
        const bool differs = std::ranges::any_of(questions, [&](const Question& each) {
            return !disagreement(explicit_, mutant.model, each.test, each.expected, Ask::outcomes)
                        .empty();
        });
        if (differs) ++noticed;
        std::cout << (differs ? "noticed  " : "unnoticed ") << mutant.file << ":" << mutant.line
                  << " " << suites::to_text(mutant) << "\n";
    }
    std::cout << GetParam().model << ": " << noticed << " of " << mutants->size() << " noticed\n";
}

INSTANTIATE_TEST_SUITE_P(
    Models, TargetOracle,
    testing::Values(ptx_target("ptx-6.0", ptx::Version::v6_0),
                    ptx_target("ptx-7.5", ptx::Version::v7_5), vulkan_target(),
                    processor_target("armv8", processor::Machine::armv8, processor::armv8),
                    rvwmo_target({}), rvwmo_target({.has_ztso = true}),
                    rvwmo_target({.plain_are_rcsc = true}),
                    processor_target("power", processor::Machine::power, processor::power),
                    processor_target("x86-tso", processor::Machine::x86, processor::x86)),
    [](const auto& instance) { return identifier(testing::PrintToString(instance.param)); });

}  // namespace
}  // namespace clmm::oracle
