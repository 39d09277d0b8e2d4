// Tests of x86 as machine code, on this machine where it is x86-64.

#include <random>

#include "clmm/base/features.h"
#include "clmm/engines/built_in.h"
#include "clmm/hardware/comparison.h"
#include "clmm/hardware/mutants.h"
#include "clmm/litmus/front_end.h"
#include "clmm/targets/languages.h"
#include "harness_subject.h"
#include "host/host_device.h"

namespace clmm::hardware {
namespace {

using namespace test;

class X86 : public testing::Test {
protected:
    void SetUp() override {
        if (!host::x86_info(1)) GTEST_SKIP() << "another machine";
        auto opened = open_device({Backend::host_x86, "2"});
        ASSERT_TRUE(opened.ok());
        device_ = std::move(opened).value();
        model_ = std::make_unique<model::MemoryModel>(model::shipped_model("x86-tso").value());
    }

    [[nodiscard]] enumerator::CheckResult checked(const SourcePtr& source) const {
        auto result = enumerator::check(source, *model_, {.engines = engines::built_in()});
        if (!result) throw std::runtime_error(render(result.diagnostics()));
        return std::move(result).value();
    }
    [[nodiscard]] static SourcePtr source(const std::string& text) {
        return std::make_shared<const Source>("made.litmus", text);
    }

