#include "clmm/model/evaluator.h"

#include <algorithm>

#include "clmm/base/ensure.h"
#include "evaluate/explain.h"
#include "evaluate/growth.h"
#include "evaluate/state.h"

namespace clmm::model {
namespace {

std::uint32_t node_number(NodeId node) { return static_cast<std::uint32_t>(node.index()); }

Fact fact(NodeId node, EventId a, EventId b) {
    const auto first = static_cast<std::uint32_t>(a.index());
    return {node_number(node), first, b.valid() ? static_cast<std::uint32_t>(b.index()) : first};
}

BitMatrix matrix(Shape shape, const Words& words, bool is_set) {
    BitMatrix result(shape.n);
    if (shape.n == 0) return result;
    if (is_set)
        kernels::identity_on(shape, words.data(), result.row(0));
    else
        kernels::copy(words.size(), words.data(), result.row(0));
    return result;
}

}  // namespace

struct Evaluator::State : EvaluatorState {
    using EvaluatorState::EvaluatorState;
};

Evaluator::Evaluator(const MemoryModel& model, const EventStructure& structure)
    : model_(&model),
      state_(std::make_unique<State>(model, Facts(structure, model.program.names))) {}
Evaluator::~Evaluator() = default;
Evaluator::Evaluator(Evaluator&&) noexcept = default;
Evaluator& Evaluator::operator=(Evaluator&&) noexcept = default;

void Evaluator::reset(const EventStructure& structure) {
    constexpr std::size_t kKept = 31;
    Facts facts(structure, model_->program.names);
    const AbsentBases absent = absent_bases(facts);
    kept_.push_back(std::move(state_));
    const auto found =
        std::ranges::find_if(kept_, [&](const auto& each) { return each->fits(facts, absent); });
    if (found == kept_.end()) {
        if (kept_.size() > kKept) kept_.erase(kept_.begin());
        state_ = std::make_unique<State>(*model_, std::move(facts));
        return;
    }
    state_ = std::move(*found);
    kept_.erase(found);
    state_->reset(std::move(facts));
}

void Evaluator::evaluate(const Execution& execution) { state_->evaluate(execution); }
bool Evaluator::consistent() const { return state_->consistent(); }
std::vector<Finding> Evaluator::violations() const { return state_->violations(); }
std::vector<Finding> Evaluator::flags() const { return state_->flags(); }
Reason Evaluator::why(const Finding& finding) const { return state_->why(finding); }

Reason Evaluator::why(NodeId node, EventId a, EventId b) const {
    const Fact asked = fact(node, a, b);
    ensure(state_->holds(asked.node, asked.a, asked.b), "why: the pair is in the node");
    return state_->explainer->reason({&asked, 1});
}

Reason Evaluator::why_not(NodeId node, EventId a, EventId b) const {
    const Fact asked = fact(node, a, b);
    ensure(!state_->holds(asked.node, asked.a, asked.b), "why_not: the pair is not in the node");
    return state_->explainer->reason({&asked, 1});
}

const BitMatrix& Evaluator::relation(NodeId node) const {
    ensure(!state_->is_set(node_number(node)), "a node of relations");
    state_->value(node_number(node));
    return state_->relations[state_->plan.same_as[node.index()]];
}

const BitSet& Evaluator::set(NodeId node) const {
    ensure(state_->is_set(node_number(node)), "a node of sets");
    state_->value(node_number(node));
    return state_->sets[state_->plan.same_as[node.index()]];
}

Bounds Evaluator::bounds(NodeId node) const {
    const Interval& interval = state_->intervals[node_number(node)];
    const bool is_set = state_->is_set(node_number(node));
    return {matrix(state_->shape, interval.must, is_set),
            matrix(state_->shape, interval.may, is_set)};
}

std::unique_ptr<IncrementalEvaluator> IncrementalEvaluator::create(const Evaluator& evaluator,
                                                                   Orders orders) {
    return grow(GrowingGraph(*evaluator.state_, orders == Orders::implied));
}

}  // namespace clmm::model
