#include "claims.h"

#include <utility>

namespace clmm::skeletons {
namespace {

using model::NodeOp;

BitMatrix intersection(BitMatrix a, const BitMatrix& b) {
    a &= b;
    return a;
}

BitMatrix both_ends(const BitMatrix& pairs) {
    BitMatrix made = ends<true>(pairs);
    made |= ends<false>(pairs);
    return made;
}

}  // namespace

Claims::Claims(const model::Program& program, NodeBounds& first, NodeBounds& second, OfBase of_base)
    : program_(program),
      first_(first),
      second_(second),
      of_base_(std::move(of_base)),
      shown_(2 * program.nodes.size(), BitMatrix(first.all().size())) {}

bool Claims::show(Claim claim, NodeId node, BitMatrix pairs) {
    pairs &= may(claim, node);
    pairs -= (claim == Claim::keeps ? second_ : first_)[node].must;
    pairs -= shown(claim, node);
    if (pairs.none()) return true;
    if (!show_operands(claim, node, pairs)) return false;
    shown(claim, node) |= pairs;
    return true;
}

bool Claims::show_operands(Claim claim, NodeId id, const BitMatrix& pairs) {
    const Node& node = program_[id];
    const Claim opposite = claim == Claim::keeps ? Claim::adds_none : Claim::keeps;
    switch (node.op) {
        case NodeOp::base:
            return of_base_(claim, id, pairs);
        case NodeOp::total_order:  // of fewer members, it is a part of one of more
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
            return show(claim, node.left, first_.all());
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

bool Claims::show_sequence(Claim claim, const Node& node, const BitMatrix& pairs) {
    const BitMatrix left = may(claim, node.left);
    const BitMatrix right = may(claim, node.right);
    return show(claim, node.left, intersection(composed(pairs, inverse(right)), left)) &&
           show(claim, node.right, intersection(composed(inverse(left), pairs), right));
}

bool Claims::show_projection(Claim claim, const Node& node, const BitMatrix& pairs) {
    const bool is_domain = node.op == NodeOp::domain;
    BitMatrix asked(pairs.size());
    for (std::size_t a = 0; a < pairs.size(); ++a)
        for (std::size_t b = 0; pairs.test(a, a) && b < pairs.size(); ++b)
            is_domain ? asked.set(a, b) : asked.set(b, a);
    return show(claim, node.left, std::move(asked));
}

/// By induction: what holds of a fixpoint so far holds after one more step.
bool Claims::show_recursion(Claim claim, NodeId id, const Node& node) {
    shown(claim, id) = first_.all();
    return show(claim, program_.recursive[node.payload].body, first_.all());
}

}  // namespace clmm::skeletons
