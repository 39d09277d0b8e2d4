#include "axioms.h"

#include <algorithm>

namespace clmm::explorer {

namespace {
constexpr unsigned kExecutedCost = 1;  ///< often implied by others
constexpr unsigned kConjunctCost = 3;
}  // namespace

Axioms::Axioms(Encoding& encoding, Sat& sat, std::unique_ptr<model::IncrementalEvaluator> evaluator,
               std::size_t events, Images images, Learnt learnt)
    : encoding_(encoding),
      sat_(sat),
      evaluator_(std::move(evaluator)),
      images_(std::move(images)),
      learnt_(std::move(learnt)),
      events_(events) {
    const std::vector<model::Literal>& inputs = evaluator_->inputs();
    for (Input input = 0; input < inputs.size(); ++input) {
        Clause conjuncts = encoding_.conjuncts(inputs[input]);
        std::ranges::sort(conjuncts);
        conjuncts.erase(std::unique(conjuncts.begin(), conjuncts.end()), conjuncts.end());
        std::erase_if(conjuncts, [&](Lit each) { return sat_.fixed(each) > 0; });
        const bool is_event = inputs[input].kind == model::Literal::Kind::executed;
        evaluator_->set_cost(input, is_event
                                        ? kExecutedCost
                                        : kConjunctCost * static_cast<unsigned>(conjuncts.size()));
        if (conjuncts.empty()) evaluator_->hold(input);
        open_.push_back(static_cast<std::uint32_t>(conjuncts.size()));
        for (const Lit each : conjuncts) {
            if (used_by_.size() <= each.code) used_by_.resize(each.code + 1);
            used_by_[each.code].push_back(input);
        }
        conjuncts_.push_back(std::move(conjuncts));
    }
}

void Axioms::assign(Lit literal) {
    if (literal.code >= used_by_.size()) return;
    for (const Input input : used_by_[literal.code]) {
        counted_.push_back(input);
        if (--open_[input] == 0) evaluator_->hold(input);
    }
}

bool Axioms::settle(Clause& conflict) {
    if (evaluator_->settle()) return true;
    conflict.clear();
    model::Reason reason;
    for (const Input input : evaluator_->why()) {
        reason.push_back(evaluator_->inputs()[input]);
        for (const Lit each : conjuncts_[input]) conflict.push_back(~each);
    }
    std::ranges::sort(conflict);
    conflict.erase(std::unique(conflict.begin(), conflict.end()), conflict.end());
    std::erase_if(conflict, [&](Lit each) { return sat_.fixed(each) < 0; });
    std::ranges::sort(reason);
    learnt_(evaluator_->violated(), reason);
    reasons_.push_back(std::move(reason));
    return false;
}

void Axioms::push() { marks_.push_back({counted_.size(), evaluator_->mark()}); }

void Axioms::pop(std::size_t levels) {
    evaluator_->undo(marks_[levels].evaluator);
    for (; counted_.size() > marks_[levels].counted; counted_.pop_back()) ++open_[counted_.back()];
    marks_.resize(levels);
}

std::vector<Clause> Axioms::take_lemmas() {
    std::vector<Clause> lemmas;
    for (const model::Reason& reason : std::exchange(reasons_, {}))
        for (const model::Reason& image : images_(reason))
            lemmas.push_back(encoding_.clause(image));
    return lemmas;
}

}  // namespace clmm::explorer
