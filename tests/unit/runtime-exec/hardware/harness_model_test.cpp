// Examples and published tests: what is seen is allowed.

#include "clmm/engines/built_in.h"
#include "clmm/hardware/comparison.h"
#include "harness_subject.h"

namespace clmm::hardware {
namespace {

using namespace test;

class HarnessModel : public testing::Test {
protected:
    HarnessModel() {
        auto model = model::shipped_model("opencl-3.0");
        if (!model) throw std::runtime_error(render(model.diagnostics()));
        model_ = std::make_unique<model::MemoryModel>(std::move(model).value());
    }

    /// Devices run OpenCL C: tests of other languages are left out.
    static bool runs_on_devices(const std::filesystem::path& path) {
        const SourcePtr source = read_file(path);
        const std::string_view text = source->text();
        return text.starts_with("OPENCL ") || text.starts_with("C ");
    }

    /// Whether the test runs; that all that is seen is allowed then.
    bool check(const std::filesystem::path& path, const Tuning& tuning) const {
        const SourcePtr source = read_file(path);
        const Subject given = subject(source);
        if (const std::string why = refusal(given, tuning); !why.empty()) {
            EXPECT_NE(why.find(path.string() + ":"), std::string::npos) << why;
            EXPECT_NE(why.find("[E-UNSUPPORTED]"), std::string::npos) << why;
            return false;
        }
        const Histogram histogram = seen(given, tuning);
        const auto result = enumerator::check(source, *model_, {.engines = engines::built_in()});
        if (!result) return false;  // the model refuses it: a scope that it does not know
        const Comparison comparison = compare(histogram, *result);
        EXPECT_NE(comparison.verdict, RunVerdict::forbidden) << path;
        if (comparison.verdict == RunVerdict::forbidden)
            for (const std::string& state : texts(given, histogram)) ADD_FAILURE() << state;
        return true;
    }

    std::size_t check_all(const std::filesystem::path& folder) const {
        std::size_t run = 0, number = 0;
        for (const auto& path : litmus_files(folder))
            if (runs_on_devices(path)) run += check(path, both()[number++ % 2]) ? 1 : 0;
        return run;
    }

private:
    std::unique_ptr<model::MemoryModel> model_;
};

TEST_F(HarnessModel, AllowsWhatExamplesShow) {
    EXPECT_GE(check_all(std::filesystem::path(CLMM_TESTS_DIR) / "../examples"), 30U);
}

TEST_F(HarnessModel, AllowsWhatPublishedTestsShow) {
    const std::filesystem::path corpus = std::filesystem::path(CLMM_CORPUS_DIR) / "opencl";
    if (!std::filesystem::exists(corpus)) GTEST_SKIP() << "no corpus";
    EXPECT_GE(check_all(corpus / "herd"), 10U);
    EXPECT_GE(check_all(corpus / "overhauling"), 8U);
}

TEST_F(HarnessModel, ShowsBothOrdersOfARace) {
    // Not only one interleaving: each of the outcomes is seen within many instances.
    const Subject given = subject(R"(OPENCL race
{ [x]=0; [y]=0; }
P0@wg 0, dev 0 (global atomic_int* x) { atomic_exchange(x, 1); }
P1@wg 1, dev 0 (global atomic_int* x) { int r0 = atomic_exchange(x, 2); }
exists (1:r0=0)
)");
    Tuning tuning = parallel();
    tuning.work_group_size = 64;
    tuning.instances = 20'000;
    RunAmount amount;
    bool zero = false, one = false;
    for (amount.seed = 1; amount.seed < 200 && !(zero && one); ++amount.seed) {
        amount.instances = 20'000;
        for (const SeenState& state : seen(given, tuning, amount).states)
            (state.values[0] == 0 ? zero : one) = true;
    }
    EXPECT_TRUE(zero && one);
}

}  // namespace
}  // namespace clmm::hardware
