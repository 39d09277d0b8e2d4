#include "clmm/model/outcome_set.h"

#include <algorithm>

#include "clmm/base/ensure.h"
#include "clmm/model/outcome_copy.h"

namespace clmm::model {
namespace {

using Edge = OutcomeDiagram::Edge;

/// Nodes of one diagram made anew in another.
class Copy {
public:
    /// Ends whose marks are not wanted become none().
    Copy(const OutcomeDiagram& from, OutcomeDiagram& into, OutcomeSet::Wanted wanted = {})
        : from_(from), into_(into), wanted_(std::move(wanted)), made_(from.size()) {}

    OutcomeNode operator()(OutcomeNode node) {
        if (!node.valid()) return node;
        std::optional<OutcomeNode>& made = made_[node.index()];
        if (!made) made = from_.is_end(node) ? end(from_.mark(node)) : branch(node);
        return *made;
    }

private:
    OutcomeNode end(const OutcomeMark& mark) {
        return wanted_ && !wanted_(mark) ? OutcomeNode::none() : into_.end(mark);
    }

    OutcomeNode branch(OutcomeNode node) {
        std::vector<Edge> edges;
        for (const Edge& edge : from_.edges(node))
            edges.push_back({edge.value, (*this)(edge.next)});
        return into_.branch(edges);
    }

    const OutcomeDiagram& from_;
    OutcomeDiagram& into_;
    OutcomeSet::Wanted wanted_;
    std::vector<std::optional<OutcomeNode>> made_;
};

/// Outcomes without the values of some observables.
class Projection {
public:
    Projection(const OutcomeDiagram& from, std::size_t width, std::span<const std::size_t> kept,
               OutcomeDiagram& into)
        : from_(from), into_(into), is_kept_(width, false), made_(from.size()) {
        for (std::size_t i = 0; i < kept.size(); ++i) {
            ensure(kept[i] < width && (i == 0 || kept[i - 1] < kept[i]),
                   "observables to project to ascend");
            is_kept_[kept[i]] = true;
        }
    }

    OutcomeNode operator()(OutcomeNode node) {
        if (!node.valid()) return node;
        std::optional<OutcomeNode>& made = made_[node.index()];
        if (!made) made = from_.is_end(node) ? into_.end(from_.mark(node)) : branch(node);
        return *made;
    }

private:
    OutcomeNode branch(OutcomeNode node) {
        std::vector<Edge> edges;
        OutcomeNode all;
        const bool is_kept = is_kept_[is_kept_.size() - from_.height(node)];
        for (const Edge& edge : from_.edges(node)) {
            const OutcomeNode next = (*this)(edge.next);
            if (is_kept)
                edges.push_back({edge.value, next});
            else
                all = into_.unite(all, next);
        }
        return is_kept ? into_.branch(edges) : all;
    }

