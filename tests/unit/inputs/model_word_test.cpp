#include "clmm/inputs/model_word.h"

#include <gtest/gtest.h>

namespace clmm::inputs {
namespace {

using Switches = std::vector<std::string>;

TEST(ModelWord, IsANameWithSwitches) {
    EXPECT_EQ(parse_model_word("rc11").model, "rc11");
    EXPECT_EQ(parse_model_word("rc11").switches, Switches{});
    const ModelWord two = parse_model_word("opencl-3.0+order-S=psc+thin-air=none");
    EXPECT_EQ(two.model, "opencl-3.0");
    EXPECT_EQ(two.switches, (Switches{"order-S=psc", "thin-air=none"}));
}

TEST(ModelWord, AFileMayHaveAPlusInItsName) {
    EXPECT_EQ(parse_model_word("a+b.cat").model, "a+b.cat");
    EXPECT_EQ(parse_model_word("a+b.cat").switches, Switches{});
    EXPECT_EQ(parse_model_word("a+b.cat+c=d").model, "a+b.cat");
    EXPECT_EQ(parse_model_word("a+b.cat+c=d").switches, Switches{"c=d"});
}

}  // namespace
}  // namespace clmm::inputs
