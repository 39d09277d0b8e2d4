#include "clmm/compilers/command.h"

#include <gtest/gtest.h>

/// Which options a compiler is given for a machine: what it makes must not depend on what else is
/// installed.
namespace clmm::compilers {
namespace {

std::string line_of(std::string_view word) {
    const auto made = compiler_command(word, generator::Dialect::c);
    EXPECT_TRUE(made) << word;
    return made ? made->line : std::string();
}

TEST(Command, AtomicFunctionsOfAArch64AreNoCallsOfALibrary) {
    constexpr std::string_view kInPlace = "-mno-outline-atomics";
    EXPECT_NE(line_of("clang-19:aarch64 -O2").find(kInPlace), std::string::npos);
    for (const std::string_view word : {"clang-19:x86_64", "clang-19:riscv64", "clang-19:ppc64le"})
        EXPECT_EQ(line_of(word).find(kInPlace), std::string::npos) << word;
}

TEST(Command, TheUsersOptionsComeLast) {
    const std::string line = line_of("clang-19:aarch64 -O0 -moutline-atomics");
    EXPECT_LT(line.find("-mno-outline-atomics"), line.find("-moutline-atomics"));
    EXPECT_LT(line.find("-O2"), line.find("-O0"));
}

}  // namespace
}  // namespace clmm::compilers
