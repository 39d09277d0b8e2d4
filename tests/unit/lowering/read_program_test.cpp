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

Result<generator::Program> read_text(const std::string& text) {
    const auto test = litmus::read_test(std::make_shared<Source>("t.litmus", text));
    EXPECT_TRUE(test.ok()) << render(test.diagnostics());
    return read_program(*test);
}

/// What is written of it is read again as the same.
TEST(ReadProgram, ElementsOfArraysAreLocations) {
    const auto program = read_text(
        "C t\n{ int x[2] = {3, 4}; atomic_int a[2]; [y]=5; }\n"
        "P0 (int* x, atomic_int* a, int* y) {\n  int r = *y;\n  x[1] = r;\n  *x = 1;\n"
        "  atomic_store(&a[1], 1);\n  atomic_store(a + 1 + (r ^ r), 2);\n}\n");
    ASSERT_TRUE(program.ok()) << render(program.diagnostics());
    std::vector<std::string> names;
    for (const generator::Location& each : program->locations) names.push_back(each.name);
    EXPECT_EQ(names, (std::vector<std::string>{"x[0]", "x[1]", "a[0]", "a[1]", "y"}));
    const auto& body = program->threads[0].body;
    ASSERT_EQ(body.size(), 5U);
    EXPECT_EQ(body[1].location, "x[1]");
    EXPECT_EQ(body[2].location, "x[0]");
    EXPECT_EQ(body[3].location, "a[1]");
    EXPECT_EQ(body[4].location, "a[1]");
    EXPECT_EQ(body[4].offset, "r");
    const std::string text = generator::to_litmus(*program);
    const auto again = read_text(text);
    ASSERT_TRUE(again.ok()) << text << render(again.diagnostics());
    EXPECT_NE(text.find("int x[2] = {3, 4};"), std::string::npos) << text;
    EXPECT_EQ(again->locations.size(), names.size());
}

TEST(ReadProgram, ElementsThatThereAreNotHaveTheirPlace) {
    const auto program = read_text("C t\n{ int x[2]; }\nP0 (int* x) {\n  x[2] = 1;\n}\n");
    ASSERT_FALSE(program.ok());
    EXPECT_NE(render(program.diagnostics()).find("x has no element 2"), std::string::npos);
    const auto clash =
        read_text("C t\n{ int x[2]; [x_1]=0; }\nP0 (int* x, int* x_1) {\n  x[1] = 1;\n}\n");
    ASSERT_FALSE(clash.ok());
    EXPECT_NE(render(clash.diagnostics()).find("the same name in assembly"), std::string::npos);
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
