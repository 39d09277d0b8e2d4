#include "check/races/scopes.h"

#include <algorithm>

namespace clmm::runtime::check {
namespace {

bool keeps_widest_scope(Memory memory) {
    return memory == Memory::atomic_svm || memory == Memory::system_svm || memory == Memory::host;
}

/// The kernel-instance that enqueued the unit's.
LaunchId parent(const UnitPosition& of) {
    return of.ancestors == nullptr || of.ancestors->empty() ? kNoLaunch : of.ancestors->back();
}

/// The one from which all descend that the host did not enqueue.
LaunchId root(const UnitPosition& of) {
    return of.ancestors == nullptr || of.ancestors->empty() ? of.unit.launch
                                                            : of.ancestors->front();
}

bool same_launch(const UnitPosition& a, const UnitPosition& b) {
    return a.unit.launch != kNoLaunch && a.unit.launch == b.unit.launch;
}

/// buffer-peers of opencl-base.cat.
bool joined_on_buffer(const UnitPosition& a, const UnitPosition& b, Rules::DeviceScope scope) {
    if (a.unit.launch == kNoLaunch || b.unit.launch == kNoLaunch) return false;
    if (scope == Rules::DeviceScope::descendants) return root(a) == root(b);
    if (same_launch(a, b) || parent(a) == b.unit.launch || parent(b) == a.unit.launch) return true;
    return scope == Rules::DeviceScope::kernel_instance && parent(a) != kNoLaunch &&
           parent(a) == parent(b);
}

}  // namespace

Scope narrowed_fence(Scope scope, Memory memory, const Rules& rules) {
    if (memory == Memory::local && scope > Scope::work_group)
        return rules.local_scope == Rules::LocalScope::narrowed ? Scope::work_group : scope;
    if (scope == Scope::all && !keeps_widest_scope(memory)) return Scope::device;
    return scope;
}

Scope narrowed(Scope scope, Memory memory, bool by_host, const Rules& rules) {
    return by_host ? Scope::all : narrowed_fence(scope, memory, rules);
}

bool has_level(Scope scope, Scope level, const Rules& rules) {
    if (scope == Scope::work_item) return false;
    return rules.inclusive_scope == Rules::InclusiveScope::same ? scope == level : scope >= level;
}

bool together(const UnitPosition& a, const UnitPosition& b, Scope level, Memory memory,
              const Rules& rules) {
    switch (level) {
        case Scope::sub_group:
            return same_launch(a, b) && a.sub_group == b.sub_group;
        case Scope::work_group:
            return same_launch(a, b) && a.group == b.group;
        case Scope::device:
            if (memory == Memory::buffer && rules.device_scope != Rules::DeviceScope::device)
                return joined_on_buffer(a, b, rules.device_scope);
            return a.unit == b.unit || (a.device && a.device == b.device);
        case Scope::all:
            return true;
        default:
            return false;
    }
}

bool inclusive(const UnitPosition& a, Scope of_a, const UnitPosition& b, Scope of_b, Memory memory,
               const Rules& rules) {
    return std::ranges::any_of(kLevels, [&](Scope level) {
        return has_level(of_a, level, rules) && has_level(of_b, level, rules) &&
               together(a, b, level, memory, rules);
    });
}

}  // namespace clmm::runtime::check
