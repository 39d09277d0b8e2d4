// What is rarer in kernels, on the runtime, on PoCL, and in plain C++.
#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <random>
#include <string>

#include "machine.h"

namespace clmm::pocl {
namespace {

struct Part {
    const char* kernel;
    /// What the kernel leaves for these words.
    Words (*expected)(const Words& in);
    const char* file;
    const char* standard;
    bool on_pocl = true;  ///< PoCL 3.1 has no to_global, and no blocks with results
};

void PrintTo(const Part& part, std::ostream* out) { *out << part.kernel; }

Words each(const Words& in, const std::function<std::uint32_t(std::size_t, std::uint32_t)>& work) {
    Words out(in.size());
    for (std::size_t i = 0; i < in.size(); ++i) out[i] = work(i, in[i]);
    return out;
}

Words records(const Words& in) {
    return each(in, [](std::size_t i, std::uint32_t word) {
        const bool odd = (i & 1) != 0;
        const std::uint32_t whole = (odd ? 0 : 0x01020304) ^ word;
        const std::uint32_t second = (word >> 8 & 0xff) << (8 * (i & 3));
        const std::uint32_t a = odd ? 9 : 8;
        return (whole >> 8 & 0xff) + (odd ? 0 : 1) + (second >> 3) + a + 6 * 3;
    });
}

Words tables(const Words& in) {
    static constexpr std::uint32_t kSquares[] = {0, 1, 4, 9};
    static constexpr std::uint32_t kCubes[] = {0, 1, 8, 27};
    static constexpr const std::uint32_t* kPowers[] = {kSquares, kCubes, kCubes + 1};
    return each(in, [](std::size_t, std::uint32_t word) {
        const std::string name = (word & 1) == 0        ? "third"
                                 : (word >> 1 & 1) != 0 ? "words"
                                                        : "some";
        return kPowers[word % 3][word >> 8 & 1] + kCubes[word >> 16 & 3] +
               static_cast<std::uint32_t>(name[word >> 4 & 3]);
    });
}

Words orders(const Words& in) {
    Words out(in.size());
    for (const std::uint32_t word : in) {
        out[0] += word;
        out[1] ^= word;
    }
    return out;
}

Words spaces(const Words& in) {
    return each(in, [](std::size_t, std::uint32_t word) {
        return 8 * (word & 0xffff) + ((word & 1) != 0 ? 1 : (word & 2) != 0 ? 2 : 4);
    });
}

Words blocks(const Words& in) {
    return each(in, [](std::size_t, std::uint32_t word) {
        const std::uint32_t base = word & 0xff;
        return ((word >> 8 & 0xff) + 2 * base) * 3 + 1000 + base;
    });
}

class Language : public testing::TestWithParam<Part> {
protected:
    static void hold(Machine& machine) {
        std::mt19937 random(5);
        for (const std::size_t items : {64U, 256U, 1024U}) {
            Words in(items);
            for (auto& word : in) word = static_cast<std::uint32_t>(random());
            Job job;
            job.file = GetParam().file;
            job.standard = GetParam().standard;
            job.memory = {{in}, {Words(items)}};
            job.launches = {{GetParam().kernel, {items}, {64}, {MemoryRef{0}, MemoryRef{1}}}};
            static_cast<void>(machine.run(job));
            ASSERT_EQ(job.memory[1].words, GetParam().expected(in)) << items << " work-items";
        }
    }
};

TEST_P(Language, OnTheRuntimeAsInPlainCpp) { hold(*make_runtime(2)); }

TEST_P(Language, OnPoclAsInPlainCpp) {
    if (!GetParam().on_pocl) GTEST_SKIP() << "PoCL lacks what this needs";
    setenv("POCL_CACHE_DIR", CLMM_POCL_CACHE, 0);  // not in the home folder
    const auto machine = make_opencl("Portable Computing Language");
    if (machine == nullptr) GTEST_SKIP() << "no PoCL";
    hold(*machine);
}

const Part kParts[] = {{"records", records, "language.cl", "-cl-std=CL3.0"},
                       {"tables", tables, "language.cl", "-cl-std=CL3.0"},
                       {"orders", orders, "language.cl", "-cl-std=CL3.0"},
                       {"spaces", spaces, "language_spaces.cl", "-cl-std=CL3.0", false},
                       {"blocks", blocks, "language_blocks.cl", "-cl-std=CL2.0", false}};

INSTANTIATE_TEST_SUITE_P(, Language, testing::ValuesIn(kParts),
                         [](const auto& info) { return std::string(info.param.kernel); });

}  // namespace
}  // namespace clmm::pocl
