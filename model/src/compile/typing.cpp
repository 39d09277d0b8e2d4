#include "compile/typing.h"

#include <string>

namespace clmm::model {
namespace {

using Kind = Value::Kind;

constexpr std::string_view kMakeRelation = "[S] is the relation of each element of S to itself";

std::string text(std::string_view a, std::string_view b, std::string_view c = {}) {
    return std::string(a).append(b).append(c);
}

}  // namespace

std::string_view in_words(Kind kind) {
    switch (kind) {
        case Kind::set:
            return "a set";
        case Kind::function:
            return "a function";
        case Kind::relation:
            return "a relation";
        case Kind::nothing:
            return "empty";
        case Kind::unknown:
            break;
    }
    return "unknown";
}

bool Typing::refuse_function(const Operand& a) {
    if (a.value.kind != Kind::function) return false;
    report_.error(a.place, "E-CAT-TYPE", "this function lacks its arguments");
    return true;
}

NodeId Typing::want_relation(Operand a, std::string_view user, std::string_view hint) {
    if (refuse_function(a)) return {};
    if (a.value.kind == Kind::nothing) return nodes_.empty(false, a.place);
    if (a.value.kind != Kind::set) return a.value.node;
    report_.error(a.place, "E-CAT-TYPE", text(user, " a relation, and this is a set"),
                  std::string(hint));
    return {};
}

NodeId Typing::want_set(Operand a, std::string_view user, std::string_view hint) {
    if (refuse_function(a)) return {};
    if (a.value.kind == Kind::nothing) return nodes_.empty(true, a.place);
    if (a.value.kind != Kind::relation) return a.value.node;
    report_.error(a.place, "E-CAT-TYPE", text(user, " a set, and this is a relation"),
                  std::string(hint));
    return {};
}

NodeId Typing::want_either(Operand a) {
    if (refuse_function(a)) return {};
    return a.value.kind == Kind::nothing ? nodes_.empty(false, a.place) : a.value.node;
}

/// For | and &, where the kinds must agree and an empty operand takes the other's.
Value Typing::combine(Operand a, Operand b, SourcePlace place, Binary build,
                      std::string_view symbol) {
    const bool function = refuse_function(a);
    if (refuse_function(b) || function) return {};
    if (a.value.kind == Kind::unknown && b.value.kind == Kind::nothing) return {};
    if (b.value.kind == Kind::unknown && a.value.kind == Kind::nothing) return {};
    if (a.value.kind == Kind::nothing && b.value.kind == Kind::nothing) return a.value;
    const bool from_b = a.value.kind == Kind::unknown || a.value.kind == Kind::nothing;
    const Kind kind = from_b ? b.value.kind : a.value.kind;
    if (kind == Kind::unknown) return {};
    const bool sets = kind == Kind::set;
    if (!from_b && b.value.kind != kind && b.value.kind != Kind::unknown &&
        b.value.kind != Kind::nothing) {
        report_.error(b.place, "E-CAT-TYPE",
                      text("this is ", in_words(b.value.kind),
                           text(", and the operand to the left of '", symbol, "' is ")) +
                          std::string(in_words(kind)),
                      std::string(kMakeRelation));
        return {};
    }
    const auto node = [&](const Operand& operand) {
        return operand.value.kind == Kind::nothing ? nodes_.empty(sets, operand.place)
                                                   : operand.value.node;
    };
    const NodeId left = node(a), right = node(b);
    if (!left.valid() || !right.valid()) return {kind, {}, 0};
    return {kind, (nodes_.*build)(left, right, place), 0};
}

/// Least fixpoints exist for monotone definitions only.
void Typing::must_not_depend(Operand a, std::string_view why) {
    if (a.value.node.valid() && nodes_.dependent(a.value.node))
        report_.error(
            a.place, "E-CAT-REC", text("this grows with what is being defined, and ", why),
            "a recursive definition may use its own name only where more of it gives more");
}

Value Typing::subtract(Operand a, Operand b, SourcePlace place) {
    must_not_depend(b, "'\\' takes it away");
    return combine(a, b, place, &NodeBuilder::subtract, "\\");
}

Value Typing::complement(Operand a, SourcePlace place) {
    if (refuse_function(a)) return {};
    must_not_depend(a, "'~' negates it");
    if (a.value.kind == Kind::nothing) {
        report_.error(a.place, "E-CAT-TYPE",
                      "'~' needs a set or a relation, and this may be either",
                      "'_' is the set of all events, _ * _ the relation of all pairs");
        return {};
    }
    if (!a.value.node.valid()) return {a.value.kind, {}, 0};
    return {a.value.kind, nodes_.complement(a.value.node, place), 0};
}

Value Typing::sequence(Operand a, Operand b, SourcePlace place) {
    const NodeId left = want_relation(a, "';' composes with", kMakeRelation);
    const NodeId right = want_relation(b, "';' composes with", kMakeRelation);
    if (!left.valid() || !right.valid()) return {Kind::relation, {}, 0};
    return {Kind::relation, nodes_.sequence(left, right, place), 0};
}

Value Typing::product(Operand a, Operand b, SourcePlace place) {
    constexpr std::string_view kHint =
        "S * T relates sets; the closure r* before an operand goes in parentheses";
    const NodeId left = want_set(a, "'*' multiplies", kHint);
    const NodeId right = want_set(b, "'*' multiplies", kHint);
    if (!left.valid() || !right.valid()) return {Kind::relation, {}, 0};
    return {Kind::relation, nodes_.product(left, right, place), 0};
}

Value Typing::postfix(Operand a, syntax::CatPostfix op, SourcePlace place) {
    using syntax::CatPostfix;
    const auto apply = [&](std::string_view user, Unary build) -> Value {
        const NodeId node = want_relation(a, user, kMakeRelation);
        if (!node.valid()) return {Kind::relation, {}, 0};
        return {Kind::relation, (nodes_.*build)(node, place), 0};
    };
    switch (op) {
        case CatPostfix::transitive_closure:
            return apply("'+' closes", &NodeBuilder::transitive_closure);
        case CatPostfix::reflexive_transitive_closure:
            return apply("'*' closes", &NodeBuilder::reflexive_transitive_closure);
        case CatPostfix::optional:
            return apply("'?' extends", &NodeBuilder::optional);
        case CatPostfix::inverse:
            break;
    }
    return apply("'^-1' inverts", &NodeBuilder::inverse);
}

Value Typing::identity_on(Operand set, SourcePlace place) {
    const NodeId node = want_set(set, "'[…]' encloses", "");
    if (!node.valid()) return {Kind::relation, {}, 0};
    return {Kind::relation, nodes_.identity_on(node, place), 0};
}

Value Typing::project(Operand a, SourcePlace place, Unary build, std::string_view name) {
    const NodeId node = want_relation(a, text("'", name, "' takes"), "");
    if (!node.valid()) return {Kind::set, {}, 0};
    return {Kind::set, (nodes_.*build)(node, place), 0};
}

}  // namespace clmm::model
