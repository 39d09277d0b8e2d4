#include <algorithm>

#include "kernel_text/frame.h"

namespace clmm::hardware {
namespace {

std::string unsigned_literal(std::uint64_t value) { return std::to_string(value) + "u"; }

/// `a / 1` and the like, left out.
std::string divided(const std::string& text, std::uint32_t by) {
    return by == 1 ? text : "(" + text + " / " + unsigned_literal(by) + ")";
}
std::string remainder(const std::string& text, std::uint32_t by) {
    return by == 1 ? "0u" : "(" + text + " % " + unsigned_literal(by) + ")";
}
std::string times(const std::string& text, std::uint32_t factor) {
    return factor == 1 ? text : "(" + text + " * " + unsigned_literal(factor) + ")";
}

/// All work-items have an instance in all rounds.
bool is_full(const Layout& layout, const TestGroup& group) {
    std::size_t most = 1, least = layout.lanes;
    for (const auto& members : group.sub_groups) {
        most = std::max(most, members.size());
        least = std::min(least, members.size());
    }
    return most == least && group.cluster * most == group.sub_group_lanes &&
           layout.lanes == layout.lanes / group.sub_group_lanes * group.sub_group_lanes &&
           layout.lanes / group.sub_group_lanes % group.sub_groups.size() == 0 &&
           group.per_round * group.rounds == layout.block;
}

/// The number of the role that is in place `clmm_place` of sub-group `clmm_sub_group`.
std::string role_number(const Layout& layout, const TestGroup& group) {
    std::string out = unsigned_literal(layout.roles[group.roles.front()].number);
    for (std::size_t s = 0; s < group.sub_groups.size(); ++s)
        for (std::size_t p = 0; p < group.sub_groups[s].size(); ++p) {
            const std::size_t role = group.sub_groups[s][p];
            if (role == group.roles.front()) continue;
            out = "(clmm_sub_group == " + unsigned_literal(s) +
                  " && clmm_place == " + unsigned_literal(p) + ") ? " +
                  unsigned_literal(layout.roles[role].number) + " : " + out;
        }
    return out;
}

/// Whether the sub-group has so many places.
std::string has_role(const TestGroup& group) {
    std::string out = "false";
    for (std::size_t s = 0; s < group.sub_groups.size(); ++s)
        out += " || (clmm_sub_group == " + unsigned_literal(s) + " && clmm_place < " +
               unsigned_literal(group.sub_groups[s].size()) + ")";
    return out;
}

/// Who this work-item is in a round: clmm_role, clmm_lane and, where it may have nothing to do,
/// clmm_active.
std::string identity(const TextInput& input, const TestGroup& group, std::size_t index,
                     unsigned depth) {
    const Layout& layout = input.layout;
    const std::uint32_t sub_groups = static_cast<std::uint32_t>(group.sub_groups.size());
    const std::string self = "clmm_self";
    const std::string sub_group = divided(self, group.sub_group_lanes);
    const std::string in_sub_group = remainder(self, group.sub_group_lanes);
    const bool one_sub_group = group.sub_group_lanes >= layout.lanes;
    std::vector<std::string> lines;
    lines.push_back("const uint clmm_sub_group = " +
                    (sub_groups == 1 ? std::string("0u")
                                     : "(" + sub_group + (group.rounds > 1 ? " + clmm_round" : "") +
                                           ") % " + unsigned_literal(sub_groups)) +
                    ";");
    lines.push_back("const uint clmm_place = " +
                    (group.cluster == group.sub_group_lanes
                         ? std::string("0u")
                         : divided(one_sub_group ? self : in_sub_group, group.cluster)) +
                    ";");
    std::string lane = one_sub_group ? remainder(self, group.cluster)
                                     : times(divided(sub_group, sub_groups), group.cluster) +
                                           " + " + remainder(in_sub_group, group.cluster);
    if (one_sub_group && group.cluster == group.sub_group_lanes) lane = self;
    if (group.rounds > 1) lane = "clmm_round * " + unsigned_literal(group.per_round) + " + " + lane;
    const bool full = is_full(layout, group);
    lines.push_back(std::string(full ? "const " : "") +
                    "uint clmm_role = " + role_number(layout, group) + ";");
    lines.push_back("uint clmm_lane = " + lane + ";");
    if (!full) {
        lines.push_back("const bool clmm_active = clmm_lane < CLMM_BLOCK && " +
                        divided(sub_group, sub_groups) + " < " +
                        unsigned_literal(group.per_round / group.cluster) + " && (" +
                        has_role(group) + ");");
        if (group.has_barrier)
            lines.push_back("if (!clmm_active) { clmm_role = " +
                            unsigned_literal(layout.roles[group.roles.front()].number) +
                            "; clmm_lane = CLMM_BLOCK; }");
    }
    if (input.tuning.style == Tuning::Style::parallel && index != 0 &&
        input.tuning.permutation != 1)
        lines.push_back(std::string(full ? "" : "if (clmm_active) ") + "clmm_lane = clmm_lane * " +
                        unsigned_literal(coprime(input.tuning.permutation, layout.block)) +
                        " % CLMM_BLOCK;");
    std::string out;
    for (const std::string& line : lines) out += indent(depth) + line + "\n";
    return out;
}

// ---- objects in local memory ----

bool is_local_of(const PlacedObject& object, std::size_t group) {
    return object.space == litmus::AddressSpace::local && object.group == group;
}

std::string initial_locals(const TextInput& input, std::size_t group, unsigned depth) {
    std::string out;
    for (const PlacedObject& object : input.layout.objects) {
        if (!is_local_of(object, group)) continue;
        for (const litmus::Location* location : object.locations)
            out += indent(depth + 1) + lvalue_of(input, object, *location) + " = " +
                   initial_value(input, *location) + ";\n";
    }
    return indent(depth) +
           "for (uint clmm_lane = clmm_self; clmm_lane <= CLMM_BLOCK; clmm_lane += CLMM_LANES) "
           "{\n" +
           indent(depth + 1) + "const uint clmm_instance = clmm_block * CLMM_BLOCK + clmm_lane;\n" +
           indent(depth + 1) + "(void)clmm_instance;\n" + out + indent(depth) + "}\n" +
           indent(depth) + "barrier(CLK_LOCAL_MEM_FENCE);\n";
}

std::string final_locals(const TextInput& input, std::size_t group, unsigned depth) {
    std::string out;
    for (std::size_t i = 0; i < input.observed.size(); ++i) {
        const Observed& observed = input.observed[i];
        if (observed.object == nullptr || !is_local_of(*observed.object, group)) continue;
        out += indent(depth + 1) + "clmm_results[" + std::to_string(i) +
               "u * CLMM_COLUMN + clmm_instance] = " +
               as_value(input, lvalue_of(input, *observed.object, *observed.location),
                        observed.width, true) +
               ";\n";
    }
    const std::string barrier = indent(depth) + "barrier(CLK_LOCAL_MEM_FENCE);\n";
    if (out.empty()) return barrier;
    return barrier + indent(depth) +
           "for (uint clmm_lane = clmm_self; clmm_lane < CLMM_BLOCK; clmm_lane += CLMM_LANES) "
           "{\n" +
           indent(depth + 1) + "const uint clmm_instance = clmm_block * CLMM_BLOCK + clmm_lane;\n" +
           out + indent(depth) + "}\n" + barrier;
}

}  // namespace

std::string rounds_text(const TextInput& input, const CodeNames& names, std::size_t index,
                        unsigned depth) {
    const Layout& layout = input.layout;
    const TestGroup& group = layout.groups[index];
    const bool guarded = !group.has_barrier && !is_full(layout, group);
    const unsigned inside = depth + (group.rounds > 1 ? 1 : 0);
    std::string body = identity(input, group, index, inside);
    if (guarded) body += indent(inside) + "if (clmm_active) {\n";
    const unsigned code = inside + (guarded ? 1 : 0);
    body += indent(code) + "const uint clmm_instance = " +
            (group.has_barrier && !is_full(layout, group)
                 ? "clmm_lane == CLMM_BLOCK ? CLMM_INSTANCES : "
                 : "") +
            "clmm_block * CLMM_BLOCK + clmm_lane;\n" + group_code(input, names, group, code);
    if (guarded) body += indent(inside) + "}\n";
    if (group.rounds > 1)
        body = indent(depth) + "for (uint clmm_round = 0; clmm_round < " +
               unsigned_literal(group.rounds) + "; ++clmm_round) {\n" + body + indent(depth) +
               "}\n";
    if (group.local_bytes == 0) return body;
    return initial_locals(input, index, depth) + body + final_locals(input, index, depth);
}

}  // namespace clmm::hardware
