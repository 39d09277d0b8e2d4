#include "any_orders.h"

#include <algorithm>
#include <array>

namespace clmm::skeletons {
namespace {

constexpr std::array kStronger{litmus::Order::acquire, litmus::Order::release,
                               litmus::Order::acq_rel, litmus::Order::seq_cst};

}  // namespace

AnyOrders::AnyOrders(const model::MemoryModel& model)
    : model_(model), axioms_(facts_of_axioms(model.program)) {}

void AnyOrders::reset(litmus::EventStructure& structure,
                      const std::function<void(litmus::Order)>& dress) {
    const model::Execution all = all_events(structure.size(), model_.program);
    const auto evaluated = [&](litmus::Order order) {
        dress(order);
        model::Evaluator evaluator(model_, structure);
        evaluator.evaluate(all);
        return evaluator;
    };
    Chosen chosen(model_.program.checks.size());
    std::vector<AxiomFacts::Values> weakest;
    const model::Evaluator relaxed = evaluated(litmus::Order::relaxed);
    for (const AxiomFacts& axiom : axioms_) {
        weakest.push_back(axiom.of(relaxed));
        chosen[axiom.check()] = true;
    }
    for (const litmus::Order order : kStronger) {
        const model::Evaluator stronger = evaluated(order);
        for (std::size_t i = 0; i < axioms_.size(); ++i)
            if (!axioms_[i].only_gains(weakest[i], axioms_[i].of(stronger)))
                chosen[axioms_[i].check()] = false;
    }
    dress(litmus::Order::relaxed);
    relaxed_.emplace(with_axioms(chosen), structure);
}

const model::MemoryModel& AnyOrders::with_axioms(const Chosen& chosen) {
    const auto [found, is_new] = parts_.try_emplace(chosen, model_);
    if (is_new) {
        std::vector<model::Check>& checks = found->second.program.checks;
        checks.clear();
        for (std::size_t i = 0; i < chosen.size(); ++i)
            if (chosen[i]) checks.push_back(model_.program.checks[i]);
    }
    return found->second;
}

bool AnyOrders::forbids(const model::Execution& candidate) { return !relaxed_->allows(candidate); }

bool AnyOrders::excludes(const model::Execution& partly, Known known) const {
    return relaxed_->excludes(partly, known);
}

}  // namespace clmm::skeletons
