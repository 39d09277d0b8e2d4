// A harness under libFuzzer: the one whose name is in $FUZZ. With FUZZ=coverage all harnesses eat
// what lies in the folders of their names below a folder, and a line `PC EDGES TAKEN` for each
// function says what they reached of it (coverage.py reads it).
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "harness.h"
#include "mutate.h"
#include "seeds.h"

// What clang's coverage counts with, a byte and an entry for each edge; the first of a function has
// a flag.
extern "C" {
struct EdgePlace {
    std::uintptr_t pc, is_entry;
};
extern char __start___sancov_cntrs[], __stop___sancov_cntrs[];
extern const EdgePlace __start___sancov_pcs[];
}

namespace {

const clmm::fuzz::Harness& chosen() {
    static const clmm::fuzz::Harness* const harness = [] {
        const char* name = std::getenv("FUZZ");
        for (const auto& each : clmm::fuzz::harnesses())
            if (name != nullptr && each.name == name) return &each;
        std::fprintf(stderr, "fuzz: $FUZZ names no harness\n");
        std::exit(2);
    }();
    return *harness;
}

/// Texts that were met last give words and lines to others.
std::vector<std::string>& donors() {
    static std::vector<std::string> kept;
    return kept;
}

/// How many texts were eaten, and how many of them were read, told at the end.
struct Told {
    std::uint64_t eaten = 0, read = 0;
    ~Told() {
        if (eaten != 0)
            std::fprintf(stderr, "fuzz: %llu texts, %llu of which were read (%.1f %%)\n",
                         static_cast<unsigned long long>(eaten),
                         static_cast<unsigned long long>(read),
                         100.0 * static_cast<double>(read) / static_cast<double>(eaten));
    }
};

void eat_corpora(const std::filesystem::path& folder) {
    for (const auto& harness : clmm::fuzz::harnesses()) {
        std::size_t eaten = 0;
        if (std::filesystem::exists(folder / harness.name))
            for (const std::string& text : clmm::fuzz::texts_below(folder / harness.name)) {
                static_cast<void>(harness.eat(text));
                ++eaten;
            }
        std::fprintf(stderr, "fuzz: %.*s: %zu texts\n", static_cast<int>(harness.name.size()),
                     harness.name.data(), eaten);
    }
}

void tell_coverage() {
    const std::size_t edges =
        static_cast<std::size_t>(__stop___sancov_cntrs - __start___sancov_cntrs);
    for (std::size_t begin = 0; begin < edges;) {
        std::size_t end = begin + 1, taken = __start___sancov_cntrs[begin] != 0 ? 1 : 0;
        for (; end < edges && __start___sancov_pcs[end].is_entry == 0; ++end)
            if (__start___sancov_cntrs[end] != 0) ++taken;
        std::printf("0x%llx %zu %zu\n",
                    static_cast<unsigned long long>(__start___sancov_pcs[begin].pc), end - begin,
                    taken);
        begin = end;
    }
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
    const char* name = std::getenv("FUZZ");
    if (name == nullptr || std::strcmp(name, "coverage") != 0 || *argc < 2) return 0;
    eat_corpora((*argv)[1]);
    tell_coverage();
    std::exit(0);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static Told told;
    const std::string text(reinterpret_cast<const char*>(data), size);
    ++told.eaten;
    if (chosen().eat(text)) ++told.read;
    return 0;
}

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
    std::mt19937 random(seed);
    if (random() % 8 == 0) return LLVMFuzzerMutate(data, size, most);
    constexpr std::size_t kDonors = 64;
    const std::string text(reinterpret_cast<const char*>(data), size);
    const std::string made = clmm::fuzz::mutated(text, donors(), random, most);
    if (donors().size() < kDonors)
        donors().push_back(text);
    else
        donors()[random() % kDonors] = text;
    std::memcpy(data, made.data(), made.size());
    return made.size();
}
