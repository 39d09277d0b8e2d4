#include <gtest/gtest.h>

#include "exec/json.h"

namespace clmm::cli {
namespace {

Result<NumberArray> read(const std::string& text, NumberType type = NumberType::i32) {
    return read_json(std::make_shared<const Source>("f.json", text), type);
}

std::string problem(const std::string& text, NumberType type = NumberType::i32) {
    const auto result = read(text, type);
    if (result) return "none";
    const Diagnostic& first = result.diagnostics().front();
    return std::to_string(first.span.begin) + ": " + first.message;
}

TEST(JsonNumbers, NestedArraysHaveAShape) {
    const auto array = read(" [[1, -2, 3],\n [4, 5, 6]] ");
    ASSERT_TRUE(array.ok());
    EXPECT_EQ(array->shape, (std::vector<std::uint64_t>{2, 3}));
    EXPECT_EQ(array->bytes.size(), 24U);
    EXPECT_EQ(write_json(*array), "[[1, -2, 3],\n [4, 5, 6]]\n");
}

TEST(JsonNumbers, EmptyArraysAreArrays) {
    EXPECT_EQ(read("[]")->shape, std::vector<std::uint64_t>{0});
    EXPECT_EQ(read("[[], []]")->shape, (std::vector<std::uint64_t>{2, 0}));
}

TEST(JsonNumbers, WhatJsonHasNoNumbersForIsText) {
    const auto array = read("[1.5, \"inf\", \"-inf\", \"nan\", 1e3]", NumberType::f32);
    ASSERT_TRUE(array.ok());
    EXPECT_EQ(write_json(*array), "[1.5, \"inf\", \"-inf\", \"nan\", 1000]\n");
}

TEST(JsonNumbers, MistakesHaveAPlace) {
    EXPECT_EQ(problem("7"), "0: an array was expected");
    EXPECT_EQ(problem("[1, 2"), "5: ',' or ']' was expected");
    EXPECT_EQ(problem("[1] 2"), "4: there is more than an array");
    EXPECT_EQ(problem("[1, x]"), "4: a number was expected");
    EXPECT_EQ(problem("[1, null]"), "4: a number was expected");
    EXPECT_EQ(problem("[1, \"x\"]"), "4: a number was expected");
    EXPECT_EQ(problem("[1, \"nan\"]"), "4: 'nan' is no number of type int");
    EXPECT_EQ(problem("[1, 2.5]"), "4: '2.5' is no number of type int");
    EXPECT_EQ(problem("[[1, 2], [3]]"), "9: this array has 1 element, those before it 2");
    EXPECT_EQ(problem("[1, [2]]"), "4: an array among numbers");
    EXPECT_EQ(problem("[[1], 2]"), "6: a number among arrays");
    EXPECT_EQ(problem(std::string(1000, '[')), "32: arrays are nested too deeply");
}

TEST(JsonNumbers, StringsAreEscaped) {
    EXPECT_EQ(json_string("a\"b\\c\n"), "\"a\\\"b\\\\c\\u000a\"");
}

}  // namespace
}  // namespace clmm::cli
