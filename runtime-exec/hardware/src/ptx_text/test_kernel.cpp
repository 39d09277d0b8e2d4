// The kernel that executes the test, and what it does around it.

#include <algorithm>

#include "launch_flags.h"
#include "ptx_text/meetings.h"
#include "ptx_text/ptx_text.h"

namespace clmm::hardware::ptx_text {
namespace {

void declare_threads(Writer& out, const Input& input) {
    std::set<std::size_t> used;
    for (const Role& role : input.layout.roles) {
        const targets::PtxThread& thread = input.threads[role.unit.index()];
        const std::string prefix = "%P" + decimal(role.number) + "_";
        for (const std::string& reg : thread.registers) out.declare(".b32", prefix + reg);
        for (const char* scratch : {"v0", "v1"}) out.declare(".b32", prefix + scratch);
        out.declare(".pred", prefix + "p");
        used.merge(std::set(thread.locations));
    }
    for (const std::size_t location : used) out.declare(".b64", "%at" + decimal(location));
}

std::string has_flag(Writer& out, const std::string& flags, std::uint32_t flag) {
    return out.test("ne.u32", out.word("and.b32", flags, decimal(flag)), "0");
}

/// Groups that disturb, and what testing ones do of it first.
void disturb(Writer& out, const Input& input, const std::string& groups, const std::string& group,
             const std::string& flags, const std::string& end) {
    const Layout& layout = input.layout;
    const Tuning& tuning = input.tuning;
    std::string target = out.word("rem.u32", group, decimal(std::max(1U, tuning.stress_targets)));
    target = out.word("add.u32", target,
                      decimal(std::uint64_t{layout.testing_groups} + layout.stress_groups));
    target = out.load(out.element(groups, target));
    const std::string place = out.element(out.parameter("clmm_scratch"), target);
    const std::string testing = out.new_label("testing");
    out.jump_if(out.test("lt.u32", group, decimal(layout.testing_groups)), testing);
    if (layout.stress_groups != 0) {
        out.jump_unless(has_flag(out, flags, kFlagStress), end);
        write_stress(out, tuning.stress_pattern, tuning.stress_iterations, place);
    }
    out.jump(end);
    out.label(testing);
    if (tuning.pre_stress_percent == 0) return;
    const std::string begin = out.new_label("begin");
    out.jump_unless(has_flag(out, flags, kFlagPreStress), begin);
    write_stress(out, tuning.pre_stress_pattern, tuning.pre_stress_iterations, place);
    out.label(begin);
}

/// The groups of an instance wait for one another, within bounds.
void meet(Writer& out, const Input& input, const std::string& flags, const std::string& self,
          const std::string& block) {
    const std::string ready = out.new_label("ready"), others = out.new_label("others");
    out.jump_unless(has_flag(out, flags, kFlagBarrier), ready);
    if (input.layout.groups.size() > 1) {
        out.jump_if(out.test("ne.u32", self, "0"), others);
        write_meeting(out, out.element(out.parameter("clmm_sync"), block),
                      input.layout.groups.size(), input.tuning.spin_limit);
        out.label(others);
    }
    out.line("barrier.sync " + decimal(std::uint64_t{kOwnBarrier}) + ";");
    out.label(ready);
}

/// Which group of the test a group of the device runs in a step, and which block of instances.
std::pair<std::string, std::string> assign(Writer& out, const Layout& layout,
                                           const std::string& group, const std::string& step) {
    const std::string blocks = decimal(layout.blocks);
    const std::string slot =
        out.word("rem.u32", out.word("add.u32", step, group), decimal(layout.groups.size()));
    std::string offset = out.word("mul.lo.u32", slot, decimal(layout.group_offset));
    offset = out.word("rem.u32", offset, blocks);
    std::string block = out.word("add.u32", group, blocks);
    block = out.word("sub.u32", block, offset);
    return {slot, out.word("rem.u32", block, blocks)};
}

}  // namespace

void write_stress(Writer& out, StressPattern pattern, std::uint32_t iterations,
                  const std::string& address) {
    const std::string turn = out.variable("0");
    const std::string again = out.new_label("stress"), end = out.new_label("stressed");
    out.label(again);
    out.jump_if(out.test("ge.u32", turn, decimal(iterations)), end);
    const auto store = [&] { out.line("st.volatile.global.u32 [" + address + "], " + turn + ";"); };
    const auto load = [&] {
        static_cast<void>(out.word("ld.volatile.global.u32", "[" + address + "]"));
    };
    const bool stores_first =
        pattern == StressPattern::store_store || pattern == StressPattern::store_load;
    const bool stores_then =
        pattern == StressPattern::store_store || pattern == StressPattern::load_store;
    stores_first ? store() : load();
    stores_then ? store() : load();
    out.line("add.u32 " + turn + ", " + turn + ", 1;");
    out.jump(again);
    out.label(end);
}

void write_meeting(Writer& out, const std::string& address, std::size_t all, std::uint32_t turns) {
    const std::string turn = out.variable("0");
    const std::string again = out.new_label("meet"), end = out.new_label("met");
    out.line("red.relaxed.gpu.global.add.u32 [" + address + "], 1;");
    out.label(again);
    out.jump_if(out.test("ge.u32", turn, decimal(turns)), end);
    const std::string here = out.word("ld.relaxed.gpu.global.u32", "[" + address + "]");
    out.jump_if(out.test("ge.u32", here, decimal(all)), end);
    out.line("add.u32 " + turn + ", " + turn + ", 1;");
    out.jump(again);
    out.label(end);
}

std::string test_kernel(const Input& input) {
    const Layout& layout = input.layout;
    const auto met = meetings(input.threads, layout);
    Writer out("clmm_test", {{"clmm_memory", true},
                             {"clmm_results", true},
                             {"clmm_groups", true},
                             {"clmm_sync", true},
                             {"clmm_scratch", true},
                             {"clmm_flags", false},
                             {"clmm_seed", false}});
    declare_threads(out, input);
    Frame frame{.self = out.word("mov.u32", "%tid.x"),
                .block = {},
                .memory = out.parameter("clmm_memory"),
                .results = out.parameter("clmm_results")};
    const std::string groups = out.parameter("clmm_groups"), flags = out.parameter("clmm_flags");
    const std::string group = out.load(out.element(groups, out.word("mov.u32", "%ctaid.x")));
    const std::string end = out.new_label("end"), again = out.new_label("step");
    disturb(out, input, groups, group, flags, end);
    const std::string step = out.variable("0");
    out.label(again);
    const auto [slot, block] = assign(out, layout, group, step);
    frame.block = block;
    meet(out, input, flags, frame.self, block);
    const std::string next = out.new_label("stepped");
    for (std::size_t i = 0; i < layout.groups.size(); ++i) {
        const std::string other = out.new_label("group");
        out.jump_if(out.test("ne.u32", slot, decimal(i)), other);
        write_rounds(out, input, i, frame, met);
        out.jump(next);
        out.label(other);
    }
    out.label(next);
    out.line("add.u32 " + step + ", " + step + ", 1;");
    out.jump_if(out.test("lt.u32", step, decimal(layout.steps)), again);
    out.label(end);
    return out.text();
}

}  // namespace clmm::hardware::ptx_text
