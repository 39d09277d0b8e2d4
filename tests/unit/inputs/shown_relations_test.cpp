#include "clmm/inputs/shown_relations.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace clmm::inputs {
namespace {

bool defines(const model::MemoryModel& model, const std::string& name) {
    return std::ranges::find(model.program.definitions, name, &model::Definition::name) !=
           model.program.definitions.end();
}

std::string code_of(const Result<model::MemoryModel>& failed) {
    return failed ? "" : failed.diagnostics().front().code;
}

TEST(ModelShowing, DefinesExpressionsByTheirText) {
    ModelStore models({});
    const auto model = model_showing(models, "opencl-3.0", {"rf;sb", "ghb"});
    ASSERT_TRUE(model);
    EXPECT_TRUE(defines(*model, "rf;sb"));
    EXPECT_FALSE(defines(**models.get("opencl-3.0"), "rf;sb")) << "the model itself stays";
}

TEST(ModelShowing, RefusesSetsAndMistakes) {
    ModelStore models({});
    EXPECT_EQ(code_of(model_showing(models, "opencl-3.0", {"W|R"})), "E-SELECT");
    EXPECT_EQ(code_of(model_showing(models, "opencl-3.0", {"rf;nothing"})), "E-CAT-NAME");
    EXPECT_EQ(code_of(model_showing(models, "no-such", {})), "E-MODEL");
}

}  // namespace
}  // namespace clmm::inputs
