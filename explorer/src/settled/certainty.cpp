#include "certainty.h"

#include <utility>

namespace clmm::explorer {

using model::Node;
using model::NodeId;
using model::NodeOp;

const model::Bounds& Certainty::bounds(NodeId node) {
    const auto found = bounds_.find(node);
    if (found != bounds_.end()) return found->second;
    return bounds_.emplace(node, evaluator_.bounds(node)).first->second;
}

bool Certainty::is_held(NodeId node, std::size_t a, std::size_t b) {
    auto found = certain_.find(node);
    if (found == certain_.end()) {
        auto certain = held_.certain(node);
        std::optional<BitMatrix> pairs;
        if (certain) pairs = std::move(certain->pairs);
        found = certain_.emplace(node, std::move(pairs)).first;
    }
    return found->second && found->second->test(a, b);
}

bool Certainty::is_certain(NodeId id, std::size_t a, std::size_t b) {
    if (!bounds(id).may.test(a, b)) return false;
    if (bounds(id).must.test(a, b) || is_held(id, a, b)) return true;
    const Node& node = program_[id];
    switch (node.op) {
        case NodeOp::unite:
            return is_certain(node.left, a, b) || is_certain(node.right, a, b);
        case NodeOp::intersect:
            return is_certain(node.left, a, b) && is_certain(node.right, a, b);
        case NodeOp::subtract:
            return is_certain(node.left, a, b) && is_impossible(node.right, a, b);
        case NodeOp::inverse:
            return is_certain(node.left, b, a);
        default:
            return false;
    }
}

bool Certainty::is_impossible(NodeId id, std::size_t a, std::size_t b) {
    if (!bounds(id).may.test(a, b)) return true;
    if (bounds(id).must.test(a, b)) return false;
    const Node& node = program_[id];
    switch (node.op) {
        case NodeOp::unite:
            return is_impossible(node.left, a, b) && is_impossible(node.right, a, b);
        case NodeOp::intersect:
            return is_impossible(node.left, a, b) || is_impossible(node.right, a, b);
        case NodeOp::subtract:
            return is_impossible(node.left, a, b) || is_certain(node.right, a, b);
        case NodeOp::inverse:
            return is_impossible(node.left, b, a);
        default:
            return false;
    }
}

}  // namespace clmm::explorer
