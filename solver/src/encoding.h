#pragma once

#include <z3++.h>

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "clauses.h"
#include "clmm/model/evaluator.h"
#include "term_encoder.h"

namespace clmm::solver {

using litmus::EventId;
using litmus::EventStructure;
using litmus::LocationId;
using litmus::TermId;

/// The candidate executions of an event structure as a formula, without any memory model.
///
/// Shape    a Boolean per (write, read) that may be a reads-from pair, one per unordered pair
///          of writes that may share a location ("the first is before the second"), one per
///          unordered pair of a total order. The value of a read is an if-then-else over its
///          possible sources; only a read whose value may depend on itself, through other
///          reads, is a free bit-vector, so that thin-air cycles are solved for.
class Encoding final : private Leaves {
public:
    /// Asserts everything that holds in each execution, or as much of it as the budget allows.
    Encoding(Clauses& clauses, const EventStructure& structure, const model::Evaluator& evaluator,
             const model::Program& program, const Budget& budget);
    /// Why that is not all of it: solutions may be no executions then.
    [[nodiscard]] std::optional<StopReason> cut() const { return cut_; }

    [[nodiscard]] z3::expr term(TermId id) { return terms_(id); }
    [[nodiscard]] z3::expr equals(TermId id, std::uint64_t value) {
        return named(terms_.equals(id, value));
    }
    [[nodiscard]] z3::expr executed(EventId event) {
        return named(terms_(structure_[event].guard));
    }
    [[nodiscard]] z3::expr literal(const model::Literal& literal);
    /// Not all of these.
    [[nodiscard]] z3::expr clause(const model::Reason& reason);

    /// Everything that fixes an execution but for its values: events that take place,
    /// reads-from, modification order, dynamic locations.
    [[nodiscard]] z3::expr_vector skeleton(const model::Execution& execution);

    [[nodiscard]] model::Execution decode(const z3::model& model);
    /// Values that the last decode() gave to any term.
    [[nodiscard]] std::uint64_t value_of(TermId id);

    [[nodiscard]] std::size_t variable_count() const { return variables_; }
    /// Reads that are free variables: their values can come out of thin air.
    [[nodiscard]] bool has_free_reads() const { return !free_reads_.none(); }

private:
    struct Candidate {
        EventId write;
        std::optional<z3::expr> variable;
    };
    struct Order {
        std::vector<EventId> members;
        std::map<std::pair<EventId, EventId>, z3::expr> before;  ///< keys with first < second
    };

    void collect_accesses();
    void collect_free_reads();
    void create_variables();
    z3::expr fresh_bool(const std::string& name);
    /// A literal that stands for the formula. Clauses are made of these, so that what is
    /// learnt later needs no new translation to clauses, which costs a solver far more.
    z3::expr named(const z3::expr& formula);
    [[nodiscard]] const Choices* choices(const litmus::Term& leaf) override;
    [[nodiscard]] z3::expr variable(const litmus::Term& leaf) override;
    Choices choices_of_read(EventId read);
    Choices choices_of_final(LocationId location);
    /// The events share a location; true where that is static.
    z3::expr same_location(EventId a, EventId b);
    z3::expr at(EventId event, LocationId location);
    bool may_share_location(EventId a, EventId b) const;
    z3::expr before(EventId a, EventId b);
    z3::expr ordered(const Order& order, EventId a, EventId b);

    void assert_reads_from(const Budget& budget);
    void assert_transitive(Order& order, const Budget& budget);

    std::uint64_t evaluate(TermId id);
    std::uint64_t evaluate_leaf(const litmus::Term& term);
    std::uint64_t numeral(const z3::expr& variable) const;
    void decode_orders(model::Execution& execution);
    void decode_values(model::Execution& execution);

    Clauses& clauses_;
    z3::context& context_;
    const EventStructure& structure_;
    const model::Program& program_;
    std::optional<StopReason> cut_;
    TermEncoder terms_;
    std::size_t variables_ = 0;

    std::vector<EventId> reads_;
    std::vector<EventId> writes_;
    std::vector<std::vector<Candidate>> candidates_;  ///< by event index of the read
    BitSet free_reads_;
    std::vector<std::optional<Choices>> read_choices_;   ///< by event
    std::vector<std::optional<Choices>> final_choices_;  ///< by location
    Order modification_order_;
    std::vector<Order> total_orders_;
    std::map<std::pair<litmus::TermOp, std::uint64_t>, z3::expr> leaf_variables_;
    std::unordered_map<unsigned, std::pair<z3::expr, z3::expr>> names_;  ///< by the formula's id

    // The assignment that decode() is working on.
    std::optional<z3::model> assignment_;
    std::vector<EventId> source_;  ///< by event index of the read
    std::vector<std::uint64_t> memo_;
    std::vector<std::uint32_t> memo_epoch_;
    std::uint32_t epoch_ = 0;
    std::vector<EventId> last_write_;  ///< by location
};

}  // namespace clmm::solver
