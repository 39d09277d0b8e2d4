#pragma once

#include <array>
#include <bit>
#include <utility>
#include <vector>

#include "clmm/model/incremental.h"
#include "evaluate/growing_graph.h"

namespace clmm::model {

/// The matrices of a growing graph.
///
/// Idea     each matrix has, beside its pairs, those that came since the last settle(), by which
///          users are brought up to date, and where a user asks for columns a transposed copy.
/// Shape    W words a row; 0: as many as it takes.
template <std::size_t W>
class Growth final : public IncrementalEvaluator {
public:
    using Word = kernels::Word;

    explicit Growth(GrowingGraph graph);

    [[nodiscard]] const std::vector<Literal>& inputs() const override { return graph_.inputs; }
    void set_cost(Input input, unsigned cost) override { costs_[input] = cost; }
    void hold(Input input) override { pending_.push_back(input); }
    [[nodiscard]] bool settle() override;
    [[nodiscard]] std::size_t violated() const override {
        return graph_.nodes[violation_.node].check;
    }
    [[nodiscard]] std::vector<Input> why() override;
    [[nodiscard]] Mark mark() const override { return log_.size(); }
    void undo(Mark mark) override;
    [[nodiscard]] bool is_exact() const override { return graph_.is_exact; }
    [[nodiscard]] std::optional<std::size_t> implied() const override {
        return graph_.implied ? std::optional(graph_.implied->order) : std::nullopt;
    }
    [[nodiscard]] BitMatrix implied_order() const override;
    [[nodiscard]] std::optional<Certain> certain(NodeId node) const override;
    [[nodiscard]] const GrowingGraph& graph() const override { return graph_; }

private:
    static constexpr std::uint32_t kNone = GrowingNode::kNone;
    static constexpr std::size_t kMostWords = 64;
    using Row = std::array<Word, W == 0 ? kMostWords : W>;

    struct Matrix {
        Word* pairs = nullptr;
        Word* added = nullptr;
        Word* transposed = nullptr;  ///< null where nobody needs it
        std::vector<Word> rows;      ///< in which something was added
    };
    struct Fact {
        std::uint32_t node = 0;
        std::uint32_t a = 0;
        std::uint32_t b = 0;
        friend bool operator==(const Fact&, const Fact&) = default;
    };

    [[nodiscard]] std::size_t stride() const {
        if constexpr (W == 0)
            return graph_.shape.stride;
        else
            return W;
    }
    template <class F>
    void for_each(const Word* row, F&& f) const {
        for (std::size_t w = 0; w < stride(); ++w)
            for (Word bits = row[w]; bits != 0; bits &= bits - 1)
                f(w * 64 + static_cast<std::size_t>(std::countr_zero(bits)));
    }
    [[nodiscard]] Word* row(Word* of, std::size_t a) const { return of + a * stride(); }
    [[nodiscard]] const Word* row(const Words& of, std::size_t a) const {
        return of.data() + a * stride();
    }
    [[nodiscard]] bool any(const Word* of) const {
        Word all = 0;
        for (std::size_t w = 0; w < stride(); ++w) all |= of[w];
        return all != 0;
    }
    void set(Word* word, Word value) {
        log_.emplace_back(word, *word);
        *word = value;
    }
    void set_bit(Word* of, std::size_t i) {
        set(of + (i >> 6U), of[i >> 6U] | Word{1} << (i & 63U));
    }

    void allocate();
    /// Adds a pair, or a row's members; `bits` keeps what was new.
    void add(std::uint32_t node, std::size_t a, std::size_t b);
    void add(std::uint32_t node, std::size_t a, Row& bits);
    void note_row(std::uint32_t node, std::size_t a, const Row& bits);
    void mark_users(std::uint32_t node);
    void forget_added();

    void draw_inputs();
    void take_place(std::size_t event);
    void unmask(std::uint32_t node, std::size_t event);
    /// Brings a node up to date; whether anything came in.
    bool update(std::uint32_t node);
    void update_elementwise(std::uint32_t node);
    void update_sequence(std::uint32_t node);
    void update_diagonal(std::uint32_t node);
    [[nodiscard]] bool has_diagonal_alone(std::uint32_t node) const {
        const GrowingNode& of = graph_.nodes[node];
        return of.op == GrowingNode::Op::sequence && of.users.empty() &&
               of.watch == GrowingNode::Watch::irreflexive;
    }
    void update_closure(std::uint32_t node);
    void update_of_sets(std::uint32_t node);
    void update_pairwise(std::uint32_t node);
    [[nodiscard]] Row image(const Word* members, const Word* relation) const;
    /// Whether it fails the node's axiom.
    bool is_violated(std::uint32_t node);
    bool after_change(std::uint32_t node);

    [[nodiscard]] bool holds(const Fact& fact) const {
        return kernels::test(
            matrices_[fact.node].pairs + (graph_.nodes[fact.node].is_set ? 0 : fact.a * stride()),
            graph_.nodes[fact.node].is_set ? fact.a : fact.b);
    }
    unsigned cost(const Fact& fact);
    /// What a fact follows from: its literals and other facts, the cheapest of several.
    void expand(const Fact& fact);
    void expand_either(const Fact& first, const Fact& second);
    void expand_through(const Fact& fact);
    void expand_path(const Fact& fact);
    void expand_projection(const Fact& fact);
    void need_executed(std::uint32_t event);
    void need(const Fact& fact) { needed_.push_back(fact); }

    GrowingGraph graph_;
    std::vector<Word> arena_;
    std::vector<Matrix> matrices_;  ///< by node
    std::vector<Word> executed_;
    std::vector<std::uint32_t> masked_;  ///< nodes that grow when an event takes place
    std::vector<Input> pending_;
    std::vector<Word> dirty_;             ///< nodes to be brought up to date
    std::vector<std::uint32_t> touched_;  ///< nodes with additions
    std::vector<std::pair<Word*, Word>> log_;
    std::vector<std::size_t> sure_;  ///< events that take place before anything is held

    Fact violation_;
    std::vector<unsigned> costs_;  ///< by input
    std::vector<std::vector<std::uint32_t>>
        known_;  ///< by node, pair: epoch and cost, 16 bits each
    std::uint32_t epoch_ = 0;
    std::vector<Fact> needed_;
    std::vector<Input> literals_;
};

/// Null where the matrices would be too large.
[[nodiscard]] std::unique_ptr<IncrementalEvaluator> grow(GrowingGraph graph);

}  // namespace clmm::model
