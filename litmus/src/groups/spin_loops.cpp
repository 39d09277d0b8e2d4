#include "groups/spin_loops.h"

#include <algorithm>
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

/// The waiting loop that an event belongs to.
std::map<std::size_t, LoopKey> waiting_loops(const Unfolding& unfolding) {
    std::map<std::size_t, LoopKey> loops;
    for (const auto& [key, record] : unfolding.loops)
        if (record.pure)
            for (const std::size_t event : record.events) loops.emplace(event, key);
    return loops;
}

/// Whether a loop could read from a write: not from one that its own unit makes in it or after it.
bool may_read(const LoopKey& key, const LoopRecord& record, const Event& write) {
    if (write.unit != key.unit) return true;
    return !record.events.contains(write.id.index()) && write.id.index() < *record.events.rbegin();
}

/// How many iterations of a waiting loop suffice. Of a waiting loop that writes as it ends, a
/// write counts once.
std::size_t needed(const Unfolding& unfolding, const LoopKey& key, const LoopRecord& record) {
    const auto loops = waiting_loops(unfolding);
    std::size_t sum = (record.ends_inside ? 1 : 0) + (record.spurious ? 1 : 0);
    std::set<std::tuple<LoopKey, std::uint32_t, LocationId>> counted;
    for (const Event& event : unfolding.structure.events) {
        if (event.kind != EventKind::write || event.initial || record.events.empty()) continue;
        if (!may_read(key, record, event)) continue;
        const auto loop = loops.find(event.id.index());
        for (const Target& target : event.targets) {
            if (!record.reads.contains(target.location)) continue;
            if (loop == loops.end() ||
                counted.insert({loop->second, event.span.begin, target.location}).second)
                ++sum;
        }
    }
    return std::max<std::size_t>(sum, 1);
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

std::map<LoopKey, unsigned> sufficient_bounds(const Unfolding& unfolding) {
    std::map<LoopKey, unsigned> bounds;
    for (const auto& [key, record] : unfolding.loops) {
        const std::size_t wanted = needed(unfolding, key, record);
        if (record.pure && !record.bounds.empty() && wanted != record.unrolled &&
            wanted <= kLongestSpin)
            bounds[key] = static_cast<unsigned>(wanted);
    }
    return bounds;
}

/// A condition before the body ends such a loop when it is met first, or nothing in the body does.
std::map<LoopKey, unsigned> bounds_of_one(const Unfolding& unfolding) {
    std::map<LoopKey, unsigned> bounds;
    for (const auto& [key, record] : unfolding.loops)
        if (record.pure && !record.bounds.empty() && !record.may_fail)
            bounds[key] = record.ends_inside ? 1 : 0;
    return bounds;
}

void mark_exhaustive(Unfolding& unfolding) {
    for (const auto& [key, record] : unfolding.loops) {
        if (!record.pure) continue;
        const bool is_once = unfolding.once.contains(key);
        const std::size_t iterations = needed(unfolding, key, record);
        const bool is_exhaustive = is_once || record.unrolled >= iterations;
        if (!record.bounds.empty()) unfolding.structure.waiting_iterations += iterations;
        for (const std::size_t event : record.events)
            if (is_once && unfolding.structure.events[event].kind == EventKind::read)
                unfolding.structure.waits.emplace_back(event);
        for (std::size_t i = 0; i < record.bounds.size(); ++i) {
            UnrollBound& bound = unfolding.structure.bounds[record.bounds[i]];
            bound.exhaustive = is_exhaustive;
            if (!record.spurious) bound.forever = record.forever[i];
        }
    }
}

}  // namespace clmm::litmus
