#include "flow.h"

#include <algorithm>
#include <array>

#include "execute/handlers.h"
#include "execute/names.h"

namespace clmm::runtime::launches {
namespace {

bool is_jump(const std::string& name) {
    return name == "jump" || name == "branch_true" || name == "branch_false";
}

}  // namespace

Flow::Flow(const Code& code) : code_(code) {
    for (const Instruction& each : code.instructions) names_.push_back(name_of(each));
    for (const WideCall& call : code.calls) {
        always_.insert(call.operands.begin(), call.operands.end());
        always_.insert(call.results.begin(), call.results.end());
    }
    for (const PrintCall& print : code.prints)
        for (const PrintCall::Operand& operand : print.operands)
            always_.insert(operand.registers.begin(), operand.registers.end());
    find_loops();
    find_live();
    find_what_matters();
}

std::vector<std::uint32_t> Flow::successors(std::uint32_t place) const {
    std::vector<std::uint32_t> out;
    const std::string& name = names_[place];
    if (is_jump(name))
        out.push_back(static_cast<std::uint32_t>(code_.instructions[place].immediate));
    if (name != "jump" && name != "finish" && place + 1 < names_.size()) out.push_back(place + 1);
    return out;
}

void Flow::find_loops() {
    for (std::uint32_t i = 0; i < names_.size(); ++i) {
        if (!is_jump(names_[i])) continue;
        const auto target = static_cast<std::uint32_t>(code_.instructions[i].immediate);
        if (target > i) continue;
        Loop& loop = loops_[target];
        loop.head = target;
        loop.end = std::max(loop.end, i + 1);
    }
    for (auto& [head, loop] : loops_)
        for (std::uint32_t i = loop.head; i < loop.end; ++i) {
            const Instruction& each = code_.instructions[i];
            if (each.writes) loop.written.insert(each.d);
            if (names_[i] == "printf")
                loop.written.insert(code_.prints[static_cast<std::size_t>(each.immediate)].result);
            if (names_[i] == "read_image" || names_[i] == "group_copy") {
                const WideCall& call = code_.calls[static_cast<std::size_t>(each.immediate)];
                loop.written.insert(call.results.begin(), call.results.end());
            }
            const bool group = names_[i].starts_with("group.") || names_[i] == "group_copy" ||
                               names_[i] == "group_wait";
            loop.has_barrier = loop.has_barrier || names_[i] == "barrier" || group;
            loop.stores_privately =
                loop.stores_privately || names_[i].starts_with("store") || names_[i] == "copy";
        }
    for (std::uint32_t i = 0; i < names_.size(); ++i)
        for (const std::uint32_t target : successors(i))
            for (const auto& [head, loop] : loops_) {
                const bool from_inside = i >= head && i < loop.end;
                const bool into = target > head && target < loop.end;
                if (into && !from_inside) odd_ = i;
            }
}

void Flow::find_live() {
    const std::size_t registers = code_.registers.size();
    live_.assign(names_.size(), std::vector<bool>(registers));
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t k = names_.size(); k-- > 0;) {
            const Instruction& each = code_.instructions[k];
            std::vector<bool> live(registers);
            for (const std::uint32_t next : successors(static_cast<std::uint32_t>(k)))
                for (std::size_t r = 0; r < registers; ++r)
                    if (live_[next][r]) live[r] = true;
            if (each.writes) live[each.d] = false;
            const std::array<std::uint32_t, 3> read = {each.a, each.b, each.c};
            for (unsigned o = 0; o < each.operands; ++o) live[read[o]] = true;
            if (live == live_[k]) continue;
            live_[k] = std::move(live);
            changed = true;
        }
    }
}

/// All but what computes, and what is done to memory: before each access stands a `watch`.
bool Flow::is_asked_about(std::uint32_t place) const {
    static constexpr std::array kComputes = {"join",           "finish",   "any_value",  "printf",
                                             "check_assigned", "end_life", "begin_life", "fence"};
    const std::string& name = names_[place];
    return !code_.instructions[place].pure && !is_jump(name) && !name.starts_with("load.") &&
           !name.starts_with("store.") && std::ranges::find(kComputes, name) == kComputes.end();
}

void Flow::find_what_matters() {
    matters_.resize(names_.size());
    for (bool changed = true; changed;) {
        changed = false;
        for (auto k = static_cast<std::uint32_t>(names_.size()); k-- > 0;) {
            const std::vector<std::uint32_t> next = successors(k);
            const bool some = std::ranges::any_of(next, [&](auto each) { return matters_[each]; });
            if (matters_[k] || (!some && !is_asked_about(k))) continue;
            matters_[k] = changed = true;
        }
    }
}

}  // namespace clmm::runtime::launches
