#include <gtest/gtest.h>

#include "clmm/model/memory_model.h"
#include "load_test_support.h"

namespace clmm::model::test {
namespace {

std::vector<std::string> names_of(const MemoryModel& model) {
    std::vector<std::string> names;
    for (const NamedBase& each : model.program.names) names.push_back(each.name);
    return names;
}

TEST(Languages, AModelKnowsWhatItSpeaksOf) {
    EXPECT_EQ(names_of(*load("let r = [ACQ]; swg; [W]")), (std::vector<std::string>{"ACQ", "swg"}));
    EXPECT_EQ(names_of(*shipped_model("sc")), std::vector<std::string>{});
}

TEST(Languages, WhatAnIncludedFileDefinesInVainDoesNotCount) {
    const LoadOptions options = with_files({{"base.cat", "let vain = [MFENCE]; sb let r = [REL]"}});
    EXPECT_EQ(names_of(*load("include \"base.cat\" acyclic r; rf", options)),
              std::vector<std::string>{"REL"});
}

TEST(Languages, AModelIsAboutLanguagesThatHaveItsNames) {
    EXPECT_FALSE(mismatch(*shipped_model("opencl-3.0"), litmus::opencl()));
    EXPECT_FALSE(mismatch(*shipped_model("sc"), litmus::opencl()));
    const auto other = mismatch(*shipped_model("x86-tso"), litmus::opencl());
    ASSERT_TRUE(other);
    EXPECT_EQ(other->code, "E-MODEL");
    EXPECT_EQ(other->message,
              "the model 'x86-tso' is not about tests in OpenCL C: it speaks of 'MFENCE'");
}

TEST(Languages, ANameThatNoLanguageHasIsUnknown) {
    EXPECT_NE(errors_of("let r = [MFENSE]").find("did you mean 'MFENCE'?"), std::string::npos);
}

}  // namespace
}  // namespace clmm::model::test
