// The readings of models, as the race detector and weak memory are told them.
#include <gtest/gtest.h>

#include "exec/rules.h"
#include "exec/values/argument.h"

namespace clmm::cli {
namespace {

using runtime::Rules;

model::MemoryModel shipped(const std::string& name, const std::set<std::string>& variants = {}) {
    auto model = model::shipped_model(name, {.variants = variants, .includes = {}});
    EXPECT_TRUE(model.ok()) << render(model.diagnostics());
    return std::move(model).value();
}

TEST(ExecRules, RevisionsDifferInInclusiveScopes) {
    EXPECT_EQ(rules_of(shipped("opencl-3.0")), Rules{});
    EXPECT_EQ(rules_of(shipped("opencl-2.0")), Rules{});
    EXPECT_EQ(rules_of(shipped("opencl-3.1")),
              Rules{.inclusive_scope = Rules::InclusiveScope::mutual});
    EXPECT_EQ(rules_of(shipped("opencl-scoped")),
              Rules{.local_scope = Rules::LocalScope::as_written});
}

TEST(ExecRules, EachSwitchHasItsReading) {
    const auto with = [](const std::string& variant) {
        return rules_of(shipped("opencl-3.0", {variant}));
    };
    EXPECT_EQ(with("inclusive-scope=mutual"),
              Rules{.inclusive_scope = Rules::InclusiveScope::mutual});
    EXPECT_EQ(with("device-scope=device"), Rules{.device_scope = Rules::DeviceScope::device});
    EXPECT_EQ(with("device-scope=parent-and-child"),
              Rules{.device_scope = Rules::DeviceScope::parent_and_child});
    EXPECT_EQ(with("device-scope=descendants"),
              Rules{.device_scope = Rules::DeviceScope::descendants});
    EXPECT_EQ(with("local-scope=as-written"), Rules{.local_scope = Rules::LocalScope::as_written});
    EXPECT_EQ(with("user-event=all-that-wait"),
              Rules{.user_event = Rules::UserEvent::all_that_wait});
    EXPECT_EQ(with("atomic-sync=text"), Rules{.atomic_sync = Rules::AtomicSync::text});
    EXPECT_EQ(with("release-sequence=c20"), Rules{.release_sequence = Rules::ReleaseSequence::c20});
    EXPECT_EQ(with("crossing-regions=two-flag-fences"),
              Rules{.crossing_regions = Rules::CrossingRegions::two_flag_fences});
    EXPECT_EQ(with("crossing-joins=yes"), Rules{.crossing_joins = Rules::CrossingJoins::yes});
    EXPECT_EQ(with("thin-air=dependency"), Rules{});
}

TEST(ExecRules, ModelsWithoutTheSwitchesAreNotFollowed) {
    for (const char* name : {"c11", "sc", "image-barrier=ordered"}) {
        const bool is_variant = std::string_view(name).find('=') != std::string_view::npos;
        try {
            static_cast<void>(rules_of(is_variant ? shipped("opencl-3.0", {name}) : shipped(name)));
            ADD_FAILURE() << name;
        } catch (const ExecError& error) {
            ASSERT_EQ(error.problems.size(), 1U);
            EXPECT_EQ(error.problems[0].code, "E-UNSUPPORTED");
            EXPECT_NE(error.problems[0].message.find(name), std::string::npos)
                << error.problems[0].message;
        }
    }
}

}  // namespace
}  // namespace clmm::cli
