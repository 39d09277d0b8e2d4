#include "kernel_text/frame.h"

namespace clmm::hardware {
namespace {

/// Two accesses in a row. A volatile access is one that compilers keep.
std::string pattern(StressPattern pattern) {
    const std::string store = "*place = turn; ", load = "seen += *place; ";
    switch (pattern) {
        case StressPattern::store_store:
            return store + store;
        case StressPattern::store_load:
            return store + load;
        case StressPattern::load_store:
            return load + store;
        case StressPattern::load_load:
            return load + load;
    }
    return load;
}

std::string disturber(const std::string& name, StressPattern of, std::uint32_t iterations) {
    return "\nvoid " + name + "(volatile global uint* place) {\n" + "    uint seen = 0;\n" +
           "    for (uint turn = 0; turn < " + std::to_string(iterations) + "u; ++turn) { " +
           pattern(of) + "}\n    if (seen == 0xffffffffu) *place = seen;\n}\n";
}

}  // namespace

std::string stress_text(const TextInput& input) {
    const Tuning& tuning = input.tuning;
    std::string out;
    if (tuning.stress_groups != 0)
        out += disturber("clmm_stress", tuning.stress_pattern, tuning.stress_iterations);
    if (tuning.pre_stress_percent != 0)
        out +=
            disturber("clmm_pre_stress", tuning.pre_stress_pattern, tuning.pre_stress_iterations);
    return out + R"(
// Waits until so many are here, or for so many turns; how many turns that was.
uint clmm_meet(volatile global uint* place, uint all, uint turns) {
    uint turn = 0;
    atomic_inc(place);
    while (turn < turns && *place < all) ++turn;
    return turn;
}

uint clmm_mix(uint x) {
    x = (x ^ (x >> 16)) * 0x7feb352du;
    x = (x ^ (x >> 15)) * 0x846ca68bu;
    return x ^ (x >> 16);
}
)";
}

}  // namespace clmm::hardware
