#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "clmm/model/evaluator.h"
#include "evaluate/facts.h"
#include "evaluate/intervals.h"
#include "evaluate/plan.h"

namespace clmm::model {

class Explainer;

/// One operator with its operands' words at hand.
///
/// Idea     compositions with [S] and with an inverse are done at once, so that those operands
///          need not be computed; a node whose bounds meet is its bound, masked.
struct Instruction {
    enum class Code : std::uint8_t {
        none,    ///< an input: there already
        masked,  ///< constant `left`, between events that take place
        copy,
        unite,
        intersect,
        subtract,
        complement,
        rows_of,     ///< [left];right
        columns_of,  ///< left;[right]
        within,      ///< [left];right;[left]
        sequence,
        inverse_sequence,
        inverse,
        closure,
        reflexive_closure,
        optional,
        product,
        identity_on,
        domain,
        range,
        rmw_event,
    };
    Code code = Code::none;
    bool is_set = false;
    const kernels::Word* left = nullptr;
    const kernels::Word* right = nullptr;
    kernels::Word* out = nullptr;
    std::uint32_t left_node = kNoNode;  ///< that has to be computed before, if any
    std::uint32_t right_node = kNoNode;

    static constexpr std::uint32_t kNoNode = 0xffffffffU;
};

/// The matrices of all nodes on the current execution, computed when asked for.
///
/// Idea     each part of an execution (events that take place, reads-from, …) has the number of
///          the evaluation that last changed it; a component is computed again only if a part
///          that it depends on changed since.
struct EvaluatorState {
    using Word = kernels::Word;
    using Words = kernels::Words;

    EvaluatorState(const MemoryModel& model, Facts about, std::shared_ptr<const Plan> planned);
    ~EvaluatorState();

    /// Whether it can be reset to facts of another structure under a model of the same plan.
    [[nodiscard]] bool has_checks_of(const Program& program) const;
    void reset(const MemoryModel& model, Facts about);

    void evaluate(const Execution& execution);
    /// The words of a node, up to date.
    const Word* value(std::uint32_t node);
    bool holds(std::uint32_t node, std::size_t a, std::size_t b);
    /// By pair (a·n + b), or element of a set: in which iteration of its recursion it appears.
    const std::vector<std::uint16_t>& levels(std::uint32_t node);

    bool consistent();
    std::vector<Finding> violations();
    std::vector<Finding> flags();
    Reason why(const Finding& finding);
    [[nodiscard]] bool is_set(std::uint32_t node) const { return plan.nodes[node].is_set; }
    [[nodiscard]] bool takes_place(std::size_t event) const { return executed.test(event); }
    [[nodiscard]] const BitMatrix& reads_from() const { return reads_from_; }

    /// What acyclic(r+) asks about is r.
    [[nodiscard]] std::uint32_t subject(const Check& check) const;

    Facts facts;
    std::shared_ptr<const Plan> remembered_plan;
    const Plan& plan;
    Shape shape;
    Intervals intervals;
    std::vector<Check> checks;

    BitSet executed;
    std::uint64_t stamp = 0;  ///< number of evaluations

    std::vector<BitMatrix> relations;  ///< by node; of sets, and of nodes like others, unused
    std::vector<BitSet> sets;
    std::unique_ptr<Explainer> explainer;

private:
    enum Input : std::uint8_t {
        in_executed,
        in_rf,
        in_mo,
        in_location,
        in_barrier,
        in_order,
        inputs = 16
    };

    /// Matrices for as many events as the facts are about.
    void reshape();
    /// Bounds from the facts, and what is made of both.
    void build();
    [[nodiscard]] bool is_settled(std::uint32_t node) const;
    [[nodiscard]] bool instructions_fit() const;
    void build_instructions();
    void build_operand(std::uint32_t node, bool left);
    void build_sequence(std::uint32_t node);
    void build_base(std::uint32_t node);
    void build_dependencies();
    [[nodiscard]] std::vector<std::uint32_t> unscheduled(std::uint32_t component,
                                                         std::vector<bool>& scheduled) const;
    void build_schedule();
    [[nodiscard]] Input total_order_input(std::uint32_t order) const;
    Word* data(std::uint32_t node);
    void take(Input input, const BitMatrix& from, BitMatrix& into);

    void refresh(std::uint32_t component);
    void refresh_if_stale(std::uint32_t component);
    void advance(std::size_t prefix);
    void run(const Component& component);
    void run(const Instruction& instruction);
    void run_relational(const Instruction& instruction);
    void mark_rmw_events(Word* out);
    /// One more iteration; false once it adds nothing.
    bool iterate(const Component& component);
    void clear_recursive(const Component& component);
    void compute_levels(const Component& component);

    bool passes(std::size_t check);
    /// No cycle, no reflexive pair, or nothing at all in the node.
    bool has_witness(const Check& check);
    std::vector<Finding> cycles(std::size_t check);
    std::vector<Finding> members(std::size_t check);
    std::vector<Finding> witnesses(std::size_t check);
    void keep_best(std::vector<Finding> findings, std::size_t limit, std::vector<Finding>& into);

    std::vector<Instruction> instructions_;                       ///< by node
    std::vector<std::vector<std::uint32_t>> operand_components_;  ///< by component
    std::vector<std::uint32_t> dependencies_;                     ///< by component: mask of inputs
    std::vector<std::uint32_t>
        dependency_class_;  ///< by component: index into the masks that occur
    std::vector<std::uint32_t> class_masks_;
    std::vector<std::uint64_t> class_changed_;
    std::vector<std::uint64_t> input_changed_;  ///< by Input
    std::vector<std::uint64_t> computed_;       ///< by component: evaluation that computed it
    std::vector<std::uint64_t> checked_;        ///< by component: evaluation that it is current in
    std::vector<std::uint32_t> schedule_;       ///< components that axioms need
    std::vector<std::size_t> prefix_;           ///< by check: how much of the schedule it needs
    std::size_t progress_ = 0;

    BitMatrix reads_from_, modification_order_, same_location_, barrier_pairs_;
    std::vector<BitMatrix> total_orders_;
    std::vector<std::vector<std::uint16_t>> levels_;  ///< by node; none until one is asked for
    std::vector<std::uint64_t> levels_computed_;      ///< by component
    Words alive_;
    std::vector<std::pair<Finding, Reason>> reasons_;  ///< of the violations last returned
    std::uint64_t reasons_stamp_ = 0;
    std::uint64_t verdict_stamp_ = 0;
    bool verdict_ = false;
};

}  // namespace clmm::model
