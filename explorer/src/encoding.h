#pragma once

#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "clmm/model/evaluator.h"
#include "term_literals.h"

namespace clmm::explorer {

/// The candidate executions of an event structure as clauses, without any memory model.
///
/// Shape    a variable for each (write, read) that may be a reads-from pair, one for each unordered
///          pair of writes that may share a location ("the first is before the second"), one for
///          each unordered pair of a total order; guards and values are gates over these.
class Encoding final : private Leaves {
public:
    /// Asserts everything that holds in each execution, or as much of it as the budget allows.
    /// `domains` has no refusal. `implied`: a total order that needs no literals.
    Encoding(Sat& sat, const EventStructure& structure, const Sources& sources,
             const ValueDomains& domains, const model::Evaluator& evaluator,
             const model::Program& program, std::optional<std::size_t> implied,
             const Budget& budget);
    /// Asserts that orders are transitive, which nothing else rests on. `refuted` tells of a
    /// literal by itself whether it contradicts the model: writes of one unit that the model keeps
    /// in their order need no clauses among themselves.
    void assert_orders(const std::function<bool(Lit)>& refuted);
    /// Asks of reads that may read from many writes of their own unit which of these are refuted.
    void narrow_sources(const std::function<bool(Lit)>& refuted);
    /// What the solver tries first, and comes back to: units one after another, each read from the
    /// last write before it.
    void guess_units_in_turn();
    /// Why that is not all of it: solutions may be no executions then.
    [[nodiscard]] std::optional<StopReason> cut() const { return cut_; }

    [[nodiscard]] Lit term(TermId id) { return terms_.boolean(id); }
    [[nodiscard]] Lit equals(TermId id, std::uint64_t value) { return terms_.equals(id, value); }
    /// The values that a term can have, as far as domains tell; sorted.
    [[nodiscard]] const ValueDomains::Domain& domain(TermId id) const {
        return terms_.domain_of(id);
    }
    [[nodiscard]] Lit executed(EventId event) { return terms_.boolean(structure_[event].guard); }
    [[nodiscard]] Lit some_cyclic_value() { return terms_.some_cyclic_value(); }
    [[nodiscard]] Lit some_open_condition() { return terms_.some_open_condition(); }
    [[nodiscard]] Lit some_open_condition(const std::vector<TermId>& of) {
        return terms_.some_open_condition(of);
    }
    void settle_circles() { terms_.settle_circles(); }
    /// The term's value is made of one that nothing fixes.
    [[nodiscard]] Lit is_open(TermId id) { return terms_.cyclic(id); }
    /// There is a cycle of these edges and reads-from.
    [[nodiscard]] Lit some_cycle(const BitMatrix& edges);
    [[nodiscard]] Lit truth() const { return gates_.truth(); }
    [[nodiscard]] Lit literal(const model::Literal& literal);
    /// All of these together are the positive literal.
    [[nodiscard]] Clause conjuncts(const model::Literal& literal);
    /// Not all of these.
    [[nodiscard]] Clause clause(const model::Reason& reason);
    /// Everything that fixes an execution but for its values: events that take place,
    /// reads-from, modification order, dynamic locations.
    [[nodiscard]] Clause skeleton(const model::Execution& execution);

    /// The solver's solution without values: all that a model sees.
    [[nodiscard]] model::Execution relations();
    /// Adds the values; those that nothing fixes are as given, or 0.
    using OpenValues = std::map<TermId, std::uint64_t>;  ///< choices, and reads on circles
    void complete(model::Execution& execution, const OpenValues& open = {});
    /// Of any term, in the execution that was completed last.
    [[nodiscard]] std::uint64_t value_of(TermId id) const { return values_[id.index()]; }

private:
    struct Order {
        std::vector<EventId> members;    ///< in their order as events
        std::vector<std::size_t> place;  ///< by event: among the members, or beyond them
        std::vector<Lit> before;  ///< by place of the first and of the second; falsity if unrelated
        std::vector<std::size_t> chain =
            {};  ///< by place: those with one number are in their order
        std::vector<std::size_t> previous =
            {};  ///< by place: of its chain; itself if there is none

        [[nodiscard]] Lit& at(std::size_t i, std::size_t j) {
            return before[i * members.size() + j];
        }
        [[nodiscard]] Lit at(std::size_t i, std::size_t j) const {
            return before[i * members.size() + j];
        }
    };

    void require_decoded();
    void create_order(Order& order, bool of_writes);
    void create_sources();
    void assert_sources(EventId read);
    void keep_in_order(Order& order, const std::function<bool(Lit)>& refuted);
    void assert_transitive(const Order& order);
    [[nodiscard]] bool is_cut(std::size_t clauses);
    /// Calls f(event, a later one) for the pairs that have a literal, as the solution has them.
    template <class F>
    void for_each_ordered(const Order& order, F&& f) const;
    [[nodiscard]] Cases cases(const litmus::Term& leaf) override;
    [[nodiscard]] Cases cases_of_final(LocationId location);
    [[nodiscard]] Lit is_last(EventId write, LocationId location);
    [[nodiscard]] Lit at(EventId event, LocationId location);
    [[nodiscard]] Lit same_location(EventId a, EventId b);
    [[nodiscard]] Lit ordered(const Order& order, EventId a, EventId b) const;
    [[nodiscard]] Lit before(EventId a, EventId b) const;
    void decode_modification_order(model::Execution& execution);
    void decode_total_orders(model::Execution& execution);
    void evaluate_terms(model::Execution& execution);
    void pass_on_open_values(model::Execution& execution, const OpenValues& open);

    Sat& sat_;
    std::optional<StopReason> cut_;
    const EventStructure& structure_;
    const Sources& sources_;
    Gates gates_;
    std::vector<EventId> reads_;
    std::vector<EventId> writes_;
    std::vector<std::vector<Lit>> reads_from_;  ///< by read, parallel to its sources
    Order modification_order_;
    std::vector<Order> total_orders_;
    TermLiterals terms_;
    std::vector<std::uint64_t> values_;  ///< by term
    bool has_open_values_;               ///< or may have
    Budget budget_;
    std::size_t unasked_ = 0;  ///< clauses since it was asked
};

}  // namespace clmm::explorer
