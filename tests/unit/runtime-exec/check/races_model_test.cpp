// The detector against the model files, on random executions: it reports a race iff the model has a
// data race in that very execution.
#include <gtest/gtest.h>

#include "races_trace.h"

namespace clmm::runtime::check::test {
namespace {

struct Reading {
    std::string name;
    std::string model = "opencl-3.0";
    std::vector<std::string> variants;
    Rules rules;
    std::uint64_t traces = 400;
};

class RacesModel : public testing::TestWithParam<Reading> {
protected:
    /// How many of the traces were racy.
    std::uint64_t compare(TraceShape shape, std::uint64_t first_seed, bool guided = false) {
        const Reading& reading = GetParam();
        const auto model = model::shipped_model(
            reading.model,
            {.variants = {reading.variants.begin(), reading.variants.end()}, .includes = {}});
        if (guided)
            shape.is_racy = [&](const Trace& trace) { return judge(trace, model.value()).racy; };
        const std::uint64_t traces = guided ? reading.traces / 8 : reading.traces;
        std::uint64_t racy = 0;
        for (std::uint64_t i = 0; i < traces; ++i) {
            RaceDetector detector({.rules = reading.rules, .history = shape.rows ? 1U : 64U});
            const std::uint64_t seed = first_seed + i;
            const Trace trace = draw_trace(seed, shape, detector);
            const Judgement judgement = judge(trace, model.value());
            if (judgement.racy) ++racy;
            EXPECT_FALSE(detector.incomplete());
            EXPECT_EQ(!detector.races().empty(), judgement.racy) << "seed " << seed << "\n"
                                                                 << to_litmus(trace);
            if (!judgement.racy)
                EXPECT_TRUE(judgement.consistent) << "seed " << seed << "\n" << to_litmus(trace);
            if (HasFailure()) return racy;
        }
        return racy;
    }
};

TEST_P(RacesModel, AgreesOnMostlySynchronisedExecutions) {
    const std::uint64_t racy = compare({.steps = 10, .synchronised_percent = 85}, 1000000);
    EXPECT_GT(racy, GetParam().traces / 10);
    EXPECT_LT(racy, GetParam().traces * 9 / 10);
}

TEST_P(RacesModel, AgreesOnLongerExecutions) {
    const std::uint64_t racy = compare({.steps = 18, .sub_groups = false}, 2000000);
    EXPECT_GT(racy, GetParam().traces / 10);
    EXPECT_LT(racy, GetParam().traces);
}

TEST_P(RacesModel, AgreesWherePlainAccessesMeetAtomics) {
    const std::uint64_t racy = compare({.steps = 9, .mixed = true}, 3000000);
    EXPECT_GT(racy, GetParam().traces / 10);
    EXPECT_LT(racy, GetParam().traces);
}

TEST_P(RacesModel, AgreesWhereLoadsReadOlderWrites) {
    const std::uint64_t racy =
        compare({.steps = 14, .stale_reads = true, .synchronised_percent = 70}, 4000000);
    EXPECT_GT(racy, GetParam().traces / 10);
    EXPECT_LT(racy, GetParam().traces);
}

TEST_P(RacesModel, AgreesWhereOnlyLastWritesAreRead) {
    const TraceShape shape{.steps = 14, .rows = true, .mixed = true, .synchronised_percent = 40};
    const std::uint64_t racy = compare(shape, 6000000);
    EXPECT_GT(racy, GetParam().traces / 10);
    EXPECT_LT(racy, GetParam().traces);
    EXPECT_GT(compare(shape, 7000000, true), 0U);
}

/// What is remembered of writes makes no difference to what is told.
TEST_P(RacesModel, TellsTheSameWhereOnlyLastWritesAreRemembered) {
    TraceShape shape{.steps = 16, .sub_groups = false, .synchronised_percent = 40};
    std::uint64_t told = 0;
    for (std::uint64_t seed = 8000000; seed < 8000000 + GetParam().traces; ++seed) {
        RaceDetector many({.rules = GetParam().rules}),
            last({.rules = GetParam().rules, .history = 1});
        shape.rows = false;
        const Trace trace = draw_trace(seed, shape, many);
        shape.rows = true;
        static_cast<void>(draw_trace(seed, shape, last));
        ASSERT_EQ(many.races().size(), last.races().size()) << to_litmus(trace);
        for (std::size_t i = 0; i < many.races().size(); ++i) {
            const Race& a = many.races()[i];
            const Race& b = last.races()[i];
            EXPECT_EQ(a.first.site, b.first.site);
            EXPECT_EQ(a.second.site, b.second.site);
            EXPECT_EQ(a.why.kind, b.why.kind) << to_litmus(trace);
            EXPECT_EQ(a.why.release_site, b.why.release_site);
            EXPECT_EQ(a.why.acquire_site, b.why.acquire_site);
            if (a.why.kind == MissingOrder::release_order) ++told;
        }
        if (HasFailure()) return;
    }
    EXPECT_GT(told, 0U);
}

TEST_P(RacesModel, AgreesOnOrderedExecutions) {
    const std::uint64_t racy =
        compare({.steps = 24, .stale_reads = true, .mixed = true, .synchronised_percent = 80},
                5000000, true);
    EXPECT_GT(racy, 0U);
    EXPECT_LT(racy, GetParam().traces / 8 * 3 / 4);
}

/// Kernels that enqueue kernels, on buffers: whom memory_scope_device joins.
TEST_P(RacesModel, AgreesOnFamiliesOfKernels) {
    const TraceShape shape{
        .steps = 12, .sub_groups = false, .families = true, .synchronised_percent = 85};
    const std::uint64_t racy = compare(shape, 9000000);
    EXPECT_GT(racy, GetParam().traces / 10);
    EXPECT_LT(racy, GetParam().traces);
}

INSTANTIATE_TEST_SUITE_P(
    Readings, RacesModel,
    testing::Values(
        Reading{"Opencl30", "opencl-3.0", {}, {}, 1500},
        Reading{
            "Opencl31", "opencl-3.1", {}, {.inclusive_scope = Rules::InclusiveScope::mutual}, 1000},
        Reading{"DeviceScope",
                "opencl-3.0",
                {"device-scope=device"},
                {.device_scope = Rules::DeviceScope::device}},
        Reading{"ParentAndChild",
                "opencl-3.0",
                {"device-scope=parent-and-child"},
                {.device_scope = Rules::DeviceScope::parent_and_child}},
        Reading{"Descendants",
                "opencl-3.0",
                {"device-scope=descendants"},
                {.device_scope = Rules::DeviceScope::descendants}},
        Reading{"LocalScope", "opencl-scoped", {}, {.local_scope = Rules::LocalScope::as_written}},
        Reading{"AtomicSync",
                "opencl-3.0",
                {"atomic-sync=text"},
                {.atomic_sync = Rules::AtomicSync::text}},
        Reading{"ReleaseSequence",
                "opencl-3.0",
                {"release-sequence=c20"},
                {.release_sequence = Rules::ReleaseSequence::c20}},
        Reading{"CrossingRegions",
                "opencl-3.0",
                {"crossing-regions=two-flag-fences"},
                {.crossing_regions = Rules::CrossingRegions::two_flag_fences}},
        Reading{"CrossingJoins",
                "opencl-3.0",
                {"crossing-joins=yes"},
                {.crossing_joins = Rules::CrossingJoins::yes}},
        Reading{"CrossingJoinsMutual",
                "opencl-3.1",
                {"crossing-joins=yes", "release-sequence=c20"},
                {.inclusive_scope = Rules::InclusiveScope::mutual,
                 .release_sequence = Rules::ReleaseSequence::c20,
                 .crossing_joins = Rules::CrossingJoins::yes}}),
    [](const testing::TestParamInfo<Reading>& of) { return of.param.name; });

}  // namespace
}  // namespace clmm::runtime::check::test
