#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "clmm/litmus/event_structure.h"
#include "clmm/model/evaluator.h"

namespace clmm::skeletons {

class AxiomFacts;

/// Finds structures that are stronger than others: all that a model forbids of those, it forbids of
/// them. A stronger instruction or one more fence makes them so, with most models.
///
/// Idea     an execution of the stronger one, less the fences that only it has, is one of the
///          weaker one. What is more of a set or relation is more only where that makes an axiom
///          fail, and what is less, where that does; and no fence is on the way through what is to
///          be as it was. All of it is said by the model, or by an event's own operation; what a
///          language relates by a name, by both and by instructions between them. So it holds as
///          well where other operations of the program have other code.
/// Threads  one at a time.
/// Tests    tests/unit/skeletons/strengthening_test.cpp
class Strengthening {
public:
    /// A structure, and what the model's axioms take from it.
    struct Facts;

    /// Keeps the model by reference.
    explicit Strengthening(const model::MemoryModel& model);
    ~Strengthening();
    Strengthening(Strengthening&&) noexcept;
    Strengthening& operator=(Strengthening&&) = delete;

    [[nodiscard]] std::shared_ptr<const Facts> facts(litmus::EventStructure structure);
    /// False: it is not, or that is not found.
    [[nodiscard]] bool is_stronger(const Facts& than, const Facts& structure);

private:
    [[nodiscard]] bool is_free_for_fences(const Facts& structure,
                                          const std::vector<std::size_t>& others);
    [[nodiscard]] const model::Evaluator& evaluated(const litmus::EventStructure& structure);

    const model::MemoryModel& model_;
    std::vector<AxiomFacts> axioms_;
    std::optional<model::Evaluator> evaluator_;  ///< made for the first structure
};

}  // namespace clmm::skeletons
