#include <algorithm>
#include <limits>

#include "clmm/base/ensure.h"
#include "clmm/model/outcome_set.h"

namespace clmm::model {
namespace {

constexpr std::size_t kFirstTable = 64;

std::size_t hash(std::span<const OutcomeDiagram::Edge> edges) {
    std::uint64_t value = edges.size();
    const auto mix = [&](std::uint64_t part) {
        value = (value ^ part) * 0x9e3779b97f4a7c15U;
        value ^= value >> 32U;
    };
    for (const OutcomeDiagram::Edge& edge : edges) {
        mix(edge.value);
        mix(edge.next.index());
    }
    return value;
}

}  // namespace

OutcomeNode OutcomeDiagram::end(const OutcomeMark& mark) {
    const auto [known, is_new] = ends_.emplace(mark, OutcomeNode(nodes_.size()));
    if (!is_new) return known->second;
    nodes_.push_back({0, static_cast<std::uint32_t>(marks_.size()), 0});
    marks_.push_back(mark);
    has_executions_ |= mark.executions != 0;
    return known->second;
}

OutcomeNode OutcomeDiagram::branch(std::span<const Edge> edges) {
    const auto is_dead = [](const Edge& edge) { return !edge.next.valid(); };
    if (std::ranges::any_of(edges, is_dead)) {
        std::vector<Edge> alive(edges.begin(), edges.end());
        std::erase_if(alive, is_dead);
        return branch(alive);
    }
    if (edges.empty()) return OutcomeNode::none();
    const std::size_t below = height(edges.front().next);
    for (std::size_t i = 0; i < edges.size(); ++i) {
        ensure(i == 0 || edges[i - 1].value < edges[i].value, "edges of an outcome node ascend");
        ensure(height(edges[i].next) == below, "outcomes of one set have as many values");
    }
    return keep(static_cast<std::uint32_t>(below) + 1, edges);
}

OutcomeNode OutcomeDiagram::path(std::span<const std::uint64_t> values, OutcomeNode rest) {
    for (std::size_t i = values.size(); i-- > 0;) {
        const Edge edge{values[i], rest};
        rest = branch({&edge, 1});
    }
    return rest;
}

OutcomeNode OutcomeDiagram::keep(std::uint32_t height, std::span<const Edge> edges) {
    if (2 * (branches_ + 1) > table_.size()) grow();
    OutcomeNode& place = table_[find(edges)];
    if (place.valid()) return place;
    const std::size_t most = std::numeric_limits<std::uint32_t>::max() - 1;
    ensure(edges_.size() + edges.size() < most && nodes_.size() < most, "outcome diagram is full");
    place = OutcomeNode(nodes_.size());
    nodes_.push_back({height, static_cast<std::uint32_t>(edges_.size()),
                      static_cast<std::uint32_t>(edges.size())});
    edges_.insert(edges_.end(), edges.begin(), edges.end());
    ++branches_;
    return OutcomeNode(nodes_.size() - 1);
}

/// The place in the table where the branch is, or would be.
std::size_t OutcomeDiagram::find(std::span<const Edge> edges) const {
    std::size_t at = hash(edges) & (table_.size() - 1);
    while (table_[at].valid() && !std::ranges::equal(this->edges(table_[at]), edges))
        at = (at + 1) & (table_.size() - 1);
    return at;
}

void OutcomeDiagram::grow() {
    table_.assign(std::max(kFirstTable, 2 * table_.size()), OutcomeNode::none());
    for (std::size_t i = 0; i < nodes_.size(); ++i)
        if (nodes_[i].height != 0) table_[find(edges(OutcomeNode(i)))] = OutcomeNode(i);
}

OutcomeNode OutcomeDiagram::unite(OutcomeNode a, OutcomeNode b) {
    if (!a.valid()) return b;
    if (!b.valid() || (a == b && !has_executions_)) return a;
    ensure(height(a) == height(b), "outcomes of one set have as many values");
    if (is_end(a)) return end(mark(a) | mark(b));
    if (b < a) std::swap(a, b);
    const std::uint64_t key = (std::uint64_t{a.index()} << 32U) | b.index();
    if (const auto known = united_.find(key); known != united_.end()) return known->second;
    const OutcomeNode both = unite_branches(a, b);
    united_.emplace(key, both);
    return both;
}

OutcomeNode OutcomeDiagram::unite_branches(OutcomeNode a, OutcomeNode b) {
    const std::vector<Edge> of_a(edges(a).begin(), edges(a).end());
    const std::vector<Edge> of_b(edges(b).begin(), edges(b).end());
    std::vector<Edge> merged;
    auto left = of_a.begin();
    auto right = of_b.begin();
    while (left != of_a.end() || right != of_b.end()) {
        if (right == of_b.end() || (left != of_a.end() && left->value < right->value)) {
            merged.push_back(*left++);
        } else if (left == of_a.end() || right->value < left->value) {
            merged.push_back(*right++);
        } else {
            merged.push_back({left->value, unite(left->next, right->next)});
            ++left;
            ++right;
        }
    }
    return branch(merged);
}

std::size_t OutcomeDiagram::height(OutcomeNode node) const {
    return node.valid() ? nodes_[node.index()].height : 0;
}

std::span<const OutcomeDiagram::Edge> OutcomeDiagram::edges(OutcomeNode node) const {
    const Node& kept = nodes_[node.index()];
    return {edges_.data() + kept.first, kept.count};
}

const OutcomeMark& OutcomeDiagram::mark(OutcomeNode end) const {
    return marks_[nodes_[end.index()].first];
}

}  // namespace clmm::model
