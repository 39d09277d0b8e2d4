#include <gtest/gtest.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "clmm/litmus/event_structure.h"
#include "clmm/targets/languages.h"

/// Whatever a file holds, reading and unfolding it ends with events or with diagnostics.
namespace clmm::targets {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kEdits = 2000;  ///< for each language

std::string read_text(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

void survives(const std::string& text) {
    try {
        const auto test = read_test(std::make_shared<const Source>("damaged.litmus", text));
        if (!test) {
            EXPECT_FALSE(render(test.diagnostics()).empty()) << text;
            return;
        }
        const auto structure = litmus::unfold(*test, {.unroll = 2});
        EXPECT_TRUE(structure.ok() || !render(structure.diagnostics()).empty()) << text;
    } catch (const std::exception& error) {
        ADD_FAILURE() << error.what() << "\n" << text;
    }
}

/// Replaces, inserts, removes or moves a few bytes.
std::string edited(std::string text, std::mt19937& random) {
    static const std::string likely = "(){}[];,:|@.#$*=<>-\\/0123456789xyPrwXL \n";
    for (std::size_t edits = 1 + random() % 3; edits > 0 && !text.empty(); --edits) {
        const std::size_t at = random() % text.size();
        switch (random() % 4) {
            case 0:
                text[at] = likely[random() % likely.size()];
                break;
            case 1:
                text.insert(at, 1, static_cast<char>(random() % 256));
                break;
            case 2:
                text.erase(at, 1 + random() % 4);
                break;
            default:
                text.insert(random() % text.size(), text.substr(at, 1 + random() % 20));
        }
    }
    return text;
}

class Damaged : public testing::TestWithParam<const char*> {};

TEST_P(Damaged, TextsAreReadOrRejected) {
    std::vector<std::string> texts;
    for (const auto& entry :
         fs::directory_iterator(fs::path(CLMM_TESTS_DIR) / "golden" / GetParam()))
        if (entry.path().extension() == ".litmus") texts.push_back(read_text(entry.path()));
    ASSERT_FALSE(texts.empty());
    std::ranges::sort(texts);  // directories have no order
    std::mt19937 random(4711);
    for (std::size_t i = 0; i < kEdits; ++i) survives(edited(texts[i % texts.size()], random));
    for (std::size_t length = 0; length < texts.front().size(); ++length)
        survives(texts.front().substr(0, length));
}

INSTANTIATE_TEST_SUITE_P(Languages, Damaged,
                         testing::Values("x86", "aarch64", "ptx", "vulkan", "riscv", "power"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace clmm::targets
