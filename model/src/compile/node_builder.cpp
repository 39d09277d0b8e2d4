#include "compile/node_builder.h"

#include <algorithm>
#include <utility>

namespace clmm::model {
namespace {

constexpr auto kFirstNamed = static_cast<std::uint32_t>(Base::first_named);

}  // namespace

std::size_t NodeHash::operator()(const Node& node) const noexcept {
    std::size_t hash = static_cast<std::size_t>(node.op) * 2 + (node.is_set ? 1 : 0);
    for (const std::size_t part :
         {node.left.index(), node.right.index(), std::size_t{node.payload}})
        hash = hash * 0x9e3779b97f4a7c15ULL + part;
    return hash ^ (hash >> 29U);
}

NodeId NodeBuilder::add(NodeOp op, bool is_set, NodeId left, NodeId right, SourcePlace place,
                        std::uint32_t payload) {
    const Node node{op, is_set, left, right, payload, place.span, place.source};
    const auto [known, inserted] = known_.try_emplace(node, NodeId(nodes_.size()));
    if (!inserted) return known->second;
    nodes_.push_back(node);
    dependent_.push_back(op == NodeOp::recursive || (left.valid() && dependent(left)) ||
                         (right.valid() && dependent(right)));
    return known->second;
}

void NodeBuilder::close_recursion() { std::fill(dependent_.begin(), dependent_.end(), false); }

bool NodeBuilder::is_base(NodeId id, Base base) const {
    const Node& node = nodes_[id.index()];
    return node.op == NodeOp::base && node.payload == static_cast<std::uint32_t>(base);
}

bool NodeBuilder::symmetric(NodeId id) const {
    const Node& node = nodes_[id.index()];
    if (node.op == NodeOp::identity_on || node.op == NodeOp::empty) return true;
    if (node.op != NodeOp::base) return false;
    switch (static_cast<Base>(node.payload)) {
        case Base::identity:
        case Base::same_location:
        case Base::same_unit:
            return true;
        default:
            break;
    }
    return node.payload >= kFirstNamed && symmetric_names_[node.payload - kFirstNamed];
}

// ---- leaves ----

NodeId NodeBuilder::base(Base base, SourcePlace place) {
    return add(NodeOp::base, is_set(base), {}, {}, place, static_cast<std::uint32_t>(base));
}

NodeId NodeBuilder::named(const NamedBase& name, bool is_symmetric, SourcePlace place) {
    const auto known = std::ranges::find(names_, name);
    const auto number = static_cast<std::uint32_t>(known - names_.begin());
    if (known == names_.end()) {
        names_.push_back(name);
        symmetric_names_.push_back(is_symmetric);
    }
    return add(NodeOp::base, name.is_set, {}, {}, place, kFirstNamed + number);
}

NodeId NodeBuilder::empty(bool is_set, SourcePlace place) {
    return add(NodeOp::empty, is_set, {}, {}, place);
}

NodeId NodeBuilder::total_order(TotalOrderId order, SourcePlace place) {
    return add(NodeOp::total_order, false, {}, {}, place,
               static_cast<std::uint32_t>(order.index()));
}

NodeId NodeBuilder::recursive(std::size_t index, bool is_set, SourcePlace place) {
    return add(NodeOp::recursive, is_set, {}, {}, place, static_cast<std::uint32_t>(index));
}

// ---- sets and relations ----

NodeId NodeBuilder::unite(NodeId a, NodeId b, SourcePlace place) {
    // match: r | r, 0 | r, S | _   result: r, r, _
    if (a == b || is(b, NodeOp::empty) || is_base(a, Base::everything)) return a;
    if (is(a, NodeOp::empty) || is_base(b, Base::everything)) return b;
    return add(NodeOp::unite, (*this)[a].is_set, std::min(a, b), std::max(a, b), place);
}

NodeId NodeBuilder::intersect(NodeId a, NodeId b, SourcePlace place) {
    // match: r & r, 0 & r, S & _   result: r, 0, S
    if (a == b || is(a, NodeOp::empty) || is_base(b, Base::everything)) return a;
    if (is(b, NodeOp::empty) || is_base(a, Base::everything)) return b;
    return add(NodeOp::intersect, (*this)[a].is_set, std::min(a, b), std::max(a, b), place);
}

NodeId NodeBuilder::subtract(NodeId a, NodeId b, SourcePlace place) {
    // match: r \ r, 0 \ r, r \ 0   result: 0, 0, r
    if (a == b) return empty((*this)[a].is_set, place);
    if (is(a, NodeOp::empty) || is(b, NodeOp::empty)) return a;
    return add(NodeOp::subtract, (*this)[a].is_set, a, b, place);
}

NodeId NodeBuilder::complement(NodeId a, SourcePlace place) {
    // match: ~~r   result: r
    if (is(a, NodeOp::complement)) return (*this)[a].left;
    return add(NodeOp::complement, (*this)[a].is_set, a, {}, place);
}

// ---- relations ----

NodeId NodeBuilder::sequence(NodeId a, NodeId b, SourcePlace place) {
    // match: 0; r, r; 0, id; r, r; id, [S]; [T]   result: 0, 0, r, r, [S & T]
    if (is(a, NodeOp::empty) || is_base(b, Base::identity)) return a;
    if (is(b, NodeOp::empty) || is_base(a, Base::identity)) return b;
    if (is(a, NodeOp::identity_on) && is(b, NodeOp::identity_on))
        return identity_on(intersect((*this)[a].left, (*this)[b].left, place), place);
    return add(NodeOp::sequence, false, a, b, place);
}

NodeId NodeBuilder::inverse(NodeId a, SourcePlace place) {
    // match: s^-1 of a symmetric s, (r^-1)^-1, (S * T)^-1   result: s, r, T * S
    if (symmetric(a)) return a;
    const Node node = (*this)[a];
    if (node.op == NodeOp::inverse) return node.left;
    if (node.op == NodeOp::product) return product(node.right, node.left, place);
    return add(NodeOp::inverse, false, a, {}, place);
}

NodeId NodeBuilder::transitive_closure(NodeId a, SourcePlace place) {
    // match: c+ of a relation that is closed by its shape   result: c
    if (is(a, NodeOp::transitive_closure) || is(a, NodeOp::reflexive_transitive_closure) ||
        is(a, NodeOp::identity_on) || is(a, NodeOp::empty) || is_base(a, Base::identity))
        return a;
    // match: (r?)+   result: r*
    if (is(a, NodeOp::optional)) return reflexive_transitive_closure((*this)[a].left, place);
    return add(NodeOp::transitive_closure, false, a, {}, place);
}

NodeId NodeBuilder::reflexive_transitive_closure(NodeId a, SourcePlace place) {
    // match: 0*, id*, [S]*   result: id
    if (is(a, NodeOp::empty) || is_base(a, Base::identity) || is(a, NodeOp::identity_on))
        return base(Base::identity, place);
    // match: (r+)*, (r*)*, (r?)*   result: r*
    if (is(a, NodeOp::reflexive_transitive_closure)) return a;
    if (is(a, NodeOp::transitive_closure) || is(a, NodeOp::optional))
        return reflexive_transitive_closure((*this)[a].left, place);
    return add(NodeOp::reflexive_transitive_closure, false, a, {}, place);
}

NodeId NodeBuilder::optional(NodeId a, SourcePlace place) {
    // match: 0?, id?, [S]?   result: id
    if (is(a, NodeOp::empty) || is_base(a, Base::identity) || is(a, NodeOp::identity_on))
        return base(Base::identity, place);
    // match: (r?)?, (r*)?, (r+)?   result: r?, r*, r*
    if (is(a, NodeOp::optional) || is(a, NodeOp::reflexive_transitive_closure)) return a;
    if (is(a, NodeOp::transitive_closure))
        return reflexive_transitive_closure((*this)[a].left, place);
    return add(NodeOp::optional, false, a, {}, place);
}

// ---- between sets and relations ----

NodeId NodeBuilder::product(NodeId a, NodeId b, SourcePlace place) {
    if (is(a, NodeOp::empty) || is(b, NodeOp::empty)) return empty(false, place);
    return add(NodeOp::product, false, a, b, place);
}

NodeId NodeBuilder::identity_on(NodeId set, SourcePlace place) {
    // match: [_], [{}]   result: id, 0
    if (is_base(set, Base::everything)) return base(Base::identity, place);
    if (is(set, NodeOp::empty)) return empty(false, place);
    return add(NodeOp::identity_on, false, set, {}, place);
}

NodeId NodeBuilder::domain(NodeId a, SourcePlace place) {
    // match: domain(0), domain([S])   result: {}, S
    if (is(a, NodeOp::empty)) return empty(true, place);
    if (is(a, NodeOp::identity_on)) return (*this)[a].left;
    return add(NodeOp::domain, true, a, {}, place);
}

NodeId NodeBuilder::range(NodeId a, SourcePlace place) {
    if (is(a, NodeOp::empty)) return empty(true, place);
    if (is(a, NodeOp::identity_on)) return (*this)[a].left;
    return add(NodeOp::range, true, a, {}, place);
}

}  // namespace clmm::model
