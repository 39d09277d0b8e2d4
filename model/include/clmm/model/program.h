#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "clmm/base/source.h"
#include "clmm/base/strong_id.h"

/// A compiled memory model: cat definitions as a graph of set and relation operators.
///
/// Shape    nodes, names and definitions by number, in the order in which they were made.
/// Errors   none here: load_model() has reported them.
/// Source   docs/cat.md; Alglave, Maranget, Tautschnig: "Herding cats" (2014)
namespace clmm::model {

struct NodeTag;
struct TotalOrderTag;
using NodeId = StrongId<NodeTag>;
using TotalOrderId = StrongId<TotalOrderTag>;

/// What every event structure and execution has, whatever the language of the test; all counts only
/// where the events take place.
enum class Base : std::uint32_t {
    // sets
    everything,  ///< `_`
    read,
    write,
    memory,
    fence,
    barrier,
    barrier_entry,
    barrier_exit,
    initial,
    rmw_event,  ///< either half of a read-modify-write that took place
    // relations
    identity,
    sequenced_before,
    reads_from,
    modification_order,
    same_location,
    same_unit,
    address_dependency,
    data_dependency,
    control_dependency,
    control_until_join,  ///< … that ends where the branches join
    read_modify_write,
    barrier_pair,  ///< barrier entry to exit of another unit, same dynamic instance
    first_named,   ///< from here on, those that the test's language has: Program::names
};

/// Of those before first_named.
[[nodiscard]] bool is_set(Base base);

/// A set or relation that a language of tests has by this name (litmus::Vocabulary).
struct NamedBase {
    std::string name;
    bool is_set = false;
    std::string absent;  ///< SetName::absent
    friend bool operator==(const NamedBase&, const NamedBase&) = default;
};

enum class NodeOp : std::uint8_t {
    base,         ///< payload: Base, or Base::first_named and a number in Program::names
    total_order,  ///< payload: TotalOrderId, an existentially quantified total order
    empty,
    // sets and relations alike
    unite,
    intersect,
    subtract,
    complement,  ///< within the events that take place
    // relations
    sequence,
    inverse,
    transitive_closure,
    reflexive_transitive_closure,
    optional,
    product,      ///< of two sets
    identity_on,  ///< of a set: [S]
    // relation to set
    domain,
    range,
    recursive,  ///< payload: index into Program::recursive, least fixpoint
};

struct Node {
    NodeOp op = NodeOp::empty;
    bool is_set = false;
    NodeId left, right;
    std::uint32_t payload = 0;
    Span span;  ///< in the cat source that `source` numbers
    std::uint16_t source = 0;
    friend bool operator==(const Node& a, const Node& b) {
        return a.op == b.op && a.is_set == b.is_set && a.left == b.left && a.right == b.right &&
               a.payload == b.payload;
    }
};

/// One name bound by `let rec`. `body` may use recursive nodes of the same group; it does so
/// monotonically (never under complement or to the right of a difference).
struct RecursiveDefinition {
    NodeId node;  ///< its node of op `recursive`
    NodeId body;
    std::uint32_t group = 0;
    std::string name;
};

struct TotalOrder {
    std::string name;  ///< `S`
    NodeId over;       ///< the set that it orders
};

enum class CheckKind : std::uint8_t { acyclic, irreflexive, empty };
enum class CheckRole : std::uint8_t {
    axiom,  ///< an execution that fails it is not allowed
    flag,   ///< an execution that *satisfies* the check is flagged with `name`, e.g. `flag ~empty
            ///< race as data-race`
    undefined,  ///< as flag, and the behaviour is undefined (`undefined_unless empty dr as
                ///< data-race`)
};

struct Check {
    CheckKind kind = CheckKind::acyclic;
    bool negated = false;  ///< `~empty r`
    CheckRole role = CheckRole::axiom;
    NodeId node;
    std::string name;      ///< after `as`; generated from the definition's name where absent
    std::string citation;  ///< text of the comment directly above it; may be empty
    Span span;
    std::uint16_t source = 0;
};

/// A definition's name for its node, for dumps, graphs and explanations.
struct Definition {
    std::string name;
    NodeId node;
    std::string citation;
    Span span;
    std::uint16_t source = 0;
    bool show = false;  ///< named by `show`
};

/// Nodes come before their users, except through `recursive`; equal nodes are shared.
struct Program {
    std::string name;
    std::vector<SourcePtr> sources;
    std::vector<NamedBase> names;  ///< that nodes use
    std::vector<Node> nodes;
    std::vector<RecursiveDefinition> recursive;
    std::vector<TotalOrder> total_orders;
    std::vector<Definition> definitions;
    std::vector<Definition>
        applications;  ///< what functions came to: `fence-to-fence`, a node each
    std::vector<Check> checks;

    [[nodiscard]] const Node& operator[](NodeId id) const { return nodes[id.index()]; }
    /// What a node stands for that is a base of the language; null for all others.
    [[nodiscard]] const NamedBase* named(const Node& node) const;
};

}  // namespace clmm::model
