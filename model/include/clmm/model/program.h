#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "clmm/base/source.h"
#include "clmm/base/strong_id.h"
#include "clmm/litmus/event_structure.h"

/// A compiled memory model: cat definitions as a graph of set and relation operators.
namespace clmm::model {

struct NodeTag;
struct TotalOrderTag;
using NodeId = StrongId<NodeTag>;
using TotalOrderId = StrongId<TotalOrderTag>;

/// What C++ knows about an execution; all counts only where the events take place.
enum class Base : std::uint8_t {
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
    atomic,
    non_atomic,
    non_atomic_location,
    relaxed,
    acquire,
    release,
    acq_rel,
    seq_cst,  ///< by the order as written
    scope_work_item,
    scope_sub_group,
    scope_work_group,
    scope_device,
    scope_all,
    scope_reduced,  ///< memory_scope_device as written, reduced to the work-group
    global,
    local,
    image,
    rmw_event,  ///< either half of a read-modify-write that took place
    first_tag,  ///< one set for each litmus::Tag
    last_tag = first_tag + static_cast<std::uint8_t>(litmus::kTags) - 1,
    // relations
    identity,
    sequenced_before,
    reads_from,
    modification_order,
    same_location,
    same_unit,
    same_sub_group,
    same_work_group,
    same_kernel_instance,
    same_device,
    parent_instance,  ///< of a kernel-instance that enqueued the other's
    address_dependency,
    data_dependency,
    control_dependency,
    control_until_join,  ///< … that ends where the branches join
    read_modify_write,
    barrier_pair,  ///< barrier entry to exit of another unit, same dynamic instance
    same_object,   ///< accesses to one memory object that has an allocation kind, reflexive
    first_link,    ///< one relation for each litmus::Link
    last_link = first_link + static_cast<std::uint8_t>(litmus::kLinks) - 1,
};

[[nodiscard]] Base base_of(litmus::Tag tag);
[[nodiscard]] Base base_of(litmus::Link link);

[[nodiscard]] bool is_set(Base base);

enum class NodeOp : std::uint8_t {
    base,         ///< payload: Base
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
    std::vector<Node> nodes;
    std::vector<RecursiveDefinition> recursive;
    std::vector<TotalOrder> total_orders;
    std::vector<Definition> definitions;
    std::vector<Definition>
        applications;  ///< what functions came to: `fence-to-fence`, a node each
    std::vector<Check> checks;

    [[nodiscard]] const Node& operator[](NodeId id) const { return nodes[id.index()]; }
};

}  // namespace clmm::model
