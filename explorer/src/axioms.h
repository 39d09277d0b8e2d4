#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "clmm/model/incremental.h"
#include "encoding.h"

namespace clmm::explorer {

/// The axioms of a model as a theory of the solver: a partial assignment that breaks one gives the
/// clause that says why, whatever is still open.
///
/// Shape    a literal of the model holds when all its conjuncts do; they are counted down.
class Axioms final : public Theory {
public:
    /// `image` gives what a reason becomes under symmetries.
    using Images = std::function<std::vector<model::Reason>(const model::Reason&)>;
    /// Is told what is learnt, once each.
    using Learnt = std::function<void(std::size_t check, const model::Reason&)>;

    Axioms(Encoding& encoding, Sat& sat, std::unique_ptr<model::IncrementalEvaluator> evaluator,
           std::size_t events, Images images, Learnt learnt);

    /// Whether no complete execution that it lets pass breaks an axiom.
    [[nodiscard]] bool is_exact() const { return evaluator_->is_exact(); }

    /// By literal of the model; with a conjunct that is false it never holds.
    [[nodiscard]] const std::vector<Clause>& conjuncts() const { return conjuncts_; }
    [[nodiscard]] const model::GrowingGraph& graph() const { return evaluator_->graph(); }
    [[nodiscard]] std::size_t events() const { return events_; }

    void assign(Lit literal) override;
    [[nodiscard]] bool settle(Clause& conflict) override;
    void push() override;
    void pop(std::size_t levels) override;
    [[nodiscard]] std::vector<Clause> take_lemmas() override;

private:
    using Input = model::IncrementalEvaluator::Input;
    struct Mark {
        std::size_t counted;
        model::IncrementalEvaluator::Mark evaluator;
    };

    Encoding& encoding_;
    Sat& sat_;
    std::unique_ptr<model::IncrementalEvaluator> evaluator_;
    Images images_;
    Learnt learnt_;
    std::size_t events_;
    std::vector<Clause> conjuncts_;            ///< by input
    std::vector<std::vector<Input>> used_by_;  ///< by literal
    std::vector<std::uint32_t> open_;          ///< by input: conjuncts that are not known to hold
    std::vector<Input> counted_;               ///< down, in order
    std::vector<Mark> marks_;                  ///< by level
    std::vector<model::Reason> reasons_;       ///< whose images are to be learnt
};

}  // namespace clmm::explorer
