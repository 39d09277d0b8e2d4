// A harness under libFuzzer: the one whose name is in $FUZZ. Without $FUZZ what rounds.py and
// coverage.py need:
//
//   fuzzer names                        the harnesses, quick ones first
//   fuzzer seeds NAME DIR [FROM]...     writes what a harness starts from
//   fuzzer coverage DIR                 all harnesses eat what lies in the folders of their names
//   below DIR; a line
//                                       `PC EDGES TAKEN` for each function says what they reached
//                                       of it
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "harness.h"
#include "mutate.h"
#include "seeds.h"
#include "taken_edges.h"

namespace {

const clmm::fuzz::Harness& named(const char* name) {
    for (const auto& each : clmm::fuzz::harnesses())
        if (name != nullptr && each.name == name) return each;
    std::fprintf(stderr, "fuzz: no harness is called '%s'\n", name == nullptr ? "" : name);
    std::exit(2);
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

void tell_coverage(const std::filesystem::path& folder) {
    clmm::fuzz::TakenEdges taken;
    for (const auto& harness : clmm::fuzz::harnesses()) {
        if (!std::filesystem::exists(folder / harness.name)) continue;
        const auto texts = clmm::fuzz::texts_below(folder / harness.name);
        for (const std::string& text : texts) {
            static_cast<void>(harness.eat(text));
            taken.gather();
        }
        std::fprintf(stderr, "fuzz: %.*s: %zu texts\n", static_cast<int>(harness.name.size()),
                     harness.name.data(), texts.size());
    }
    taken.tell();
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
    if (std::getenv("FUZZ") != nullptr) return 0;
    const std::vector<std::string> words(*argv + 1, *argv + *argc);
    if (words == std::vector<std::string>{"names"})
        for (const auto& harness : clmm::fuzz::harnesses())
            std::printf("%.*s\n", static_cast<int>(harness.name.size()), harness.name.data());
    else if (words.size() > 2 && words[0] == "seeds")
        clmm::fuzz::write_seeds(named(words[1].c_str()), {words.begin() + 3, words.end()},
                                words[2]);
    else if (words.size() == 2 && words[0] == "coverage")
        tell_coverage(words[1]);
    else
        std::fprintf(stderr, "fuzz: $FUZZ names no harness\n");
    std::exit(words.empty() ? 2 : 0);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const clmm::fuzz::Harness& harness = named(std::getenv("FUZZ"));
    static Told told;
    const std::string text(reinterpret_cast<const char*>(data), size);
    ++told.eaten;
    if (harness.eat(text)) ++told.read;
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
