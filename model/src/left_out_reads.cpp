#include "clmm/model/left_out_reads.h"

#include <algorithm>
#include <vector>

#include "clmm/model/evaluator.h"

namespace clmm::model {
namespace {

/// What becomes of a node's pairs, of the events that stay.
struct Change {
    bool may_lose = false;
    bool may_gain = false;

    [[nodiscard]] Change reversed() const { return {may_gain, may_lose}; }
    Change operator|(const Change& other) const {
        return {may_lose || other.may_lose, may_gain || other.may_gain};
    }
};
constexpr Change kAny{true, true};

/// Changes by node, from the bounds of a structure in which one iteration stands for all.
///
/// What those bounds do not show are pairs of reads of one loop in two iterations: `between`.
class Changes {
public:
    Changes(const MemoryModel& model, const litmus::EventStructure& structure)
        : program_(model.program), evaluator_(model, structure), left_out_(structure.size()) {
        for (const EventId read : structure.waits) left_out_.set(read.index());
        for (std::size_t i = 0; i < program_.nodes.size(); ++i) {
            known_.push_back(seen(NodeId(i)));
            known_.back().between = is_between(NodeId(i));
            if (!known_.back().is_empty || known_.back().between)
                known_.back().change = change_of(program_[NodeId(i)]);
        }
    }

    [[nodiscard]] const Change& operator[](NodeId node) const {
        return known_[node.index()].change;
    }
    /// Whether some pair of the node may have one of those reads.
    [[nodiscard]] bool is_about_them(NodeId node) const {
        const Known& of = known_[node.index()];
        return of.between || !of.starts.none() || !of.ends.none();
    }

private:
    struct Known {
        Change change = {};
        BitSet starts, ends;  ///< those of the reads in whose rows and columns it may have pairs
        bool is_empty = true;
        bool between = false;  ///< two iterations may be related
    };

    [[nodiscard]] Known seen(NodeId id) const {
        const BitMatrix may = evaluator_.bounds(id).may;
        Known result{.starts = BitSet(may.size()), .ends = BitSet(may.size())};
        for (std::size_t a = 0; a < may.size(); ++a)
            for (std::size_t w = 0; w < may.stride(); ++w) {
                if (may.row(a)[w] == 0) continue;
                result.is_empty = false;
                if (left_out_.test(a)) result.starts.set(a);
                result.ends.words()[w] |= may.row(a)[w];
            }
        result.ends &= left_out_;
        return result;
    }

    [[nodiscard]] bool is_between(NodeId id) const {
        const Node& node = program_[id];
        const auto of = [&](NodeId operand) -> const Known& { return known_[operand.index()]; };
        const auto joins = [](const Known& first, const Known& second) {
            return (first.between || !first.starts.none()) &&
                   (second.between || !second.ends.none());
        };
        switch (node.op) {
            case NodeOp::base:
                return !known_.back().is_empty && relates_reads(node);
            case NodeOp::empty:
            case NodeOp::identity_on:
            case NodeOp::domain:
            case NodeOp::range:
                return false;
            case NodeOp::unite:
                return of(node.left).between || of(node.right).between;
            case NodeOp::intersect:
                return of(node.left).between && of(node.right).between;
            case NodeOp::subtract:
            case NodeOp::inverse:
            case NodeOp::optional:
                return of(node.left).between;
            case NodeOp::product:
                return joins(of(node.left), of(node.right));
            case NodeOp::sequence:
                return joins(of(node.left), of(node.right));
            case NodeOp::transitive_closure:
            case NodeOp::reflexive_transitive_closure:
                return of(node.left).between || joins(of(node.left), of(node.left));
            default:
                return !node.is_set;
        }
    }

    [[nodiscard]] static bool relates_reads(const Node& base) {
        const auto is = [&](Base which) {
            return base.payload == static_cast<std::uint32_t>(which);
        };
        return !base.is_set && !is(Base::identity) && !is(Base::reads_from) &&
               !is(Base::modification_order) && !is(Base::read_modify_write) &&
               !is(Base::barrier_pair);
    }

