#include "check/races_scopes.h"

#include <algorithm>

namespace clmm::runtime::check {
namespace {

bool keeps_widest_scope(Memory memory) {
    return memory == Memory::atomic_svm || memory == Memory::system_svm || memory == Memory::host;
}

bool descends(const Place& unit, const Place& from) {
    return from.unit.launch != kNoLaunch && unit.ancestors != nullptr &&
           std::ranges::find(*unit.ancestors, from.unit.launch) != unit.ancestors->end();
}

bool same_launch(const Place& a, const Place& b) {
    return a.unit.launch != kNoLaunch && a.unit.launch == b.unit.launch;
}

bool same_kernel_instance(const Place& a, const Place& b) {
    return same_launch(a, b) || descends(a, b) || descends(b, a);
}

}  // namespace

Scope narrowed_fence(Scope scope, Memory memory) {
    if (memory == Memory::local && scope > Scope::work_group) return Scope::work_group;
    if (scope == Scope::all && !keeps_widest_scope(memory)) return Scope::device;
    return scope;
}

Scope narrowed(Scope scope, Memory memory, bool by_host) {
    return by_host ? Scope::all : narrowed_fence(scope, memory);
}

bool has_level(Scope scope, Scope level, const Rules& rules) {
    if (scope == Scope::work_item) return false;
    return rules.inclusive_scope == Rules::InclusiveScope::same ? scope == level : scope >= level;
}

bool together(const Place& a, const Place& b, Scope level, Memory memory, const Rules& rules) {
    switch (level) {
        case Scope::sub_group:
            return same_launch(a, b) && a.sub_group == b.sub_group;
        case Scope::work_group:
            return same_launch(a, b) && a.group == b.group;
        case Scope::device:
            if (memory == Memory::buffer &&
                rules.device_scope == Rules::DeviceScope::kernel_instance)
                return same_kernel_instance(a, b);
            return a.unit == b.unit || (a.device && a.device == b.device);
        case Scope::all:
            return true;
        default:
            return false;
    }
}

bool inclusive(const Place& a, Scope of_a, const Place& b, Scope of_b, Memory memory,
               const Rules& rules) {
    return std::ranges::any_of(kLevels, [&](Scope level) {
        return has_level(of_a, level, rules) && has_level(of_b, level, rules) &&
               together(a, b, level, memory, rules);
    });
}

}  // namespace clmm::runtime::check
