#pragma once

#include <map>

#include "clmm/model/incremental.h"
#include "clmm/model/memory_model.h"

namespace clmm::explorer {

/// Which pairs of a model's nodes are certain, or impossible, in executions where what an
/// evaluator holds is so, and both events take place.
class Certainty {
public:
    Certainty(const model::Program& program, const model::Evaluator& evaluator,
              const model::IncrementalEvaluator& held)
        : program_(program), evaluator_(evaluator), held_(held) {}

    /// More, or less, is held than when it was last asked.
    void forget() { certain_.clear(); }
    [[nodiscard]] bool is_certain(model::NodeId node, std::size_t a, std::size_t b);
    [[nodiscard]] bool is_impossible(model::NodeId node, std::size_t a, std::size_t b);

private:
    [[nodiscard]] const model::Bounds& bounds(model::NodeId node);
    [[nodiscard]] bool is_held(model::NodeId node, std::size_t a, std::size_t b);

    const model::Program& program_;
    const model::Evaluator& evaluator_;
    const model::IncrementalEvaluator& held_;
    std::map<model::NodeId, model::Bounds> bounds_;
    std::map<model::NodeId, std::optional<BitMatrix>> certain_;
};

}  // namespace clmm::explorer
