// The kernels around the test: initial values, and the count of final states.

#include "kernel_text/frame.h"

namespace clmm::hardware {
namespace {

std::string resets(const TextInput& input) {
    std::string out;
    for (const PlacedObject& object : input.layout.objects) {
        if (object.space != litmus::AddressSpace::global) continue;
        for (const litmus::Location* location : object.locations)
            out += "    " + lvalue_of(input, object, *location) + " = " +
                   initial_value(input, *location) + ";\n";
    }
    return out;
}

std::string final_value(const TextInput& input, std::size_t index) {
    const Observed& observed = input.observed[index];
    if (observed.location != nullptr && observed.location->space == litmus::AddressSpace::constant)
        return "(clmm_value)" + initial_value(input, *observed.location);
    if (observed.is_result())
        return "clmm_results[" + std::to_string(index) + "u * CLMM_COLUMN + clmm_instance]";
    return as_value(input, lvalue_of(input, *observed.object, *observed.location), observed.width,
                    false);
}

/// Statements for each observable, with N for its number.
std::string for_each(const TextInput& input, std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < input.observed.size(); ++i)
        for (const char c : text) out += c == '@' ? std::to_string(i) : std::string(1, c);
    return out;
}

std::string matches(const TextInput& input, std::string_view text) {
    std::string out = "true";
    for (std::size_t i = 0; i < input.observed.size(); ++i) {
        out += " && ";
        for (const char c : text) out += c == '@' ? std::to_string(i) : std::string(1, c);
    }
    return out;
}

}  // namespace

std::string collect_text(const TextInput& input) {
    std::string values;
    for (std::size_t i = 0; i < input.observed.size(); ++i)
        values += "        const clmm_value v" + std::to_string(i) + " = " + final_value(input, i) +
                  ";\n";
    return R"(
void clmm_reset(global uint* clmm_memory, uint clmm_instance) {
)" + resets(input) +
           R"(}

kernel void clmm_prepare(global uint* clmm_memory) {
    for (uint i = get_global_id(0); i < CLMM_COLUMN; i += get_global_size(0))
        clmm_reset(clmm_memory, i);
}

// counts[0] is the number of the instances in others, counts[1 + n] of those in state n.
kernel void clmm_collect(global uint* clmm_memory, global clmm_value* clmm_results,
                         global const clmm_value* states, global const uint* slots,
                         volatile global uint* counts, global uint* others, uint others_before) {
    uint run = 0, last = 0;
)" + for_each(input, "    clmm_value w@ = 0;\n") +
           R"(    for (uint clmm_instance = get_global_id(0); clmm_instance < CLMM_INSTANCES;
         clmm_instance += get_global_size(0)) {
)" + values +
           R"(        clmm_reset(clmm_memory, clmm_instance);
        if (run != 0 && )" +
           matches(input, "v@ == w@") + R"() {
            ++run;
        } else {
            uint hash = 0;
)" +
           for_each(input, "            hash = (hash ^ (uint)v@) * " + std::to_string(kHashFactor) +
                               "u;\n") +
           R"(            hash = hash >> 20;
            uint found = slots[hash];
            while (found != 0 && !()" +
           matches(input, "states[@u * CLMM_STATES + found - 1] == v@") + R"()) {
                hash = (hash + 1) % CLMM_SLOTS;
                found = slots[hash];
            }
            if (found == 0) {
)" + for_each(input, "                clmm_results[@u * CLMM_COLUMN + clmm_instance] = v@;\n") +
           R"(                others[atomic_inc(counts) - others_before] = clmm_instance;
            } else {
                if (run != 0) atomic_add(counts + last, run);
                last = found;
                run = 1;
)" + for_each(input, "                w@ = v@;\n") +
           R"(            }
        }
    }
    if (run != 0) atomic_add(counts + last, run);
}
)";
}

}  // namespace clmm::hardware