    [[nodiscard]] Change change_of(const Node& node) const {
        const auto of = [&](NodeId operand) { return known_[operand.index()].change; };
        switch (node.op) {
            case NodeOp::base:
            case NodeOp::empty:
                return {};
            case NodeOp::recursive:
                return kAny;
            case NodeOp::total_order: {
                // It is any order of the set; a part of one is an order of what stays.
                const Change set = of(program_.total_orders[node.payload].over);
                return set.may_lose || set.may_gain ? kAny : Change{};
            }
            case NodeOp::complement:
                return of(node.left).reversed();
            case NodeOp::subtract:
                return of(node.left) | of(node.right).reversed();
            case NodeOp::sequence:
                return composed(node.left, node.right);
            case NodeOp::transitive_closure:
            case NodeOp::reflexive_transitive_closure:
                return composed(node.left, node.left);
            case NodeOp::domain:
            case NodeOp::range: {
                Change change = of(node.left);
                change.may_lose = change.may_lose || is_about_them(node.left);
                return change;
            }
            default:
                return node.right.valid() ? of(node.left) | of(node.right) : of(node.left);
        }
    }

    /// A pair may be lost with what stands in the middle.
    [[nodiscard]] Change composed(NodeId first, NodeId second) const {
        const Known& before = known_[first.index()];
        const Known& after = known_[second.index()];
        Change change = before.change | after.change;
        BitSet middle = before.between ? left_out_ : before.ends;
        if (!after.between) middle &= after.starts;
        change.may_lose = change.may_lose || !middle.none();
        return change;
    }

    const Program& program_;
    Evaluator evaluator_;
    BitSet left_out_;
    std::vector<Known> known_;  ///< by node
};

/// Of a node the part that is only lost with reads: what that forbids, the node forbids.
class SafeParts {
public:
    SafeParts(Program& program, const Changes& changes) : program_(program), changes_(changes) {}

    /// Nothing where there is none.
    std::optional<NodeId> operator()(NodeId id) {
        if (!changes_[id].may_gain) return id;
        const Node node = program_[id];
        switch (node.op) {
            case NodeOp::unite: {
                const auto left = (*this)(node.left);
                const auto right = (*this)(node.right);
                if (!left || !right) return left ? left : right;
                return add(NodeOp::unite, *left, *right);
            }
            case NodeOp::intersect:
            case NodeOp::sequence:
                return both(node.op, node.left, node.right);
            case NodeOp::subtract: {
                // match: r \ (a \ b); result: r & b
                const Node& taken = program_[node.right];
                if (taken.op != NodeOp::subtract) return std::nullopt;
                return both(NodeOp::intersect, node.left, taken.right);
            }
            default:
                return std::nullopt;
        }
    }

private:
    std::optional<NodeId> both(NodeOp op, NodeId left, NodeId right) {
        const auto first = (*this)(left);
        const auto second = (*this)(right);
        if (!first || !second) return std::nullopt;
        return add(op, *first, *second);
    }
    NodeId add(NodeOp op, NodeId left, NodeId right) {
        program_.nodes.push_back(
            {.op = op, .is_set = program_[left].is_set, .left = left, .right = right, .span = {}});
        return NodeId(program_.nodes.size() - 1);
    }

    Program& program_;
    const Changes& changes_;
};

}  // namespace

std::optional<MemoryModel> for_waits_once(const MemoryModel& model,
                                          const litmus::EventStructure& structure) {
    const Changes changes(model, structure);
    MemoryModel result = model;
    SafeParts part_of(result.program, changes);
    std::erase_if(result.program.checks, [&](Check& check) {
        if (check.role != CheckRole::axiom) return false;
        const auto part = check.negated ? std::nullopt : part_of(check.node);
        if (part) check.node = *part;
        return !part;
    });
    for (const Check& check : result.program.checks) {
        if (check.role == CheckRole::axiom) continue;
        const bool is_kept = check.negated && check.kind != CheckKind::acyclic &&
                             !changes[check.node].may_lose && !changes.is_about_them(check.node);
        if (!is_kept) return std::nullopt;
    }
    return result;
}

}  // namespace clmm::model
