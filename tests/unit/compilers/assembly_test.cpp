#include "clmm/compilers/assembly.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <regex>
#include <sstream>

#include "clmm/litmus/litmus_test.h"
#include "clmm/lowering/read_program.h"
#include "clmm/targets/languages.h"
#include "damaged_text.h"

/// Assembly of the golden tests: what is read of it is a test of the target, and whatever is done
/// to it, the answer is a test or a place in it.
namespace clmm::compilers {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

const fs::path& folder() {
    static const fs::path path = fs::path(CLMM_TESTS_DIR) / "golden" / "compilers";
    return path;
}

struct Sample {
    std::string name;
    generator::Program program;
    const Architecture* machine = nullptr;
    std::string assembly;
};

/// Those that are errors, or never end.
bool is_sound_code(const std::string& name) {
    return !name.starts_with("never-ends.") &&
           (!name.starts_with("regions.nvptx64-byhand") || name == "regions.nvptx64-byhand.s");
}

/// `assembly/TEST.MACHINE-LEVEL.s`.
std::vector<Sample> samples() {
    std::vector<Sample> all;
    std::vector<fs::path> files;
    for (const auto& each : fs::directory_iterator(folder() / "assembly"))
        files.push_back(each.path());
    std::ranges::sort(files);
    for (const fs::path& path : files) {
        const std::string name = path.filename().string();
        if (!is_sound_code(name)) continue;
        const std::size_t dot = name.find('.');
        const auto source = std::make_shared<Source>(
            name, text_of(folder() / "tests" / (name.substr(0, dot) + ".litmus")));
        const auto test = targets::read_test(source);
        if (!test) continue;
        const auto program = lowering::read_program(*test);
        if (!program) continue;
        const std::string machine = name.substr(dot + 1, name.find('-', dot) - dot - 1);
        all.push_back({name, *program, find_architecture(machine), text_of(path)});
    }
    return all;
}

Result<lowering::Lowered> read(const Sample& sample, const std::string& assembly) {
    return read_assembly(sample.program, std::make_shared<Source>(sample.name, assembly),
                         *sample.machine);
}

TEST(Assembly, IsReadIntoTestsOfTheTarget) {
    const auto all = samples();
    ASSERT_GE(all.size(), 20U);
    for (const Sample& sample : all) {
        SCOPED_TRACE(sample.name);
        ASSERT_NE(sample.machine, nullptr);
        EXPECT_EQ(architecture_of(sample.assembly), sample.machine);
        const auto lowered = read(sample, sample.assembly);
        ASSERT_TRUE(lowered) << render(lowered.diagnostics());
        EXPECT_TRUE(lowered->incomplete.empty()) << lowered->incomplete;
        for (const lowering::Variant& each : lowered->variants) {
            const auto test = targets::read_test(std::make_shared<Source>("lowered", each.text));
            EXPECT_TRUE(test) << render(test.diagnostics()) << each.text;
        }
    }
}

/// Each thread from a file of its own, in which its function has another name.
TEST(Assembly, ThreadsMayStandInSeveralFiles) {
    for (const Sample& sample : samples()) {
        SCOPED_TRACE(sample.name);
        const auto whole = read(sample, sample.assembly);
        ASSERT_TRUE(whole);
        std::vector<CompiledThread> threads;
        for (const generator::Thread& each : sample.program.threads) {
            const std::string number = std::to_string(each.number);
            const std::regex name("\\bP" + number + "(?![0-9])");
            const std::string renamed = "another" + number;
            const auto listing =
                read_listing(std::make_shared<Source>(
                                 sample.name, std::regex_replace(sample.assembly, name, renamed)),
                             *sample.machine);
            ASSERT_TRUE(listing) << render(listing.diagnostics());
            threads.push_back({listing.value(), renamed});
        }
        const auto parts = read_threads(sample.program, threads, *sample.machine);
        ASSERT_TRUE(parts) << render(parts.diagnostics());
        ASSERT_EQ(parts->variants.size(), whole->variants.size());
        for (std::size_t i = 0; i < whole->variants.size(); ++i)
            EXPECT_EQ(parts->variants[i].text, whole->variants[i].text);
    }
}

TEST(Assembly, DamagedIsReadOrHasAPlace) {
    const char* const wanted = std::getenv("CLMM_DAMAGED");
    const std::size_t count = wanted != nullptr ? std::strtoul(wanted, nullptr, 10) : 600;
    const auto all = samples();
    ASSERT_FALSE(all.empty());
    std::mt19937 random(20261122);
    std::size_t refused = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const Sample& sample = all[i % all.size()];
        const std::string text = damaged(sample.assembly, random);
        const auto start = std::chrono::steady_clock::now();
        const auto lowered = read(sample, text);
        EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20)) << text;
        if (lowered) {
            EXPECT_FALSE(lowered->variants.empty());
            continue;
        }
        ++refused;
        EXPECT_LE(lowered.diagnostics().front().span.end, text.size()) << text;
    }
    EXPECT_GT(refused, count / 20);
}

}  // namespace
}  // namespace clmm::compilers
