#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "clmm/litmus/event_structure.h"
#include "clmm/model/evaluator.h"
#include "clmm/model/memory_model.h"

namespace clmm::skeletons {

/// Finds structures that are stronger than others: all that a model forbids of those, it forbids of
/// them. A stronger order or one more fence makes them so, with most models.
///
/// Idea     an execution of the stronger one, less the events that are there for order alone and
///          only it has, is one of the weaker one. What the model takes from a structure is
///          compared set by set and relation by relation: each has more only where more makes an
///          axiom fail, and less only where less does. So an axiom that fails of the weaker one
///          fails of the stronger one.
/// Threads  one at a time.
/// Tests    tests/unit/skeletons/strengthening_test.cpp
class Strengthening {
public:
    /// A structure, and what the model's sets and relations may be in it.
    struct Facts;

    /// Keeps the model by reference.
    explicit Strengthening(const model::MemoryModel& model);

    [[nodiscard]] std::shared_ptr<const Facts> facts(litmus::EventStructure structure);
    /// False: it is not, or that is not found.
    [[nodiscard]] bool is_stronger(const Facts& than, const Facts& structure) const;

private:
    const model::MemoryModel& model_;
    std::vector<model::NodeId> nodes_;           ///< of the model's program, that axioms go by
    std::optional<model::Evaluator> evaluator_;  ///< made for the first structure
};

}  // namespace clmm::skeletons