    [[nodiscard]] Histogram seen(const enumerator::CheckResult& of, const Tuning& tuning,
                                 RunAmount amount = {.instances = 4'000}) {
        auto harness = Harness::prepare(of.test, of.structure, device_->info(), tuning);
        if (!harness) throw std::runtime_error(render(harness.diagnostics()));
        auto run = harness.value().run(*device_, amount);
        if (!run) throw std::runtime_error(render(run.diagnostics()));
        return std::move(run).value();
    }

    /// Runs until the condition's state was seen, some seconds at most.
    [[nodiscard]] bool shows(const enumerator::CheckResult& of) {
        Tuning tuning = default_tuning(device_->info());
        for (unsigned second = 0; second < 20; ++second) {
            const Histogram histogram = seen(of, tuning,
                                             {.instances = 1'000'000'000,
                                              .time = std::chrono::milliseconds(250),
                                              .seed = second + 1});
            for (const SeenState& state : histogram.states)
                if (state.satisfies) return true;
        }
        return false;
    }

    std::unique_ptr<Device> device_;
    std::unique_ptr<model::MemoryModel> model_;
};

/// Instructions with operands from a small choice, of which each thread has what it wants.
std::string random_instruction(std::mt19937& random) {
    const auto one_of = [&](std::initializer_list<const char*> all) {
        return std::string(*(all.begin() + random() % all.size()));
    };
    const std::string reg = one_of({"EAX", "EBX", "ECX", "ESP", "EDI", "R9D", "R12D"});
    const std::string memory = one_of({"[x]", "[y]", "[z]", "[w]"});
    const std::string number = "$" + std::to_string(random() % 100);
    const std::string lock = one_of({"", "LOCK "});
    switch (random() % 8) {
        case 0:
            return "MOV " + memory + "," + one_of({number.c_str(), reg.c_str()});
        case 1:
            return "MOV " + reg + "," + one_of({number.c_str(), memory.c_str(), "EDX", "EAX"});
        case 2:
            return lock + one_of({"XCHG ", "XADD ", "CMPXCHG "}) + memory + "," + reg;
        case 3:
            return lock + one_of({"INC ", "DEC ", "NEG ", "NOT "}) + memory;
        case 4:
            return one_of({"INC ", "DEC ", "NEG ", "NOT "}) + reg;
        case 5:
            return lock + one_of({"ADD ", "SUB ", "AND ", "OR ", "XOR "}) + memory + "," +
                   one_of({number.c_str(), reg.c_str()});
        case 6:
            return one_of({"ADD ", "SUB ", "AND ", "OR ", "XOR "}) + reg + "," +
                   one_of({number.c_str(), memory.c_str(), "EDX"});
        default:
            return one_of(
                {"MFENCE", "LFENCE", "SFENCE", "XCHG EAX,EDX", "XADD EBX,ECX", "CMPXCHG EDI,ECX"});
    }
}

TEST_F(X86, ComputesWhatTheCheckerComputes) {
    if (!info(Feature::z3).present) GTEST_SKIP() << "the checker computes with Z3";
    std::mt19937 random(1);
    const Tuning tuning = looping();
    for (int program = 0; program < 60; ++program) {
        std::string text =
            "X86 made\n{ x=3; y=5; z=7; w=11; 0:EDX=13; 0:EAX=5; 0:ESP=17; }\n P0 ;\n";
        for (int i = 0; i < 12; ++i) text += " " + random_instruction(random) + " ;\n";
        text +=
            "locations [x; y; z; w; 0:EAX; 0:EBX; 0:ECX; 0:EDX; 0:ESP; 0:EDI; 0:R9D; 0:R12D;]\n";
        const auto result = checked(source(text + "exists (x=0)\n"));
        const Histogram histogram = seen(result, tuning);
        EXPECT_EQ(histogram.states.size(), 1U) << text;
        EXPECT_EQ(compare(histogram, result).verdict, RunVerdict::consistent) << text;
    }
}

const std::string kFencedStores = R"(X86 SB
{ x=0; y=0; }
 P0          | P1          ;
 MOV [x],$1  | MOV [y],$1  ;
 MFENCE      | MFENCE      ;
 MOV EAX,[y] | MOV EAX,[x] ;
exists (0:EAX=0 /\ 1:EAX=0)
)";

TEST_F(X86, ALeftOutFenceIsSeen) {
    if (std::thread::hardware_concurrency() < 2) GTEST_SKIP() << "one processor";
    const auto original = checked(source(kFencedStores));
    const Histogram histogram =
        seen(original, default_tuning(device_->info()), {.instances = 50'000});
    EXPECT_EQ(compare(histogram, original).verdict, RunVerdict::consistent);
    const MutantSet set = mutants_of(original, *model_, {.engines = engines::built_in()});
    ASSERT_EQ(set.mutants.size(), 2U);
    for (const Mutant& each : set.mutants) EXPECT_TRUE(shows(each.result)) << each.change;
}

TEST_F(X86, AllThatIsSeenIsAllowed) {
    const auto folder = std::filesystem::path(CLMM_CORPUS_DIR) / "x86";
    if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no corpus";
    std::size_t number = 0;
    for (const auto& path : litmus_files(folder)) {
        if (number++ % 5 != 0) continue;
        const auto result = checked(read_file(path));
        EXPECT_EQ(compare(seen(result, looping()), result).verdict, RunVerdict::consistent) << path;
    }
    EXPECT_EQ(number, 120U);
}

TEST_F(X86, DisturbsAndObservesWhatNobodyWrites) {
    Tuning tuning = looping();
    tuning.stress_groups = 2;
    tuning.stress_percent = tuning.pre_stress_percent = tuning.shuffle_percent = 100;
    tuning.stress_iterations = tuning.pre_stress_iterations = 8;
    const auto result =
        checked(source("X86 made\n{ x=4; }\n P0 | P1 ;\n MOV EAX,[x] | ;\nexists (x=4 /\\ 0:EAX=4 "
                       "/\\ 1:EBX=0)\n"));
    const Histogram histogram = seen(result, tuning);
    ASSERT_EQ(histogram.states.size(), 1U);
    EXPECT_TRUE(histogram.states.front().satisfies);
}

TEST_F(X86, TakesNothingElse) {
    const Subject given = subject(
        "OPENCL made\n{ [x]=0; }\nP0@wg 0, dev 0 (global int* x) { *x = 1; }\nexists (x=1)\n");
    EXPECT_NE(refusal(given, looping(), device_->info()).find("executes tests in x86 assembly"),
              std::string::npos);
    const auto x86 = checked(source(kFencedStores));
    EXPECT_NE(refusal({x86.test, x86.structure}, parallel(), device_->info())
                  .find("executed looping only"),
              std::string::npos);
    EXPECT_NE(refusal({x86.test, x86.structure}).find("--device host-x86 runs it"),
              std::string::npos);
}

TEST(X86Device, IsOnX86Alone) {
    const auto info = host::x86_info(2, "AArch64");
    ASSERT_FALSE(info.ok());
    EXPECT_NE(render(info.diagnostics())
                  .find("executed as machine code by x86-64 processors, and this is AArch64"),
              std::string::npos);
    EXPECT_TRUE(host::x86_info(2, "x86-64").ok());
}

}  // namespace
}  // namespace clmm::hardware
