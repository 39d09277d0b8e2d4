#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "clmm/model/execution.h"
#include "evaluate/state.h"

namespace clmm::model {

/// That a pair is in a node, or is not: whichever is so in the current execution. Of a set, b = a.
struct Fact {
    std::uint32_t node = 0;
    std::uint32_t a = 0;
    std::uint32_t b = 0;
};

/// Explains facts about the current execution by literals.
///
/// Idea     `expand` reduces a fact to literals and facts about operands that entail it: all of
///          several where it needs them, the cheapest where one is enough. The cost of a fact
///          is that of its expansion, each computed once an execution. What the bounds say
///          needs no literal beyond that the events take place.
///          Within a recursion a pair is explained only by pairs that appeared before it in
///          the iteration towards the least fixpoint; the absence of a pair may rest on other
///          absences freely, since the first pair to appear would have to rest on one that
///          is present.
/// Shape    costs count a literal `executed` as 1 (it is often implied by others), others as 3.
class Explainer {
public:
    explicit Explainer(EvaluatorState& state);

    /// From the state's facts.
    void count_sources();

    [[nodiscard]] Reason reason(std::span<const Fact> facts);
    [[nodiscard]] unsigned cost(const Fact& fact);

    /// The cheapest path of one or more steps of a relation from each event: what it costs,
    /// and the event before the last on it. Costs are kUnreachable where there is none.
    struct Paths {
        std::vector<std::uint32_t> cost;
        std::vector<std::uint16_t> before;
    };
    static constexpr std::uint32_t kUnreachable = 0xffffffffU;
    /// All paths from `start`, in rows of n.
    const Paths& paths(std::uint32_t relation, std::uint32_t start);
    /// The events of a path from `start` to `end`, both included.
    [[nodiscard]] std::vector<std::uint32_t> path(const Paths& paths, std::size_t row,
                                                  std::uint32_t start, std::uint32_t end) const;

private:
    /// Levels up to which facts of one recursion may be used.
    struct Limit {
        std::uint32_t component = 0xffffffffU;
        std::uint16_t level = 0;
    };
    struct Memo {
        std::vector<std::uint32_t> cost;     ///< epoch and cost, 16 bits each
        std::vector<std::uint32_t> visited;  ///< number of the extraction
    };
    struct CachedPaths {
        Paths paths;
        std::vector<std::uint64_t> computed;  ///< by start
    };

    void begin_execution();
    [[nodiscard]] bool is_set(std::uint32_t node) const { return plan_.nodes[node].is_set; }
    [[nodiscard]] std::size_t index(const Fact& fact) const {
        return is_set(fact.node) ? fact.a : fact.a * shape_.n + fact.b;
    }
    Memo& memo(std::uint32_t node);
    bool holds(const Fact& fact) { return state_.holds(fact.node, fact.a, fact.b); }
    bool test_bound(const Words& bound, const Fact& fact) const;
    bool must(const Fact& fact) const { return test_bound(state_.intervals[fact.node].must, fact); }
    bool may(const Fact& fact) const { return test_bound(state_.intervals[fact.node].may, fact); }
    Limit limit_of(const Fact& fact);
    bool usable(const Fact& fact, const Limit& limit);
    [[nodiscard]] bool visited(const Fact& fact);
    /// The cost that remains: none for what the reason contains already.
    unsigned price(const Fact& fact);

    void expand(const Fact& fact);
    void expand_present(const Fact& fact);
    void expand_present_base(const Fact& fact);
    void expand_present_alternatives(const Fact& fact);
    void expand_present_path(const Fact& fact);
    void expand_absent(const Fact& fact);
    void expand_absent_base(const Fact& fact);
    void expand_absent_total_order(const Fact& fact);
    void expand_absent_sequence(const Fact& fact);
    void expand_absent_closure(const Fact& fact);
    void expand_absent_projection(const Fact& fact);
    void expand_absent_either(const Fact& left, bool left_explains, const Fact& right,
                              bool right_explains);

    void need(const Fact& fact);
    void emit(Literal::Kind kind, bool positive, std::uint32_t a, std::uint32_t b,
              std::uint16_t order = 0);
    void emit_takes_place(std::uint32_t event);
    void emit_absent(std::uint32_t event);

    void cheapest_paths(std::uint32_t relation, std::uint32_t start, const Limit& limit,
                        std::uint32_t* cost, std::uint16_t* before);
    /// Pairs whose absence keeps a path from a to b from being: those leaving what a reaches, or
    /// those entering what reaches b.
    std::vector<Fact> cut(const Fact& closure, bool forward);

    // What a literal says besides itself makes others superfluous.
    void simplify(Reason& reason) const;
    void drop_implied_executed(Reason& reason) const;
    void drop_implied_reads(Reason& reason) const;
    void drop_implied_orders(Reason& reason) const;
    [[nodiscard]] std::uint32_t source_of(std::uint32_t read);

    EvaluatorState& state_;
    const Plan& plan_;
    Shape shape_;
    std::vector<std::uint32_t> source_counts_;  ///< by event: writes that a read may read from
    std::vector<Memo> memo_;                    ///< by node
    std::vector<CachedPaths> paths_;            ///< by node; none until one is asked for
    std::uint64_t execution_ = 0;
    std::uint16_t epoch_ = 0;
    std::uint32_t extraction_ = 0;
    bool extracting_ = false;
    unsigned emitted_cost_ = 0;
    std::vector<Fact> needed_;  ///< a stack of expansions
    Reason literals_;
};

}  // namespace clmm::model
