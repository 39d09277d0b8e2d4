#include "node_bounds.h"

namespace clmm::skeletons {
namespace {

using model::NodeOp;

BitMatrix operator|(BitMatrix a, const BitMatrix& b) { return a |= b; }
BitMatrix operator&(BitMatrix a, const BitMatrix& b) { return a &= b; }
BitMatrix operator-(BitMatrix a, const BitMatrix& b) { return a -= b; }

/// Of two sets.
BitMatrix product(const BitMatrix& left, const BitMatrix& right) {
    BitMatrix made(left.size());
    for (std::size_t a = 0; a < left.size(); ++a)
        for (std::size_t b = 0; b < left.size(); ++b)
            if (left.test(a, a) && right.test(b, b)) made.set(a, b);
    return made;
}

BitMatrix closed(BitMatrix relation) {
    relation.close_transitively();
    return relation;
}

}  // namespace

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

const MayMust& NodeBounds::operator[](model::NodeId node) {
    if (known_[node.index()].may.size() == 0) {
        MayMust made = computed(node);
        known_[node.index()] = std::move(made);
    }
    return known_[node.index()];
}

MayMust NodeBounds::computed(model::NodeId id) {
    const model::Node& node = program_[id];
    const BitMatrix none(all_.size());
    switch (node.op) {
        case NodeOp::base:
            return base_(id);
        case NodeOp::total_order: {
            const BitMatrix& over = (*this)[program_.total_orders[node.payload].over].may;
            return {product(over, over) - diagonal_, none};
        }
        case NodeOp::empty:
            return {none, none};
        case NodeOp::recursive:
            return {node.is_set ? diagonal_ : all_, none};
        case NodeOp::unite:
        case NodeOp::intersect:
        case NodeOp::subtract:
        case NodeOp::sequence:
        case NodeOp::product:
            return of_two(node);
        default:
            return of_one(node);
    }
}

MayMust NodeBounds::of_two(const model::Node& node) {
    const MayMust left = (*this)[node.left];
    const MayMust& right = (*this)[node.right];
    switch (node.op) {
        case NodeOp::unite:
            return {left.may | right.may, left.must | right.must};
        case NodeOp::intersect:
            return {left.may & right.may, left.must & right.must};
        case NodeOp::subtract:
            return {left.may - right.must, left.must - right.may};
        case NodeOp::sequence:  // whether the event between takes place is not looked at
            return {composed(left.may, right.may), BitMatrix(all_.size())};
        default:
            return {product(left.may, right.may), product(left.must, right.must)};
    }
}

MayMust NodeBounds::of_one(const model::Node& node) {
    const MayMust& of = (*this)[node.left];
    const BitMatrix& whole = node.is_set ? diagonal_ : all_;
    switch (node.op) {
        case NodeOp::complement:
            return {whole - of.must, whole - of.may};
        case NodeOp::inverse:
            return {inverse(of.may), inverse(of.must)};
        case NodeOp::transitive_closure:
            return {closed(of.may), of.must};
        case NodeOp::reflexive_transitive_closure:
            return {closed(of.may) | diagonal_, of.must | diagonal_};
        case NodeOp::optional:
            return {of.may | diagonal_, of.must | diagonal_};
        case NodeOp::identity_on:
            return of;
        case NodeOp::domain:
            return {ends<true>(of.may), BitMatrix(all_.size())};
        case NodeOp::range:
            return {ends<false>(of.may), BitMatrix(all_.size())};
        default:
            return {whole, BitMatrix(all_.size())};
    }
}

}  // namespace clmm::skeletons
