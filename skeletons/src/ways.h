#pragma once

#include "clmm/model/evaluator.h"

namespace clmm::skeletons {

/// Whether what a model relates through events can be through fences that a structure has more than
/// another: if not, they change nothing of it.
///
/// Idea     all that is asked of a fence is which sets it is in. What a language relates by a name,
///          and what is sequenced, may relate it to others that come and go.
class Ways {
public:
    /// Keeps all by reference; the evaluator knows the model on an execution of all events.
    Ways(const model::Program& program, const model::Evaluator& evaluator, const BitSet& fences)
        : program_(program), evaluator_(evaluator), fences_(fences) {}

    [[nodiscard]] bool avoid_fences(model::NodeId node) const;

private:
    /// Whether no pair begins (first), or ends, at one of the fences.
    template <bool first>
    [[nodiscard]] bool is_free(model::NodeId node) const;
    [[nodiscard]] bool has_none(model::NodeId set) const;

    const model::Program& program_;
    const model::Evaluator& evaluator_;
    const BitSet& fences_;
};

}  // namespace clmm::skeletons
