// A harness under libFuzzer: the one whose name is in $FUZZ.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "harness.h"
#include "mutate.h"

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

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    static_cast<void>(chosen().eat(text));
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
