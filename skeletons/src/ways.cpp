#include "ways.h"

namespace clmm::skeletons {
namespace {

using model::Base;
using model::Node;
using model::NodeId;
using model::NodeOp;

/// What relates accesses, or barriers, alone.
bool is_of_accesses(const model::Program& program, const Node& node) {
    if (program.named(node) != nullptr) return false;
    switch (static_cast<Base>(node.payload)) {
        case Base::reads_from:
        case Base::modification_order:
        case Base::same_location:
        case Base::read_modify_write:
        case Base::barrier_pair:
            return true;
        default:
            return false;
    }
}

}  // namespace

bool Ways::avoid_fences(NodeId node) const {
    const Node& way = program_[node];
    switch (way.op) {
        case NodeOp::sequence:
            return is_free<false>(way.left) || is_free<true>(way.right);
        case NodeOp::transitive_closure:
        case NodeOp::reflexive_transitive_closure:
            return is_free<true>(way.left) || is_free<false>(way.left);
        case NodeOp::domain:
            return is_free<false>(way.left);
        case NodeOp::range:
            return is_free<true>(way.left);
        default:
            return true;
    }
}

bool Ways::has_none(NodeId set) const {
    const Node& node = program_[set];
    switch (node.op) {
        case NodeOp::empty:
            return true;
        case NodeOp::base: {
            if (node.payload == static_cast<std::uint32_t>(Base::rmw_event)) return true;
            BitSet members = evaluator_.set(set);
            members &= fences_;
            return members.none();
        }
        case NodeOp::unite:
            return has_none(node.left) && has_none(node.right);
        case NodeOp::intersect:
            return has_none(node.left) || has_none(node.right);
        case NodeOp::subtract:
            return has_none(node.left);
        case NodeOp::domain:
            return is_free<true>(node.left);
        case NodeOp::range:
            return is_free<false>(node.left);
        default:
            return false;
    }
}

template <bool first>
bool Ways::is_free(NodeId id) const {
    const Node& node = program_[id];
    switch (node.op) {
        case NodeOp::base:
            return is_of_accesses(program_, node);
        case NodeOp::empty:
            return true;
        case NodeOp::total_order:
            return has_none(program_.total_orders[node.payload].over);
        case NodeOp::unite:
            return is_free<first>(node.left) && is_free<first>(node.right);
        case NodeOp::intersect:
            return is_free<first>(node.left) || is_free<first>(node.right);
        case NodeOp::subtract:
        case NodeOp::transitive_closure:
            return is_free<first>(node.left);
        case NodeOp::sequence:
            return is_free<first>(first ? node.left : node.right);
        case NodeOp::inverse:
            return is_free<!first>(node.left);
        case NodeOp::product:
            return has_none(first ? node.left : node.right);
        case NodeOp::identity_on:
            return has_none(node.left);
        default:
            return false;
    }
}

}  // namespace clmm::skeletons
