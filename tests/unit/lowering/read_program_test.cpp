#include "clmm/lowering/read_program.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "clmm/engines/built_in.h"
#include "clmm/lowering/compare.h"
#include "clmm/model/memory_model.h"

namespace clmm::lowering {
namespace {

namespace fs = std::filesystem;
using enumerator::CheckResult;

std::string text_of_file(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// The states that a check found, of the observables that `names` has.
std::set<std::string> states(const CheckResult& result, const std::set<std::string>& names) {
    std::set<std::string> all;
    for (const model::OutcomeEntry& outcome : result.answer.outcomes) {
        std::string text;
        for (std::size_t i = 0; i < outcome.values.size(); ++i)
            if (names.contains(result.structure.observables[i].name))
                text += result.structure.observables[i].name + "=" +
                        std::to_string(static_cast<std::uint32_t>(outcome.values[i])) + ";";
        all.insert(text);
    }
    return all;
}

/// Tests that are read as programs end in what the programs' own texts end in.
TEST(ReadProgram, TextOfTheProgramMeansTheSame) {
    const auto model = model::shipped_model("opencl-3.0");
    ASSERT_TRUE(model.ok());
    enumerator::CheckOptions options{.engines = engines::built_in()};
    std::size_t compared = 0;
    for (const char* topic : {"seq-cst", "synchronises-with", "release-sequence", "rmw-atomicity",
                              "regions", "coherence", "barrier"})
        for (const auto& entry :
             fs::directory_iterator(fs::path(CLMM_TESTS_DIR) / "golden" / topic)) {
            if (entry.path().extension() != ".litmus") continue;
            const auto source =
                std::make_shared<Source>(entry.path().string(), text_of_file(entry.path()));
            const auto test = litmus::read_test(source);
            if (!test.ok()) continue;
            const auto program = read_program(*test);
            if (!program.ok()) continue;
            const auto own = std::make_shared<Source>("program", generator::to_litmus(*program));
            const auto expected = enumerator::check(source, *model, options);
            const auto found = enumerator::check(own, *model, options);
            ASSERT_TRUE(expected.ok() && found.ok()) << entry.path() << render(found.diagnostics());
            if (!enumerator::is_complete(expected->answer)) continue;
            std::set<std::string> names;
            for (const auto& each : expected->structure.observables) names.insert(each.name);
            EXPECT_EQ(states(*expected, names), states(*found, names)) << entry.path();
            EXPECT_EQ(expected->answer.undefined.empty(), found->answer.undefined.empty())
                << entry.path();
            ++compared;
        }
    EXPECT_GT(compared, 60U);
}

TEST(ReadProgram, WhatIsNotLoweredHasItsPlace) {
    const auto test = litmus::read_test(
        std::make_shared<Source>("t.litmus",
                                 "C t\n{ [x]=0; }\nP0 (atomic_int* x) {\n  int r = 0;\n"
                                 "  while (r == 0) r = atomic_load(x);\n}\n"));
    ASSERT_TRUE(test.ok()) << render(test.diagnostics());
    const auto program = read_program(*test);
    ASSERT_FALSE(program.ok());
    EXPECT_EQ(program.diagnostics()[0].code, "E-LOWER");
    EXPECT_EQ(test->source->position(program.diagnostics()[0].span.begin).line, 5U);
}

}  // namespace
}  // namespace clmm::lowering
