#include "spin_loops.h"

#include <set>
#include <tuple>

namespace clmm::litmus {
namespace {

constexpr std::size_t kLongestSpin = 16;

void collect_conjuncts(const TermPool& terms, TermId id, std::set<TermId>& into) {
    if (!into.insert(id).second) return;
    const Term& term = terms[id];
    if (term.op != TermOp::logical_and) return;
    collect_conjuncts(terms, term.a, into);
    collect_conjuncts(terms, term.b, into);
}

/// The number of writes that a location may get, the initial one aside. Of a loop that writes
/// only as it ends, a write counts once.
std::map<LocationId, std::size_t> count_writes(const Unfolding& unfolding) {
    std::map<std::size_t, LoopKey> waiting;
    for (const auto& [key, record] : unfolding.loops)
        if (record.pure)
            for (const std::size_t event : record.events) waiting.emplace(event, key);
    std::map<LocationId, std::size_t> counts;
    std::set<std::tuple<LoopKey, std::uint32_t, LocationId>> counted;
    for (const Event& event : unfolding.structure.events) {
        if (event.kind != EventKind::write || event.initial) continue;
        const auto loop = waiting.find(event.id.index());
        for (const Target& target : event.targets)
            if (loop == waiting.end() ||
                counted.insert({loop->second, event.span.begin, target.location}).second)
                ++counts[target.location];
    }
    return counts;
}

std::size_t needed(const LoopRecord& record, const std::map<LocationId, std::size_t>& writes) {
    std::size_t sum = 1;
    for (const LocationId location : record.reads) {
        const auto found = writes.find(location);
        if (found != writes.end()) sum += found->second;
    }
    return sum;
}

}  // namespace

bool exclude(const TermPool& terms, TermId a, TermId b) {
    if (terms.is_false(a) || terms.is_false(b)) return true;
    std::set<TermId> all;
    collect_conjuncts(terms, a, all);
    collect_conjuncts(terms, b, all);
    for (const TermId id : all)
        if (terms[id].op == TermOp::logical_not && all.contains(terms[id].a)) return true;
    return false;
}

std::map<LoopKey, unsigned> longer_bounds(const Unfolding& unfolding) {
    std::map<LoopKey, unsigned> bounds;
    const auto writes = count_writes(unfolding);
    for (const auto& [key, record] : unfolding.loops) {
        const std::size_t wanted = needed(record, writes);
        if (record.pure && !record.bounds.empty() && wanted > record.unrolled && wanted <= kLongestSpin)
            bounds[key] = static_cast<unsigned>(wanted);
    }
    return bounds;
}

void mark_exhaustive(Unfolding& unfolding) {
    const auto writes = count_writes(unfolding);
    for (const auto& [key, record] : unfolding.loops)
        if (record.pure && record.unrolled >= needed(record, writes))
            for (const std::size_t bound : record.bounds)
                unfolding.structure.bounds[bound].exhaustive = true;
}

}  // namespace clmm::litmus
