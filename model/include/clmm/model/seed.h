#pragma once

#include <cstddef>
#include <vector>

#include "clmm/base/budget.h"
#include "clmm/model/evaluator.h"

namespace clmm::model {

struct SeedLimits {
    bool pairs = true;       ///< conflicts of two literals, not only of one
    bool own_units = false;  ///< only reads-from within one unit, and its writes next to each other
    std::size_t evaluations = 400;              ///< bound on the work; what is found first is kept
    std::size_t words = std::size_t{1} << 30U;  ///< likewise: of all relations that are composed
    Budget budget = {};                         ///< likewise
};

/// Reasons of one or two literals that no consistent execution has, known before any is
/// proposed. An empty reason: no execution is consistent at all.
///
/// Idea     a literal (an edge of reads-from or modification order) makes bounds tighter: one
///          source excludes others, order is transitive, guards follow. Where an axiom is
///          violated by what then must hold, the literal is refuted, and its negation tightens
///          the bounds for the rest. Then the same for pairs of literals that are left. Pairs of
///          a total order S are refuted by axioms irreflexive(S; r) alone, by what must be in r.
/// Shape    sorted by the reasons' sizes, then lexicographically. No reason contains another.
/// Cost     one interval evaluation of the axioms a literal or pair: microseconds.
/// Tests    tests/unit/model/seed_test.cpp.
[[nodiscard]] std::vector<Reason> seed_conflicts(const MemoryModel& model,
                                                 const EventStructure& structure,
                                                 const SeedLimits& limits = {});

}  // namespace clmm::model