    const OutcomeDiagram& from_;
    OutcomeDiagram& into_;
    std::vector<bool> is_kept_;
    std::vector<std::optional<OutcomeNode>> made_;
};

using Listed = std::vector<std::pair<OutcomeValues, OutcomeMark>>;

/// The node of a range of sorted outcomes that have the first `depth` values in common.
OutcomeNode build(OutcomeDiagram& diagram, std::span<const Listed::value_type> outcomes,
                  std::size_t depth) {
    if (depth == outcomes.front().first.size()) {
        ensure(outcomes.size() == 1, "an outcome is listed once");
        return diagram.end(outcomes.front().second);
    }
    std::vector<Edge> edges;
    for (auto first = outcomes.begin(); first != outcomes.end();) {
        const std::uint64_t value = first->first.at(depth);
        const auto last = std::find_if(first, outcomes.end(), [&](const auto& outcome) {
            return outcome.first.at(depth) != value;
        });
        edges.push_back({value, build(diagram, {first, last}, depth + 1)});
        first = last;
    }
    return diagram.branch(edges);
}

}  // namespace

OutcomeNode copied(const OutcomeDiagram& from, OutcomeNode node, OutcomeDiagram& into) {
    return Copy(from, into)(node);
}

OutcomeSet::OutcomeSet(const OutcomeDiagram& diagram, OutcomeNode root) {
    if (!root.valid()) return;
    auto own = std::make_shared<OutcomeDiagram>();
    root_ = Copy(diagram, *own)(root);
    diagram_ = std::move(own);
}

OutcomeSet OutcomeSet::of(Listed outcomes) {
    if (outcomes.empty()) return {};
    std::ranges::sort(outcomes, {}, &Listed::value_type::first);
    OutcomeDiagram diagram;
    const OutcomeNode root = build(diagram, outcomes, 0);
    return {diagram, root};
}

std::size_t OutcomeSet::width() const { return empty() ? 0 : diagram_->height(root_); }

std::size_t OutcomeSet::node_count() const { return empty() ? 0 : diagram_->size(); }

Natural OutcomeSet::size() const {
    return sum([](const OutcomeMark&) { return 1; });
}

Natural OutcomeSet::sum(const std::function<std::uint64_t(const OutcomeMark&)>& worth) const {
    if (empty()) return 0;
    // A copy has the nodes that follow before the node that they follow.
    std::vector<Natural> sums(diagram_->size());
    for (std::size_t i = 0; i < sums.size(); ++i) {
        const OutcomeNode node(i);
        if (diagram_->is_end(node))
            sums[i] = worth(diagram_->mark(node));
        else
            for (const Edge& edge : diagram_->edges(node)) sums[i] += sums[edge.next.index()];
    }
    return sums[root_.index()];
}

Natural OutcomeSet::count(const Wanted& wanted) const {
    return sum([&](const OutcomeMark& mark) { return wanted(mark) ? 1 : 0; });
}

std::optional<OutcomeMark> OutcomeSet::find(std::span<const std::uint64_t> values) const {
    if (empty() || values.size() != width()) return std::nullopt;
    OutcomeNode node = root_;
    for (const std::uint64_t value : values) {
        const auto edges = diagram_->edges(node);
        const auto edge = std::ranges::lower_bound(edges, value, {}, &Edge::value);
        if (edge == edges.end() || edge->value != value) return std::nullopt;
        node = edge->next;
    }
    return diagram_->mark(node);
}

bool OutcomeSet::for_each(const Visit& visit) const {
    for (OutcomeWalk walk(*this); walk.at_outcome(); walk.advance())
        if (!visit(walk.values(), walk.mark())) return false;
    return true;
}

OutcomeSet OutcomeSet::where(const Wanted& wanted) const {
    if (empty()) return {};
    OutcomeDiagram diagram;
    const OutcomeNode root = Copy(*diagram_, diagram, wanted)(root_);
    return {diagram, root};
}

OutcomeSet OutcomeSet::project(std::span<const std::size_t> observables) const {
    if (empty()) return {};
    OutcomeDiagram diagram;
    const OutcomeNode root = Projection(*diagram_, width(), observables, diagram)(root_);
    return {diagram, root};
}

OutcomeSet OutcomeSet::unite(const OutcomeSet& other) const {
    if (empty()) return other;
    if (other.empty()) return *this;
    OutcomeDiagram diagram;
    const OutcomeNode one = Copy(*diagram_, diagram)(root_);
    const OutcomeNode two = Copy(*other.diagram_, diagram)(other.root_);
    const OutcomeNode both = diagram.unite(one, two);
    return {diagram, both};
}

OutcomeWalk::OutcomeWalk(const OutcomeSet& set) : diagram_(set.diagram_) {
    if (!set.empty()) descend(set.root_);
}

void OutcomeWalk::advance() {
    end_ = OutcomeNode::none();
    while (!left_.empty()) {
        left_.back() = left_.back().subspan(1);
        values_.pop_back();
        if (!left_.back().empty()) {
            values_.push_back(left_.back().front().value);
            return descend(left_.back().front().next);
        }
        left_.pop_back();
    }
}

void OutcomeWalk::descend(OutcomeNode node) {
    while (!diagram_->is_end(node)) {
        left_.push_back(diagram_->edges(node));
        values_.push_back(left_.back().front().value);
        node = left_.back().front().next;
    }
    end_ = node;
}

}  // namespace clmm::model
