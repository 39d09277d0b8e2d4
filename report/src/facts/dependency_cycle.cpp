#include "facts/dependency_cycle.h"

#include <queue>

namespace clmm::report {
namespace {

using litmus::EventId;
using litmus::EventStructure;
using model::Execution;

BitMatrix edges(const EventStructure& structure, const Execution& execution, bool control) {
    BitMatrix all(structure.size());
    const auto add = [&](std::size_t a, std::size_t b) {
        if (execution.executed.test(a) && execution.executed.test(b)) all.set(a, b);
    };
    structure.data.for_each(add);
    structure.addr.for_each(add);
    if (control) structure.control().for_each(add);
    execution.reads_from.for_each(add);
    return all;
}

/// The events of a shortest path from `start` back to it; empty where there is none.
std::vector<std::size_t> shortest_cycle_from(const BitMatrix& graph, std::size_t start) {
    constexpr std::size_t kUnseen = ~std::size_t{0};
    std::vector<std::size_t> previous(graph.size(), kUnseen);
    std::queue<std::size_t> frontier;
    frontier.push(start);
    while (!frontier.empty() && previous[start] == kUnseen) {
        const std::size_t at = frontier.front();
        frontier.pop();
        graph.for_each_in_row(at, [&](std::size_t next) {
            if (previous[next] != kUnseen) return;
            previous[next] = at;
            frontier.push(next);
        });
    }
    std::vector<std::size_t> cycle;
    if (previous[start] == kUnseen) return cycle;
    for (std::size_t at = previous[start]; at != start; at = previous[at]) cycle.push_back(at);
    cycle.push_back(start);
    return {cycle.rbegin(), cycle.rend()};
}

std::vector<std::size_t> shortest_cycle(const BitMatrix& graph) {
    std::vector<std::size_t> best;
    for (std::size_t start = 0; start < graph.size(); ++start) {
        std::vector<std::size_t> cycle = shortest_cycle_from(graph, start);
        if (!cycle.empty() && (best.empty() || cycle.size() < best.size())) best = std::move(cycle);
    }
    return best;
}

std::string name_of_edge(const EventStructure& structure, const Execution& execution, std::size_t a,
                         std::size_t b) {
    if (execution.reads_from.test(a, b)) return "rf";
    if (structure.data.test(a, b)) return "data";
    if (structure.addr.test(a, b)) return "addr";
    return "ctrl";
}

}  // namespace

std::vector<CycleStep> dependency_cycle(const EventStructure& structure,
                                        const Execution& execution) {
    std::vector<std::size_t> cycle = shortest_cycle(edges(structure, execution, false));
    if (cycle.empty()) cycle = shortest_cycle(edges(structure, execution, true));
    std::vector<CycleStep> steps;
    for (std::size_t i = 0; i < cycle.size(); ++i)
        steps.push_back({EventId(cycle[i]), name_of_edge(structure, execution, cycle[i],
                                                         cycle[(i + 1) % cycle.size()])});
    return steps;
}

}  // namespace clmm::report
