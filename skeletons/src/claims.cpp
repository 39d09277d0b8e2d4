#include "claims.h"

#include <algorithm>

namespace clmm::skeletons {
namespace {

using model::Base;
using model::NodeOp;

BitMatrix intersection(BitMatrix a, const BitMatrix& b) {
    a &= b;
    return a;
}

/// The first (second) ones of pairs, on the diagonal.
template <bool first>
BitMatrix ends(const BitMatrix& pairs) {
    BitMatrix made(pairs.size());
    pairs.for_each([&](std::size_t a, std::size_t b) {
        const std::size_t end = first ? a : b;
        made.set(end, end);
    });
    return made;
}

BitMatrix both_ends(const BitMatrix& pairs) {
    BitMatrix made = ends<true>(pairs);
    made |= ends<false>(pairs);
    return made;
}

BitMatrix inverse(const BitMatrix& pairs) {
    BitMatrix made(pairs.size());
    transpose(pairs, made);
    return made;
}

BitMatrix composed(const BitMatrix& left, const BitMatrix& right) {
    BitMatrix made(left.size());
    compose(left, right, made);
    return made;
}

}  // namespace

Claims::Claims(const model::Program& program, const StructureBounds& part,
               const StructureBounds& whole, const Place& at)
    : program_(program),
      part_(part),
      whole_(whole),
      at_(at),
      known_(program.nodes.size()),
      all_(at.size()) {
    for (std::size_t a = 0; a < at.size(); ++a)
        for (std::size_t b = 0; b < at.size(); ++b) all_.set(a, b);
    for (std::size_t event = 0; event < whole.structure.size(); ++event)
        if (!std::ranges::binary_search(at, event)) others_.push_back(event);
}

bool Claims::keeps(NodeId node) { return show(Claim::keeps, node, all_); }

bool Claims::adds_none(NodeId node) { return show(Claim::adds_none, node, all_); }

BitMatrix Claims::of_part(const BitMatrix& whole) const {
    if (others_.empty()) return whole;
    BitMatrix made(at_.size());
    for (std::size_t a = 0; a < at_.size(); ++a)
        for (std::size_t b = 0; b < at_.size(); ++b)
            if (whole.test(at_[a], at_[b])) made.set(a, b);
    return made;
}

Claims::Known& Claims::known(NodeId node) {
    Known& known = known_[node.index()];
    if (known.is_there) return known;
    const model::Bounds& part = part_.of[node.index()];
    const model::Bounds& whole = whole_.of[node.index()];
    known = {part.may, part.must, of_part(whole.may), of_part(whole.must)};
    for (BitMatrix& each : known.shown) each = BitMatrix(at_.size());
    known.is_there = true;
    return known;
}

const BitMatrix& Claims::may(Claim claim, NodeId node) {
    const Known& of = known(node);
    return claim == Claim::keeps ? of.part_may : of.whole_may;
}

bool Claims::show(Claim claim, NodeId node, BitMatrix pairs) {
    Known& of = known(node);
    BitMatrix& shown = of.shown[static_cast<std::size_t>(claim)];
    pairs &= may(claim, node);
    pairs -= claim == Claim::keeps ? of.whole_must : of.part_must;
    pairs -= shown;
    if (pairs.none()) return true;
    if (!show_operands(claim, node, pairs)) return false;
    shown |= pairs;
    return true;
}

bool Claims::show_operands(Claim claim, NodeId id, const BitMatrix& pairs) {
    const Node& node = program_[id];
    const Claim opposite = claim == Claim::keeps ? Claim::adds_none : Claim::keeps;
    switch (node.op) {
        case NodeOp::base:
            return show_base(claim, node);
        case NodeOp::total_order:  // restricted, it is one of the members that both have
            return show(claim, program_.total_orders[node.payload].over, both_ends(pairs));
        case NodeOp::recursive:
            return show_recursion(claim, id, node);
        case NodeOp::unite:
        case NodeOp::intersect:
            return show(claim, node.left, pairs) && show(claim, node.right, pairs);
        case NodeOp::subtract:
            return show(claim, node.left, pairs) && show(opposite, node.right, pairs);
        case NodeOp::complement:
            return show(opposite, node.left, pairs);
        case NodeOp::sequence:
            return show_sequence(claim, node, pairs);
        case NodeOp::transitive_closure:
        case NodeOp::reflexive_transitive_closure:
            return show_closure(claim, node);
        case NodeOp::inverse:
            return show(claim, node.left, inverse(pairs));
        case NodeOp::optional:
        case NodeOp::identity_on:
            return show(claim, node.left, pairs);
        case NodeOp::product:
            return show(claim, node.left, ends<true>(pairs)) &&
                   show(claim, node.right, ends<false>(pairs));
        case NodeOp::domain:
        case NodeOp::range:
            return show_projection(claim, node, pairs);
        case NodeOp::empty:
            return true;
    }
    return false;
}

/// What structures have in common by their embedding, and what executions have.
bool Claims::show_base(Claim claim, const Node& node) const {
    if (program_.named(node) != nullptr) return false;  // bounds would have told
    switch (static_cast<Base>(node.payload)) {
        case Base::control_dependency:
        case Base::control_until_join:
            return claim == Claim::keeps;
        default:
            return true;
    }
}

bool Claims::show_sequence(Claim claim, const Node& node, const BitMatrix& pairs) {
    if (claim == Claim::adds_none && goes_through_others(node, pairs)) return false;
    const BitMatrix& left = may(claim, node.left);
    const BitMatrix& right = may(claim, node.right);
    return show(claim, node.left, intersection(composed(pairs, inverse(right)), left)) &&
           show(claim, node.right, intersection(composed(inverse(left), pairs), right));
}

bool Claims::goes_through_others(const Node& node, const BitMatrix& pairs) const {
    const BitMatrix& left = whole_.of[node.left.index()].may;
    const BitMatrix& right = whole_.of[node.right.index()].may;
    bool goes = false;
    pairs.for_each([&](std::size_t a, std::size_t b) {
        for (const std::size_t other : others_)
            goes = goes || (left.test(at_[a], other) && right.test(other, at_[b]));
    });
    return goes;
}

bool Claims::show_closure(Claim claim, const Node& node) {
    const BitMatrix& whole = whole_.of[node.left.index()].may;
    const auto is_on_a_way = [&](std::size_t other) {
        bool from = false, to = false;
        for (std::size_t i = 0; i < whole.size(); ++i) {
            from = from || (i != other && whole.test(other, i));
            to = to || (i != other && whole.test(i, other));
        }
        return from && to;
    };
    if (claim == Claim::adds_none && std::ranges::any_of(others_, is_on_a_way)) return false;
    return show(claim, node.left, all_);
}

bool Claims::show_projection(Claim claim, const Node& node, const BitMatrix& pairs) {
    const bool is_domain = node.op == NodeOp::domain;
    const BitMatrix& whole = whole_.of[node.left.index()].may;
    BitMatrix asked(at_.size());
    for (std::size_t a = 0; a < at_.size(); ++a) {
        if (!pairs.test(a, a)) continue;
        for (std::size_t b = 0; b < at_.size(); ++b) is_domain ? asked.set(a, b) : asked.set(b, a);
        const auto relates = [&](std::size_t other) {
            return is_domain ? whole.test(at_[a], other) : whole.test(other, at_[a]);
        };
        if (claim == Claim::adds_none && std::ranges::any_of(others_, relates)) return false;
    }
    return show(claim, node.left, std::move(asked));
}

/// By induction: what holds of a fixpoint so far holds after one more step.
bool Claims::show_recursion(Claim claim, NodeId id, const Node& node) {
    known(id).shown[static_cast<std::size_t>(claim)] = all_;
    return show(claim, program_.recursive[node.payload].body, all_);
}

}  // namespace clmm::skeletons
