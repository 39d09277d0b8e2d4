#include "clmm/model/thin_air.h"

#include <algorithm>
#include <deque>

namespace clmm::model {
namespace {

using litmus::Event;
using litmus::EventKind;

/// Any choice of reads-from.
void add_possible_sources(const EventStructure& structure, BitMatrix& edges) {
    for (const Event& write : structure.events)
        for (const Event& read : structure.events)
            if (write.kind == EventKind::write && read.kind == EventKind::read && !write.initial)
                for (const litmus::Target& x : write.targets)
                    for (const litmus::Target& y : read.targets)
                        if (x.location == y.location) edges.set(write.id.index(), read.id.index());
}

/// Events from `start` back to it, breadth first through the edges and reads-from; empty where
/// there is no such way.
std::vector<std::size_t> cycle_through(std::size_t start, const BitMatrix& edges,
                                       const Execution& execution) {
    const std::size_t n = edges.size();
    std::vector<std::size_t> parent(n, n);
    std::deque<std::size_t> queue{start};
    bool closed = false;
    while (!queue.empty() && !closed) {
        const std::size_t at = queue.front();
        queue.pop_front();
        const auto visit = [&](std::size_t to) {
            if (closed || !execution.executed.test(to)) return;
            if (to == start) {
                closed = true;
                parent[start] = at;
            } else if (parent[to] == n) {
                parent[to] = at;
                queue.push_back(to);
            }
        };
        edges.for_each_in_row(at, visit);
        execution.reads_from.for_each_in_row(at, visit);
    }
    if (!closed) return {};
    std::vector<std::size_t> cycle{start};
    for (std::size_t at = parent[start]; at != start; at = parent[at]) cycle.push_back(at);
    std::reverse(cycle.begin(), cycle.end());
    return cycle;
}

}  // namespace

ThinAirCycles::ThinAirCycles(const EventStructure& structure, ThinAir kind)
    : structure_(structure), edges_(structure.size()) {
    if (kind == ThinAir::sb) {
        edges_ |= structure.sb;
    } else {
        edges_ |= structure.data;
        edges_ |= structure.addr;
        edges_ |= structure.control();
    }
    BitMatrix possible = edges_;
    add_possible_sources(structure, possible);
    possible.close_transitively();
    impossible_ = possible.is_irreflexive();
}

Reason ThinAirCycles::find(const Execution& execution) const {
    if (impossible_) return {};
    std::vector<std::size_t> best;
    for (std::size_t start = 0; start < structure_.size(); ++start) {
        if (structure_.events[start].kind != EventKind::read || !execution.executed.test(start))
            continue;
        std::vector<std::size_t> cycle = cycle_through(start, edges_, execution);
        if (!cycle.empty() && (best.empty() || cycle.size() < best.size())) best = std::move(cycle);
    }
    Reason reason;
    for (std::size_t i = 0; i < best.size(); ++i) {
        const EventId a(best[i]);
        const EventId b(best[(i + 1) % best.size()]);
        if (execution.reads_from.test(a.index(), b.index()) && !edges_.test(a.index(), b.index()))
            reason.push_back({Literal::Kind::reads_from, true, 0, a, b});
        else
            for (const EventId event : {a, b})
                if (!structure_.terms.is_true(structure_[event].guard))
                    reason.push_back({Literal::Kind::executed, true, 0, event, EventId::none()});
    }
    std::sort(reason.begin(), reason.end());
    reason.erase(std::unique(reason.begin(), reason.end()), reason.end());
    return reason;
}

}  // namespace clmm::model
