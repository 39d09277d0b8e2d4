#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "clmm/base/natural.h"
#include "clmm/base/strong_id.h"

namespace clmm::model {

/// What is known of an outcome besides its values.
struct OutcomeMark {
    bool satisfies_condition = false;
    bool out_of_thin_air = false;  ///< no execution with this outcome is known that is not
    std::uint64_t executions = 0;  ///< counted where they were asked for
    friend auto operator<=>(const OutcomeMark&, const OutcomeMark&) = default;

    /// Of several outcomes that become one: it satisfies the condition where one does, is out of
    /// thin air where all are, and has the executions of all.
    [[nodiscard]] friend OutcomeMark operator|(const OutcomeMark& a, const OutcomeMark& b) {
        return {a.satisfies_condition || b.satisfies_condition,
                a.out_of_thin_air && b.out_of_thin_air, a.executions + b.executions};
    }
};

/// The values of the observables, in the structure's order.
using OutcomeValues = std::vector<std::uint64_t>;

/// A node of the diagrams of one builder or set: what may follow a beginning of outcomes.
struct OutcomeNodeTag;
using OutcomeNode = StrongId<OutcomeNodeTag>;

/// Many sorted paths, of which those with the same rest share it.
///
/// Shape    none() is the node without any outcome. Others are ends, with a mark, or branch by the
///          next observable's value: at least one edge, ascending, to nodes of one height. Equal
///          nodes are one, so nodes are compared by their numbers.
class OutcomeDiagram {
public:
    struct Edge {
        std::uint64_t value = 0;
        OutcomeNode next;
        friend bool operator==(const Edge&, const Edge&) = default;
    };

    /// The outcome whose values have all been given.
    [[nodiscard]] OutcomeNode end(const OutcomeMark& mark);
    /// Branches: `edges` ascend strictly by value; those to none() are left out.
    [[nodiscard]] OutcomeNode branch(std::span<const Edge> edges);
    /// The values, and then the node.
    [[nodiscard]] OutcomeNode path(std::span<const std::uint64_t> values, OutcomeNode rest);
    /// What either has, both of one height; marks of what both have become one.
    [[nodiscard]] OutcomeNode unite(OutcomeNode a, OutcomeNode b);

    [[nodiscard]] std::size_t size() const { return nodes_.size(); }
    [[nodiscard]] bool is_end(OutcomeNode node) const { return height(node) == 0; }
    /// Observables that are still to be given a value; of none() too it is 0.
    [[nodiscard]] std::size_t height(OutcomeNode node) const;
    [[nodiscard]] std::span<const Edge> edges(OutcomeNode node) const;
    [[nodiscard]] const OutcomeMark& mark(OutcomeNode end) const;

private:
    struct Node {
        std::uint32_t height = 0;
        std::uint32_t first = 0;  ///< in edges_, or in marks_ where it is an end
        std::uint32_t count = 0;
    };

    [[nodiscard]] OutcomeNode keep(std::uint32_t height, std::span<const Edge> edges);
    [[nodiscard]] std::size_t find(std::span<const Edge> edges) const;
    void grow();
    [[nodiscard]] OutcomeNode unite_branches(OutcomeNode a, OutcomeNode b);

    std::vector<Node> nodes_;
    std::vector<Edge> edges_;
    std::vector<OutcomeMark> marks_;
    std::map<OutcomeMark, OutcomeNode> ends_;
    bool has_executions_ = false;     ///< some mark has
    std::vector<OutcomeNode> table_;  ///< of branches, by their hash; open addressing
    std::size_t branches_ = 0;
    std::unordered_map<std::uint64_t, OutcomeNode> united_;
};

/// Final states by the values of the observables, as a value: counted, asked and walked in order
/// without a list of them.
///
/// Idea     a decision diagram, whose nodes are beginnings that leave the same choices. A million
///          outcomes of independent reads have as many nodes as there are reads.
/// Shape    every outcome has width() values. Symbolic families are no members.
/// Cost     size(), sum() and project() follow the nodes, the walk the outcomes; a copy is a
///          pointer.
/// Tests    tests/unit/model/outcome_set_test.cpp against sorted lists.
class OutcomeSet {
public:
    using Visit = std::function<bool(const OutcomeValues&, const OutcomeMark&)>;
    using Wanted = std::function<bool(const OutcomeMark&)>;

    OutcomeSet() = default;  ///< no outcome
    /// What the node of the diagram stands for; other nodes are left behind.
    OutcomeSet(const OutcomeDiagram& diagram, OutcomeNode root);
    /// Listed in any order, each once.
    [[nodiscard]] static OutcomeSet of(std::vector<std::pair<OutcomeValues, OutcomeMark>> outcomes);

    [[nodiscard]] bool empty() const { return !root_.valid(); }
    [[nodiscard]] std::size_t width() const;  ///< values of an outcome; 0 where there is none
    [[nodiscard]] std::size_t node_count() const;

    [[nodiscard]] Natural size() const;
    /// The sum of what marks are worth, over all outcomes.
    [[nodiscard]] Natural sum(const std::function<std::uint64_t(const OutcomeMark&)>& worth) const;
    [[nodiscard]] Natural count(const Wanted& wanted) const;

    [[nodiscard]] std::optional<OutcomeMark> find(std::span<const std::uint64_t> values) const;
    [[nodiscard]] bool contains(std::span<const std::uint64_t> values) const {
        return find(values).has_value();
    }

    /// In ascending order of the values, until `visit` returns false; whether it never did.
    bool for_each(const Visit& visit) const;

    [[nodiscard]] OutcomeSet where(const Wanted& wanted) const;
    /// The values of some observables alone, by ascending numbers; outcomes that become one are
    /// one.
    [[nodiscard]] OutcomeSet project(std::span<const std::size_t> observables) const;
    [[nodiscard]] OutcomeSet unite(const OutcomeSet& other) const;

private:
    friend class OutcomeWalk;

    std::shared_ptr<const OutcomeDiagram> diagram_;
    OutcomeNode root_;
};

/// Outcomes one after another, ascending: `for (OutcomeWalk walk(set); walk.at_outcome();
/// walk.advance())`.
///
/// Cost     a step is as long as the part of the values that changes.
class OutcomeWalk {
public:
    OutcomeWalk() = default;  ///< at its end
    explicit OutcomeWalk(const OutcomeSet& set);

    [[nodiscard]] bool at_outcome() const { return end_.valid(); }
    [[nodiscard]] const OutcomeValues& values() const { return values_; }
    [[nodiscard]] const OutcomeMark& mark() const { return diagram_->mark(end_); }
    void advance();

private:
    using Edges = std::span<const OutcomeDiagram::Edge>;
    void descend(OutcomeNode node);

    std::shared_ptr<const OutcomeDiagram> diagram_;
    std::vector<Edges> left_;  ///< by observable: the edge taken, and those after it
    OutcomeValues values_;
    OutcomeNode end_;
};

}  // namespace clmm::model
