#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "clmm/model/evaluator.h"
#include "clmm/model/thin_air.h"
#include "clmm/skeletons/candidates.h"

namespace clmm::skeletons {

class Lessons;

/// Asks a model about candidates of one structure, one by one.
///
/// Idea     the total orders that a model speaks of are built event by event. What was wrong with
///          one execution is kept as the literals that entail it: whatever has them is wrong, too,
///          and is not evaluated. Much of that holds for the next structure as well.
/// Errors   none; a candidate of another structure is a bug of the caller's.
class Judge {
public:
    /// Keeps the model by reference, and the structure until reset(). `forbidden`: cycles that no
    /// execution may have.
    Judge(const model::MemoryModel& model, const litmus::EventStructure& structure,
          model::ThinAir forbidden = model::ThinAir::none);
    ~Judge();
    Judge(Judge&&) noexcept;
    Judge& operator=(Judge&&) = delete;

    /// From now on about candidates of this structure.
    void reset(const litmus::EventStructure& structure);

    /// Whether the model allows the execution, with some total orders.
    [[nodiscard]] bool allows(const model::Execution& candidate);
    /// Whether what was learnt of those asked about before excludes all that this may become.
    [[nodiscard]] bool excludes(const model::Execution& partly, Known known = Known::writes) const;
    /// … of which the last was asked and is allowed: whether its behaviour is undefined.
    [[nodiscard]] bool is_flagged() const;

private:
    /// Pairs (a before b) that no total order of the execution at hand may have together.
    using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

    void remember(model::Reason reason);
    void begin(const litmus::EventStructure& structure);
    void find_orders();
    bool order(std::size_t at);
    bool extend(std::size_t at);
    void write_order(std::size_t at);
    bool check();
    void learn();
    [[nodiscard]] bool is_excluded() const;
    [[nodiscard]] bool precedes(std::size_t a, std::size_t b) const;

    const model::MemoryModel& model_;
    model::ThinAir forbidden_;
    model::Evaluator evaluator_;
    std::optional<model::ThinAirCycles> thin_air_;
    model::Execution execution_;
    std::unique_ptr<Lessons> lessons_;
    const litmus::EventStructure* structure_ = nullptr;
    /// Reasons without literals of total orders: those that may hold before writes are in order,
    /// and the others.
    std::vector<model::Reason> about_reads_, about_writes_;
    std::vector<Pairs> excluded_;      ///< of the execution at hand
    std::vector<std::size_t> orders_;  ///< numbers of those with something to order
    std::vector<std::size_t> placed_;  ///< of the order at hand
    std::vector<std::size_t> open_;    ///< … that come after these
};

}  // namespace clmm::skeletons
