#include "inputs.h"

#include "unit/cli/files.h"

namespace clmm::cli {
namespace {

using Inputs = InFolder;

std::vector<std::string> relatives(const InputList& list) {
    std::vector<std::string> names;
    for (const Input& input : list.inputs) names.push_back(input.relative);
    return names;
}

TEST_F(Inputs, DirectoriesAreSortedAndDeep) {
    write("d/b.litmus", "");
    write("d/a/z.litmus", "");
    write("d/a.txt", "");
    write("d/B.litmus", "");
    const InputList list = expand_inputs({path("d")});
    EXPECT_TRUE(list.problems.empty());
    EXPECT_EQ(relatives(list), (std::vector<std::string>{"B.litmus", "a/z.litmus", "b.litmus"}));
    EXPECT_EQ(list.inputs[1].path, path("d/a/z.litmus"));
}

TEST_F(Inputs, ListsNameFilesBesideThem) {
    write("d/b.litmus", "");
    write("lists/all", "# comment\n\n  ../d/b.litmus \r\n../d\n");
    const InputList list = expand_inputs({"@" + path("lists/all")});
    ASSERT_EQ(list.inputs.size(), 2U);
    EXPECT_EQ(list.inputs[0].path, path("lists/../d/b.litmus"));
    EXPECT_EQ(list.inputs[1].relative, "b.litmus");
}

TEST_F(Inputs, WhatIsMissingIsSaidAndTheRestGoesOn) {
    std::filesystem::create_directories(path("empty"));
    const InputList list = expand_inputs({"@" + path("none"), path("empty"), path("file")});
    EXPECT_EQ(list.problems.size(), 2U);
    EXPECT_EQ(list.inputs.size(), 1U);
    const auto source = read_source(path("file"));
    ASSERT_FALSE(source);
    EXPECT_EQ(source.diagnostics().front().message,
              "cannot read " + path("file") + ": no such file");
}

TEST_F(Inputs, ShardsDivideWithoutOverlap) {
    std::vector<Input> all;
    for (const char* name : {"a", "b", "c", "d", "e"}) all.push_back({name, name});
    EXPECT_EQ(take_shard(all, {1, 2}).size(), 3U);
    const auto second = take_shard(all, {2, 2});
    ASSERT_EQ(second.size(), 2U);
    EXPECT_EQ(second[0].path, "b");
    EXPECT_EQ(second[1].path, "d");
    EXPECT_TRUE(take_shard(all, {7, 7}).empty());
}

}  // namespace
}  // namespace clmm::cli
