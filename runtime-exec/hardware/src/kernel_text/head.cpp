#include "kernel_text/frame.h"

namespace clmm::hardware {
namespace {

std::string define(const std::string& name, std::uint64_t value) {
    return "#define " + name + " " + std::to_string(value) + "u\n";
}

std::string places(const TextInput& input) {
    std::string out;
    for (std::size_t i = 0; i < input.layout.objects.size(); ++i) {
        const PlacedObject& object = input.layout.objects[i];
        if (object.space != litmus::AddressSpace::global) continue;
        const auto number = [](std::uint64_t value) { return std::to_string(value) + "u"; };
        out += "#define CLMM_PLACE_" + std::to_string(i) + "(i) (" + number(object.offset) +
               " + ((i) * " + number(object.multiplier) + " & " + number(input.layout.slots - 1) +
               ") * " + number(object.stride) + ")  // " + object.name + "\n";
    }
    return out;
}

/// Addresses of objects of the instance become those of the test.
std::string encoder(const TextInput& input, bool local) {
    std::string out = local ? "ulong clmm_encode_local(ulong value, global uint* clmm_memory, "
                              "uint clmm_instance,\n                        local uchar* "
                              "clmm_local, uint clmm_lane) {\n"
                            : "ulong clmm_encode(ulong value, global uint* clmm_memory, "
                              "uint clmm_instance) {\n";
    for (const PlacedObject& object : input.layout.objects) {
        const bool is_local = object.space == litmus::AddressSpace::local;
        if (object.space == litmus::AddressSpace::constant || is_local != local) continue;
        const std::string base = "(ulong)" + place_of(input, object);
        out += "    if (value - " + base + " < " + std::to_string(object.bytes) +
               "ul) return value - " + base + " + " + std::to_string(object.address) + "ul;\n";
    }
    return out + (local ? "    return clmm_encode(value, clmm_memory, clmm_instance);\n}\n"
                        : "    return value;\n}\n");
}

}  // namespace

std::string head_text(const TextInput& input) {
    const Layout& layout = input.layout;
    const bool wide = is_wide(input.observed);
    std::string out = "// " + input.tree.name + ", many instances at once\n";
    for (const std::string extension :
         {"cl_khr_int64_base_atomics", "cl_khr_int64_extended_atomics", "cl_khr_subgroups"})
        out += "#ifdef " + extension + "\n#pragma OPENCL EXTENSION " + extension +
               " : enable\n#endif\n";
    out += define("CLMM_INSTANCES", layout.instances) +
           define("CLMM_COLUMN", layout.instances + 1U) + define("CLMM_BLOCK", layout.block) +
           define("CLMM_BLOCKS", layout.blocks) + define("CLMM_LANES", layout.lanes) +
           define("CLMM_STATES", StateTable::kStates) + define("CLMM_SLOTS", StateTable::kSlots) +
           places(input) + "typedef " + (wide ? "ulong" : "uint") + " clmm_value;\n";
    if (wide) {
        out += encoder(input, false);
        if (layout.local_bytes != 0) out += encoder(input, true);
    }
    return out;
}

}  // namespace clmm::hardware
