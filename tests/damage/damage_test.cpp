#include <gtest/gtest.h>

#include <chrono>
#include <exception>
#include <random>
#include <string>
#include <vector>

#include "clmm/engines/built_in.h"
#include "clmm/enumerator/check.h"
#include "support/suite.h"

/// Damaged input: whatever a file holds, the libraries answer with a verdict or with diagnostics.
/// They do not throw, crash or hang; run under `asan` this also finds bad memory accesses.
namespace clmm::corpus {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kFiles = 10;
constexpr std::size_t kEdits = 1000;
constexpr auto kTimeout = std::chrono::milliseconds(100);
constexpr auto kPatience = std::chrono::seconds(10);  ///< generous: sanitizers, busy machines

/// Ten files spread over the published OpenCL tests, or the project's own where these are absent.
std::vector<std::string> samples() {
    std::vector<fs::path> files;
    for (const std::string suite : {"opencl", "opencl-herd", "c11"})
        if (const fs::path path = suite_path(suite); !path.empty()) {
            const auto more = litmus_files(path);
            files.insert(files.end(), more.begin(), more.end());
        }
    const fs::path root = fs::path(CLMM_TESTS_DIR).parent_path();
    for (const fs::path& own : {root / "examples", root / "tests" / "golden"})
        if (files.size() < kFiles && fs::exists(own)) {
            const auto more = litmus_files(own);
            files.insert(files.end(), more.begin(), more.end());
        }
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < kFiles && i < files.size(); ++i)
        texts.push_back(read_text(files[i * files.size() / std::min(kFiles, files.size())]));
    return texts;
}

class Damage : public testing::Test {
protected:
    void SetUp() override {
        for (const char* name : {"opencl-scoped", "rc11"}) {
            auto model = model::shipped_model(name);
            ASSERT_TRUE(model) << render(model.diagnostics());
            models_.push_back(std::move(model).value());
        }
    }

    void survives(const std::string& text, bool is_c, const std::string& what) {
        enumerator::CheckOptions options{.engines = engines::built_in()};
        options.timeout = kTimeout;
        options.outcome_limit = 100;
        const auto start = std::chrono::steady_clock::now();
        try {
            const auto result = enumerator::check(std::make_shared<Source>("damaged.litmus", text),
                                                  models_[is_c ? 1 : 0], options);
            EXPECT_TRUE(result.ok() || !render(result.diagnostics()).empty()) << what;
        } catch (const std::exception& error) {
            ADD_FAILURE() << what << ": " << error.what() << "\n" << text;
        }
        EXPECT_LT(std::chrono::steady_clock::now() - start, kPatience) << what << "\n" << text;
    }

    static bool is_c(const std::string& text) { return text.rfind("C ", 0) == 0; }

    std::vector<model::MemoryModel> models_;
};

TEST_F(Damage, TruncatedAnywhere) {
    const auto texts = samples();
    if (texts.empty()) GTEST_SKIP() << "no litmus files to damage";
    for (std::size_t i = 0; i < texts.size(); ++i)
        for (std::size_t length = 0; length < texts[i].size(); ++length)
            survives(texts[i].substr(0, length), is_c(texts[i]),
                     "file " + std::to_string(i) + " cut at byte " + std::to_string(length));
}

/// Replaces, inserts or removes one byte.
std::string edited(std::string text, std::mt19937& random) {
    static const std::string likely = "(){}[];,*&|=<>!+-/\\\"0123456789xyPifwhile \n";
    const std::size_t at = random() % text.size();
    const char byte =
        random() % 4 == 0 ? static_cast<char>(random() % 256) : likely[random() % likely.size()];
    switch (random() % 3) {
        case 0:
            text[at] = byte;
            break;
        case 1:
            text.insert(text.begin() + static_cast<std::ptrdiff_t>(at), byte);
            break;
        default:
            text.erase(at, 1);
    }
    return text;
}

TEST_F(Damage, OneByteEdited) {
    const auto texts = samples();
    if (texts.empty()) GTEST_SKIP() << "no litmus files to damage";
    std::mt19937 random(4711);
    for (std::size_t i = 0; i < kEdits; ++i) {
        const std::string& text = texts[i % texts.size()];
        survives(edited(text, random), is_c(text), "edit " + std::to_string(i));
    }
}

TEST_F(Damage, Oddities) {
    const std::vector<std::string> texts{
        "",
        "\n",
        "C",
        "OPENCL",
        "OPENCL x",
        std::string(1, '\0'),
        "OPENCL x\n{}\n",
        "OPENCL x\n{}\nP0@wg 0, dev 0 () {}\nexists (true)",
        std::string(100'000, '('),
        "OPENCL x\n{}\nP0@wg 0, dev 0 (global int* x) { *x = " + std::string(20'000, '(') + "1; }",
        "OPENCL x\n{}\nP0@wg 0, dev 0 (global int* x) { " + std::string(20'000, '{') + " }",
        "OPENCL x\n{}\nP0@wg 0, dev 0 (global int* x) { int r = 1" +
            [] {
                std::string sum;
                for (int i = 0; i < 20'000; ++i) sum += "+1";
                return sum;
            }() +
            "; }\nexists (0:r=1)",
        "\xef\xbb\xbfOPENCL x\n{}\nP0@wg 0, dev 0 (global int* x) { *x = 1; }\nexists (x=1)",
        "OPENCL x\r\n{}\r\nP0@wg 0, dev 0 (global int* x) { *x = 1; }\r\nexists (x=1)\r\n",
        "OPENCL x\n{ [x] = 99999999999999999999999; }\nP0@wg 0, dev 0 (global int* x) {}\nexists "
        "(x=1)",
        "OPENCL x\n{}\nP4294967296@wg 0, dev 0 (global int* x) {}\nexists (x=1)",
    };
    for (const std::string& text : texts) survives(text, false, text.substr(0, 60));
}

}  // namespace
}  // namespace clmm::corpus
