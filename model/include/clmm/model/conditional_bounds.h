#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "clmm/model/incremental.h"

namespace clmm::model {

/// Literals of a solver, over variables numbered from 0: first a bit for each variable that is
/// true, then, from the middle on, one for each that is false.
using LiteralSet = std::vector<std::uint64_t>;

/// For every pair that a node may contain, literals that every execution with that pair has. So: in
/// which ways an axiom can fail, each as a set of literals that it needs.
///
/// Idea     each operator on such sets. What two operands need together is needed by a composition
///          or intersection; of two ways to get a pair, what both need. Sets that contradict
///          themselves drop the pair. A closure is Warshall's algorithm over the two. All this errs
///          to one side: a pair that is dropped is in no execution, and a set may lack literals but
///          has none too many. If every set is refuted by clauses, the clauses are the model.
/// Errors   none: what cannot be told is false, or nullopt.
/// Cost     O(nodes · n³ · words of a set).
/// Tests    tests/cross/engines_test.cpp closes small tests whatever it costs, and compares.
class ConditionalBounds {
public:
    /// By input of the evaluator: what holds in every execution under consideration in which it
    /// does; nullopt where it does in none. `words` of a set: even.
    struct Conditions {
        std::size_t words = 0;
        std::vector<std::optional<LiteralSet>> by_input;
    };

    /// `only`: for one of the axioms; else for all.
    ConditionalBounds(const GrowingGraph& graph, Conditions conditions,
                      std::optional<std::size_t> only = std::nullopt);
    ~ConditionalBounds();

    /// How many axioms there are to fail; nullopt where one can fail by something that is missing.
    [[nodiscard]] static std::optional<std::size_t> axioms(const GrowingGraph& graph);

    /// Whether `is_refuted` says so of each way in which an axiom can fail. False too where there
    /// are very many.
    using IsRefuted = std::function<bool(const LiteralSet&)>;
    [[nodiscard]] bool refute(std::size_t axiom, const IsRefuted& is_refuted);

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace clmm::model
