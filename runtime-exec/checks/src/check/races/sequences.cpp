#include <algorithm>

#include "check/races/atomics.h"

namespace clmm::runtime::check {
namespace {

bool is_narrow(Scope level) { return level == Scope::sub_group || level == Scope::work_group; }

/// What `together` tells apart at the level.
bool same_place(Scope level, const UnitPosition& a, const UnitPosition& b) {
    if (level == Scope::all || level == Scope::none) return true;
    return a.unit.launch == b.unit.launch && (a.unit.launch != kNoLaunch || a.unit == b.unit);
}

bool same_kind(const Action& a, const Action& b) {
    return a.is_fence == b.is_fence && has_both(a.flags) == has_both(b.flags) &&
           (a.order == Order::seq_cst) == (b.order == Order::seq_cst);
}

}  // namespace

std::uint64_t Sequences::narrow_key(Scope level, const UnitPosition& place) {
    const bool by_sub_group = level == Scope::sub_group;
    return std::uint64_t{place.unit.launch} << 33U | std::uint64_t{by_sub_group} << 32U |
           (by_sub_group ? place.sub_group : place.group);
}

void Sequences::add(const Head& head, std::uint32_t write, const UnitPosition& place,
                    const Rules& rules, KnowledgeStore& store, std::size_t history) {
    for (const Scope level : kLevels)
        if (has_level(head.action.scope, level, rules))
            add_at(level, head, write, place, store, history);
    if (rules.atomic_sync == Rules::AtomicSync::text && !head.action.is_fence)
        add_at(Scope::none, head, write, place, store, history);
    last = Last{head, place.unit};
}

void Sequences::add_at(Scope level, const Head& head, std::uint32_t write,
                       const UnitPosition& place, KnowledgeStore& store, std::size_t history) {
    if (is_narrow(level) && place.unit.launch == kNoLaunch) return;
    std::vector<Kind>& kinds = is_narrow(level) ? narrow_[narrow_key(level, place)] : wide_;
    auto kind = std::ranges::find_if(kinds, [&](const Kind& each) {
        return each.level == level && same_place(level, each.place, place) &&
               same_kind(each.entries.back().head.action, head.action);
    });
    if (kind == kinds.end()) {
        kinds.push_back({level, place, {}});
        kind = std::prev(kinds.end());
    }
    Head all = head;
    if (!kind->entries.empty())
        for (std::size_t r = 0; r < 2; ++r)
            all.known[r] = store.join(kind->entries.back().head.known[r], head.known[r]);
    kind->entries.push_back({write, std::move(all)});
    static_cast<void>(trim(kind->entries, history + 1));
}

}  // namespace clmm::runtime::check
