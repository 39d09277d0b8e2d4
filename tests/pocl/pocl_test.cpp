// The kernels of examples/exec/kernels on the runtime, on PoCL, and in plain C++.
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "jobs.h"

namespace clmm::pocl {
namespace {

/// Small ones, those about a multiple of the work-group sizes, and random ones.
std::vector<std::size_t> sizes(unsigned seed) {
    std::vector<std::size_t> out{1, 2, 63, 64, 257, 1024};
    std::mt19937 random(seed);
    for (int i = 0; i < 6; ++i) out.push_back(1 + random() % 6000);
    return out;
}

class Kernels : public testing::TestWithParam<Kind> {
protected:
    /// Runs the kind over all sizes; `exactly` as for mismatch().
    static void hold(Machine& machine, bool exactly) {
        unsigned seed = 20;
        for (const std::size_t items : sizes(7)) {
            SCOPED_TRACE(std::to_string(items) + " work-items");
            Work work = GetParam().make(items, ++seed);
            static_cast<void>(machine.run(work.job));
            ASSERT_EQ(mismatch(work.job, work.expected, exactly), "");
        }
    }
};

// Integers to the bit. The runtime neither contracts nor approximates, so floats too.
TEST_P(Kernels, OnTheRuntimeAsInPlainCpp) { hold(*make_runtime(2), true); }

// Integers to the bit. Floats too, since OpenCL C rounds sums and products correctly, but where
// it allows more: SAXPY may be contracted, a quotient may be off by 2.5 units in the last place.
TEST_P(Kernels, OnPoclAsInPlainCpp) {
    setenv("POCL_CACHE_DIR", CLMM_POCL_CACHE, 0);  // not in the home folder
    const auto machine = make_opencl("Portable Computing Language");
    if (machine == nullptr) GTEST_SKIP() << "no PoCL";
    const Work work = GetParam().make(1, 0);
    if (const std::string what = machine->lacks(work.job); !what.empty())
        GTEST_SKIP() << machine->name() << " lacks " << what;
    hold(*machine, false);
}

// The comparison notices one wrong bit, and one float more than is allowed.
TEST_P(Kernels, AreNotComparedInVain) {
    Work work = GetParam().make(300, 1);
    for (Expected& each : work.expected) work.job.memory[each.memory].words = each.words;
    ASSERT_EQ(mismatch(work.job, work.expected, true), "");
    for (Expected& each : work.expected) {
        std::uint32_t& last = work.job.memory[each.memory].words[each.words.size() - 1];
        last += 1;
        EXPECT_NE(mismatch(work.job, work.expected, true), "");
        last += each.distance;
        if (!each.contracted.empty()) ++last;  // whichever of the two the first step met
        EXPECT_NE(mismatch(work.job, work.expected, false), "");
        last = each.words.back();
    }
}

INSTANTIATE_TEST_SUITE_P(, Kernels, testing::ValuesIn(kinds()),
                         [](const auto& each) { return std::string(each.param.name); });

}  // namespace
}  // namespace clmm::pocl
