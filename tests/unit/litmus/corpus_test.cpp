#include <filesystem>
#include <fstream>
#include <sstream>

#include "reading.h"

namespace clmm::litmus {
namespace {

/// Every published test of the OpenCL and C dialects is read and unfolded without an error.
TEST(Corpus, unfolds) {
    const std::filesystem::path corpus = CLMM_CORPUS_DIR;
    if (!std::filesystem::is_directory(corpus)) GTEST_SKIP() << "no corpus at " << corpus;
    std::size_t count = 0;
    for (const char* folder : {"opencl", "opencl-herd", "c11"})
        for (const auto& entry : std::filesystem::recursive_directory_iterator(corpus / folder)) {
            if (entry.path().extension() != ".litmus") continue;
            std::ifstream file(entry.path());
            std::ostringstream text;
            text << file.rdbuf();
            const auto test = testing::read(text.str());
            ASSERT_TRUE(test.ok()) << entry.path() << '\n' << render(test.diagnostics());
            const auto structure = unfold(*test, {});
            EXPECT_TRUE(structure.ok()) << entry.path() << '\n' << render(structure.diagnostics());
            ++count;
        }
    EXPECT_GE(count, 200U);
}

}  // namespace
}  // namespace clmm::litmus
