#include "kernel_text/kernel_text.h"

#include "kernel_text/frame.h"

namespace clmm::hardware {
namespace {

std::string number(std::uint64_t value) { return std::to_string(value) + "u"; }

/// Which group of the test a group of the device runs in a step, and for which instances.
std::string assignment(const TextInput& input) {
    const Layout& layout = input.layout;
    const std::string groups = number(layout.groups.size());
    if (input.tuning.style == Tuning::Style::looping) {
        const std::string step =
            input.tuning.indirection
                ? "(clmm_step * " + number(coprime(input.tuning.permutation, layout.steps)) +
                      " + clmm_seed % " + number(layout.steps) + ") % " + number(layout.steps)
                : "clmm_step";
        return "            const uint clmm_slot = clmm_group % " + groups +
               ";\n            const uint clmm_block = " + step + " * " + number(layout.teams) +
               " + clmm_group / " + groups + ";\n";
    }
    return "            const uint clmm_slot = (clmm_step + clmm_group) % " + groups +
           ";\n            const uint clmm_block = (clmm_group + CLMM_BLOCKS - clmm_slot * " +
           number(layout.group_offset) + " % CLMM_BLOCKS) % CLMM_BLOCKS;\n";
}

/// Before a step: the groups of an instance wait for one another, within bounds.
std::string meeting(const TextInput& input) {
    const Layout& layout = input.layout;
    const Tuning& tuning = input.tuning;
    const std::string groups = number(layout.groups.size());
    const bool alone = layout.groups.size() == 1;
    if (tuning.style == Tuning::Style::parallel)
        return "            if ((clmm_flags & " + number(kFlagBarrier) + ") != 0) {\n" +
               (alone ? ""
                      : "                if (clmm_self == 0) clmm_meet(clmm_sync + clmm_block, " +
                            groups + ", " + number(tuning.spin_limit) + ");\n") +
               "                barrier(CLK_LOCAL_MEM_FENCE);\n            }\n";
    const std::uint32_t every = std::max(1U, tuning.batch / layout.block);
    std::string out = "            if (clmm_step % " + number(every) + " == 0) {\n";
    const std::string place = "clmm_sync + (clmm_step / " + number(every) + ") * " +
                              number(layout.teams) + " + clmm_group / " + groups;
    out += "                if (clmm_self == 0) {\n";
    if (!alone)
        out += "                    const uint limit = clmm_misses > 4 ? 0 : clmm_step == 0 ? " +
               number(std::uint64_t{tuning.spin_limit} * 64) + " : " + number(tuning.spin_limit) +
               ";\n                    if (clmm_meet(" + place + ", " + groups +
               ", limit) >= limit) ++clmm_misses;\n";
    if (tuning.random_delay != 0)
        out +=
            "                    const uint late = clmm_mix(clmm_seed ^ clmm_step * 977u ^ "
            "clmm_group) % " +
            number(tuning.random_delay + 1U) +
            ";\n                    for (uint turn = 0; turn < late; ++turn) "
            "(void)*clmm_sync;\n";
    return out + "                }\n                barrier(CLK_LOCAL_MEM_FENCE);\n" +
           "            }\n";
}

std::string steps(const TextInput& input, const CodeNames& names) {
    const Layout& layout = input.layout;
    std::string out = "        for (uint clmm_step = 0; clmm_step < " + number(layout.steps) +
                      "; ++clmm_step) {\n" + assignment(input) + meeting(input);
    for (std::size_t i = 0; i < layout.groups.size(); ++i) {
        const std::string code = rounds_text(input, names, i, 4);
        if (layout.groups.size() == 1)
            out += "            {\n" + code + "            }\n";
        else
            out += std::string("            ") + (i == 0 ? "" : "else ") +
                   "if (clmm_slot == " + number(i) + ") {\n" + code + "            }\n";
    }
    return out + "        }\n";
}

std::string test_kernel(const TextInput& input, const CodeNames& names) {
    const Layout& layout = input.layout;
    const Tuning& tuning = input.tuning;
    std::string out = R"(
kernel void clmm_test(global uint* clmm_memory, global clmm_value* clmm_results,
                      global const uint* clmm_groups, volatile global uint* clmm_sync,
                      volatile global uint* clmm_scratch, uint clmm_flags, uint clmm_seed) {
)";
    if (layout.local_bytes != 0)
        out += "    local ulong clmm_local_words[" + std::to_string(layout.local_bytes / 8) +
               "];\n    local uchar* clmm_local = (local uchar*)clmm_local_words;\n";
    out +=
        "    const uint clmm_self = get_local_id(0);\n"
        "    const uint clmm_group = clmm_groups[get_group_id(0)];\n";
    const std::string place =
        "clmm_scratch + clmm_groups[" + number(layout.testing_groups + layout.stress_groups) +
        " + clmm_group % " + number(std::max(1U, tuning.stress_targets)) + "]";
    out += "    if (clmm_group >= " + number(layout.testing_groups) + ") {\n";
    if (layout.stress_groups != 0)
        out += "        if ((clmm_flags & " + number(kFlagStress) + ") != 0) clmm_stress(" + place +
               ");\n";
    out += "    } else {\n        uint clmm_misses = 0;\n";
    if (tuning.pre_stress_percent != 0)
        out += "        if ((clmm_flags & " + number(kFlagPreStress) + ") != 0) clmm_pre_stress(" +
               place + ");\n";
    return out + steps(input, names) + "    }\n}\n";
}

}  // namespace

std::string kernel_text(const TextInput& input) {
    const CodeNames names = code_names(input);
    std::string test = definitions(input, names);
    for (const Role& role : input.layout.roles)
        if (!input.layout.groups[role.group].has_barrier)
            test += "\n" + role_function(input, names, role);
    test += test_kernel(input, names);
    // The test's names come last: one of them would change the code behind it.
    return head_text(input) + names.exchanges->text() + stress_text(input) + collect_text(input) +
           test;
}

}  // namespace clmm::hardware
