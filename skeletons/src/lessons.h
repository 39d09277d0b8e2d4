#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "axiom_facts.h"
#include "clmm/model/evaluator.h"
#include "clmm/model/memory_model.h"

namespace clmm::skeletons {

/// Why a model forbade executions of earlier structures, where that holds for one at hand: it has
/// the same events, which differ in their orders and scopes alone (AxiomFacts).
///
/// Errors   none: what does not fit is not known.
class Lessons {
public:
    /// Keeps the model by reference.
    explicit Lessons(const model::MemoryModel& model);

    /// From now on about this structure, which the evaluator is about, and is given an execution
    /// of. What is known of it already.
    [[nodiscard]] std::vector<model::Reason> begin(const model::EventStructure& structure,
                                                   model::Evaluator& evaluator);
    /// A check failed in it, because of this.
    void add(std::size_t check, const model::Reason& reason);

private:
    /// What was learnt of structures of which an axiom takes the same.
    struct Class {
        AxiomFacts::Values values;
        std::vector<model::Reason> reasons;
    };
    struct OfStructure {
        std::vector<std::vector<Class>> classes;  ///< by axiom
        std::size_t reasons = 0;
    };

    const model::MemoryModel& model_;
    std::vector<AxiomFacts> axioms_;
    std::map<std::vector<std::uint64_t>, OfStructure> known_;  ///< by all that is alike
    OfStructure* here_ = nullptr;                              ///< of the structure at hand
    std::vector<AxiomFacts::Values> values_;                   ///< by axiom, here
};

}  // namespace clmm::skeletons
