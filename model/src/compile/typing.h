#pragma once

#include <string_view>

#include "compile/node_builder.h"
#include "compile/report.h"
#include "compile/value.h"

namespace clmm::model {

/// An operand with the place to blame.
struct Operand {
    Value value;
    SourcePlace place;
};

/// The operators of cat on values: says what does not fit, builds nodes for what does.
/// `unknown` fits everywhere, and its result has a kind but no node.
class Typing {
public:
    Typing(NodeBuilder& nodes, CompileReport& report) : nodes_(nodes), report_(report) {}

    Value unite(Operand a, Operand b, SourcePlace place) {
        return combine(a, b, place, &NodeBuilder::unite, "|");
    }
    Value intersect(Operand a, Operand b, SourcePlace place) {
        return combine(a, b, place, &NodeBuilder::intersect, "&");
    }
    Value subtract(Operand a, Operand b, SourcePlace place);
    Value sequence(Operand a, Operand b, SourcePlace place);
    Value product(Operand a, Operand b, SourcePlace place);
    Value complement(Operand a, SourcePlace place);
    Value postfix(Operand a, syntax::CatPostfix op, SourcePlace place);
    Value identity_on(Operand set, SourcePlace place);
    Value domain(Operand relation, SourcePlace place) {
        return project(relation, place, &NodeBuilder::domain, "domain");
    }
    Value range(Operand relation, SourcePlace place) {
        return project(relation, place, &NodeBuilder::range, "range");
    }

    /// The node of a set or relation; none() where there was an error. `user` says in words what
    /// wants it ("'acyclic' tests").
    NodeId want_relation(Operand a, std::string_view user, std::string_view hint);
    NodeId want_set(Operand a, std::string_view user, std::string_view hint);
    /// A set or relation, with `nothing` made a relation.
    NodeId want_either(Operand a);

private:
    using Binary = NodeId (NodeBuilder::*)(NodeId, NodeId, SourcePlace);
    using Unary = NodeId (NodeBuilder::*)(NodeId, SourcePlace);

    Value combine(Operand a, Operand b, SourcePlace place, Binary build, std::string_view symbol);
    Value project(Operand a, SourcePlace place, Unary build, std::string_view name);
    bool refuse_function(const Operand& a);
    void must_not_depend(Operand a, std::string_view why);

    NodeBuilder& nodes_;
    CompileReport& report_;
};

[[nodiscard]] std::string_view in_words(Value::Kind kind);

}  // namespace clmm::model
