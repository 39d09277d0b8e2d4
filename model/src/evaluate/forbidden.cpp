#include "evaluate/forbidden.h"

#include <ranges>

namespace clmm::model {

namespace k = kernels;

ForbiddenPairs::ForbiddenPairs(const Plan& plan, Shape shape, Intervals& intervals,
                               std::span<const Check> axioms)
    : plan_(plan),
      shape_(shape),
      intervals_(intervals),
      forbidden_(plan.nodes.size()),
      pairs_(shape.words(false)),
      turned_(shape.words(false)),
      longer_(shape.words(false)) {
    for (const Check& axiom : axioms)
        if (!axiom.negated && !plan_.nodes[axiom.node.index()].is_set) begin(axiom);
    for (const Component& component : plan_.components | std::views::reverse)
        for (const std::uint32_t node : component.nodes | std::views::reverse)
            if (!forbidden_[node].empty()) hand_down(node);
}

const Words* ForbiddenPairs::of(Base base) const {
    for (std::uint32_t node = 0; node < plan_.nodes.size(); ++node)
        if (plan_.is_first(node) && plan_.nodes[node].op == NodeOp::base &&
            plan_.nodes[node].payload == static_cast<std::uint32_t>(base))
            return forbidden_[node].empty() ? nullptr : &forbidden_[node];
    return nullptr;
}

void ForbiddenPairs::begin(const Check& axiom) {
    Words events(shape_.stride);
    for (std::size_t a = 0; a < shape_.n; ++a) k::put(events.data(), a);
    if (axiom.kind == CheckKind::empty) {
        k::product(shape_, events.data(), events.data(), pairs_.data());
        return forbid(axiom.node, pairs_);
    }
    k::clear(pairs_.size(), pairs_.data());
    if (axiom.kind == CheckKind::acyclic) {
        longer_ = must(axiom.node);
        intervals_.close_surely(longer_);
        k::inverse(shape_, longer_.data(), pairs_.data());
    }
    k::add_identity(shape_, events.data(), pairs_.data());
    forbid(axiom.node, pairs_);
}

void ForbiddenPairs::hand_down(std::uint32_t node) {
    const Node& of = plan_.nodes[node];
    const Words& forbidden = forbidden_[node];
    const std::size_t words = forbidden.size();
    switch (of.op) {
        case NodeOp::recursive:
            return forbid(NodeId(plan_.used[node]), forbidden);
        case NodeOp::unite:
            forbid(of.left, forbidden);
            return forbid(of.right, forbidden);
        case NodeOp::intersect:
            k::intersect(words, forbidden.data(), must(of.right).data(), pairs_.data());
            forbid(of.left, pairs_);
            k::intersect(words, forbidden.data(), must(of.left).data(), pairs_.data());
            return forbid(of.right, pairs_);
        case NodeOp::subtract: {
            const auto right = static_cast<std::uint32_t>(of.right.index());
            k::subtract(words, forbidden.data(), intervals_[right].may.data(), pairs_.data());
            return forbid(of.left, pairs_);
        }
        case NodeOp::sequence:
            return hand_down_sequence(of, forbidden);
        case NodeOp::inverse:
            k::inverse(shape_, forbidden.data(), pairs_.data());
            return forbid(of.left, pairs_);
        case NodeOp::optional:
            return forbid(of.left, forbidden);
        case NodeOp::transitive_closure:
        case NodeOp::reflexive_transitive_closure:
            return hand_down_closure(node, forbidden);
        default:  // of sets, or about what an operand has not
            return;
    }
}

void ForbiddenPairs::hand_down_sequence(const Node& node, const Words& forbidden) {
    k::inverse(shape_, must(node.right).data(), turned_.data());
    intervals_.compose_surely(forbidden, turned_, pairs_);
    forbid(node.left, pairs_);
    k::inverse(shape_, must(node.left).data(), turned_.data());
    intervals_.compose_surely(turned_, forbidden, pairs_);
    forbid(node.right, pairs_);
}

/// A step of a path, too, where the rest of the path must be there.
void ForbiddenPairs::hand_down_closure(std::uint32_t node, const Words& forbidden) {
    k::inverse(shape_, intervals_[node].must.data(), turned_.data());
    intervals_.compose_surely(turned_, forbidden, pairs_);
    k::unite(pairs_.size(), pairs_.data(), forbidden.data(), pairs_.data());
    intervals_.compose_surely(pairs_, turned_, longer_);
    k::unite(pairs_.size(), pairs_.data(), longer_.data(), pairs_.data());
    forbid(plan_.nodes[node].left, pairs_);
}

void ForbiddenPairs::forbid(NodeId node, const Words& pairs) {
    const std::uint32_t first = plan_.same_as[node.index()];
    if (plan_.nodes[first].is_set) return;
    Words& known = forbidden_[first];
    if (known.empty()) known.resize(pairs_.size());
    k::unite(known.size(), known.data(), pairs.data(), known.data());
}

const Words& ForbiddenPairs::must(NodeId node) const {
    return intervals_[static_cast<std::uint32_t>(node.index())].must;
}

}  // namespace clmm::model
