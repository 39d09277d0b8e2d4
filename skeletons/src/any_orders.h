#pragma once

#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "axiom_facts.h"
#include "clmm/litmus/opencl_attributes.h"
#include "clmm/skeletons/judge.h"

namespace clmm::skeletons {

/// Executions of a structure that a model forbids whatever the orders of its operations are: by an
/// axiom that fails where all of them are relaxed, and no less with others.
///
/// Errors   none; it may know of few.
class AnyOrders {
public:
    /// Keeps the model by reference.
    explicit AnyOrders(const model::MemoryModel& model);

    /// From now on about this structure, all of whose operations are relaxed then. `dress` gives
    /// all of them another order.
    void reset(litmus::EventStructure& structure, const std::function<void(litmus::Order)>& dress);

    [[nodiscard]] bool forbids(const model::Execution& candidate);
    /// … all that this may become (IsExcluded).
    [[nodiscard]] bool excludes(const model::Execution& partly, Known known) const;

private:
    using Chosen = std::vector<bool>;  ///< by check
    [[nodiscard]] const model::MemoryModel& with_axioms(const Chosen& chosen);

    const model::MemoryModel& model_;
    std::vector<AxiomFacts> axioms_;
    std::map<Chosen, model::MemoryModel> parts_;  ///< the model with these checks alone
    std::optional<Judge> relaxed_;                ///< after reset()
};

}  // namespace clmm::skeletons
