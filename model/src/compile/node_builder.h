#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "clmm/model/program.h"

namespace clmm::model {

/// Where an expression was written: numbers a source of the program.
struct SourcePlace {
    Span span;
    std::uint16_t source = 0;
};

struct NodeHash {
    std::size_t operator()(const Node& node) const noexcept;
};

/// Builds the nodes of a program: equal ones once, trivial ones simplified away.
///
/// Shape    operands precede their users; `dependent` says whether a node is built from a
///          recursive node of the definition that is open (close_recursion ends that).
class NodeBuilder {
public:
    NodeId base(Base base, SourcePlace place);
    NodeId named(const NamedBase& name, bool is_symmetric, SourcePlace place);
    NodeId empty(bool is_set, SourcePlace place);
    NodeId total_order(TotalOrderId order, SourcePlace place);
    NodeId recursive(std::size_t index, bool is_set, SourcePlace place);

    NodeId unite(NodeId a, NodeId b, SourcePlace place);
    NodeId intersect(NodeId a, NodeId b, SourcePlace place);
    NodeId subtract(NodeId a, NodeId b, SourcePlace place);
    NodeId sequence(NodeId a, NodeId b, SourcePlace place);
    NodeId product(NodeId a, NodeId b, SourcePlace place);
    NodeId complement(NodeId a, SourcePlace place);
    NodeId inverse(NodeId a, SourcePlace place);
    NodeId transitive_closure(NodeId a, SourcePlace place);
    NodeId reflexive_transitive_closure(NodeId a, SourcePlace place);
    NodeId optional(NodeId a, SourcePlace place);
    NodeId identity_on(NodeId set, SourcePlace place);
    NodeId domain(NodeId a, SourcePlace place);
    NodeId range(NodeId a, SourcePlace place);

    [[nodiscard]] bool dependent(NodeId id) const { return dependent_[id.index()]; }
    void close_recursion();

    [[nodiscard]] const Node& operator[](NodeId id) const { return nodes_[id.index()]; }
    [[nodiscard]] std::size_t size() const { return nodes_.size(); }
    [[nodiscard]] std::vector<Node> take() { return std::move(nodes_); }
    [[nodiscard]] std::vector<NamedBase> take_names() { return std::move(names_); }

private:
    NodeId add(NodeOp op, bool is_set, NodeId left, NodeId right, SourcePlace place,
               std::uint32_t payload = 0);
    [[nodiscard]] bool is(NodeId id, NodeOp op) const { return nodes_[id.index()].op == op; }
    [[nodiscard]] bool is_base(NodeId id, Base base) const;
    [[nodiscard]] bool symmetric(NodeId id) const;

    std::vector<Node> nodes_;
    std::vector<NamedBase> names_;
    std::vector<bool> symmetric_names_;
    std::vector<bool> dependent_;
    std::unordered_map<Node, NodeId, NodeHash> known_;
};

}  // namespace clmm::model
