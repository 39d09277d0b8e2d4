#include "stress.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <string>

namespace clmm::runtime::testing {
namespace {

std::uint64_t option(const char* name, std::uint64_t otherwise) {
    const char* value = std::getenv(name);
    return value == nullptr ? otherwise : std::stoull(value);
}

/// CLMM_STRESS_WORK_GROUPS and CLMM_STRESS_SEED choose more of it, or one round again;
/// `./dev bench runtime` runs ten million work-groups.
TEST(Stress, no_command_is_lost_or_doubled) {
    const StressOptions options{.seed = option("CLMM_STRESS_SEED", 1),
                                .work_groups = option("CLMM_STRESS_WORK_GROUPS", 100'000)};
    const StressReport report = run_stress(options);
    for (const std::string& problem : report.problems) ADD_FAILURE() << problem;
    EXPECT_GE(report.work_groups, options.work_groups);
    EXPECT_GT(report.failures, 0U);
    std::cout << report.rounds << " rounds from seed " << options.seed << ", " << report.commands
              << " commands, " << report.work_groups << " work-groups, " << report.failures
              << " failures, " << report.seconds << " s\n";
}

}  // namespace
}  // namespace clmm::runtime::testing
