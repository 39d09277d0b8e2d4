#pragma once

#include <random>
#include <set>
#include <utility>
#include <vector>

#include "clmm/litmus/opencl_events.h"
#include "clmm/model/evaluator.h"

/// Programs, event structures and executions made by hand or at random, and an evaluator of
/// programs that is slow and obvious.
namespace clmm::model::test {

using Random = std::mt19937;

inline std::size_t pick(Random& random, std::size_t below) { return random() % below; }
inline bool chance(Random& random, unsigned percent) { return random() % 100 < percent; }

/// Builds a program node by node; nodes are not shared.
class ProgramBuilder {
public:
    Program program;

    NodeId base(Base base);
    /// Of the language of tests that structures are in unless they say another.
    NodeId named_set(std::size_t number);
    NodeId named_relation(std::size_t number);
    NodeId empty(bool is_set);
    NodeId make(NodeOp op, NodeId left, NodeId right = NodeId::none());
    NodeId total_order(NodeId over);
    NodeId recursive(bool is_set, std::uint32_t group = 0);
    void define(NodeId recursive, NodeId body);
    void check(CheckKind kind, NodeId node, CheckRole role = CheckRole::axiom,
               bool negated = false);
    [[nodiscard]] MemoryModel model() const;
    [[nodiscard]] bool is_set(NodeId node) const { return program[node].is_set; }

private:
    NodeId named(const NamedBase& name);
};

struct Shapes {
    std::size_t units = 3;
    std::size_t events_a_unit = 3;
    std::size_t locations = 2;
    bool branches = true;  ///< some events take place only sometimes
    bool dynamic_addresses = true;
    bool barriers = true;
};

EventStructure random_structure(Random& random, const Shapes& shapes);

/// Sets and relations over the events, and total orders over sets of bases, `operators` of them.
ProgramBuilder random_program(Random& random, std::size_t operators);

/// Everything that determines an execution of a structure without values: free choices, and
/// priorities that settle sources and orders. Any values are possible.
struct Seeds {
    std::vector<std::uint64_t> choices;
    std::vector<std::vector<std::uint32_t>> sources;  ///< by read, by write
    std::vector<std::uint32_t> order;                 ///< of writes
    std::vector<std::vector<std::uint32_t>> total_orders;

    Seeds(const EventStructure& structure, const Program& program, Random& random);
    /// Changes one of them.
    void mutate(Random& random);
};

Execution execution_of(const EventStructure& structure, const Program& program, const Seeds& seeds);

bool holds(const Literal& literal, const Execution& execution);
bool holds(const Reason& reason, const Execution& execution);

/// Walks at random among the executions of which the reason holds, and calls f on each.
template <class F>
void for_executions_with(const Reason& reason, const EventStructure& structure,
                         const Program& program, Seeds seeds, Random& random, int steps, F&& f) {
    for (int i = 0; i < steps; ++i) {
        Seeds next = seeds;
        for (std::size_t changes = 0; changes <= pick(random, 3); ++changes) next.mutate(random);
        const Execution execution = execution_of(structure, program, next);
        if (!holds(reason, execution)) continue;
        seeds = next;
        f(execution);
    }
}

/// Of a set, the pairs (a, a).
using Pairs = std::set<std::pair<std::size_t, std::size_t>>;
std::vector<Pairs> naive_values(const Program& program, const EventStructure& structure,
                                const Execution& execution);
bool naive_passes(const Check& check, const Pairs& value);
Pairs pairs_of(const Evaluator& evaluator, const Program& program, NodeId node);

}  // namespace clmm::model::test
