#include "clmm/model/evaluator.h"

#include <algorithm>

#include "clmm/base/ensure.h"
#include "clmm/base/of_thread.h"
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

/// The matrices of evaluators that are gone, for others of the same nodes, of as many events if
/// there are: to make them takes a small test a fifth of its time. Those last used come last. One
/// that is closed keeps none.
class Evaluator::KeptStates {
public:
    explicit KeptStates(bool is_open = true) : is_open_(is_open) {
        if (is_open) states_.reserve(kMost);
    }

    void keep(std::unique_ptr<State> state) {
        if (!is_open_ || state == nullptr || state->shape.n > kMostEvents) return;
        if (states_.size() == kMost) states_.erase(states_.begin());
        states_.push_back(std::move(state));
    }
    /// Null where there are none that fit.
    std::unique_ptr<State> take(const MemoryModel& model, const Plan& plan, std::size_t events) {
        if (events > kMostEvents) return nullptr;
        const auto fits = [&](const auto& each) {
            return &each->plan == &plan && each->has_checks_of(model.program);
        };
        auto found = std::find_if(states_.rbegin(), states_.rend(), [&](const auto& each) {
            return each->shape.n == events && fits(each);
        });
        if (found == states_.rend()) found = std::find_if(states_.rbegin(), states_.rend(), fits);
        if (found == states_.rend()) return nullptr;
        std::unique_ptr<State> state = std::move(*found);
        states_.erase(std::next(found).base());
        return state;
    }

private:
    static constexpr std::size_t kMost = 8;
    static constexpr std::size_t kMostEvents = 64;  // beyond, what is done with them takes longer

    const bool is_open_;
    std::vector<std::unique_ptr<State>> states_;
};

Evaluator::KeptStates& Evaluator::kept_states() {
    static KeptStates& closed = *new KeptStates(false);  // for static evaluators, never destroyed
    KeptStates* const kept = of_thread<KeptStates>();
    return kept == nullptr ? closed : *kept;
}

Evaluator::Evaluator(const MemoryModel& model, const EventStructure& structure) : model_(&model) {
    Facts facts(structure, model.program.names);
    std::shared_ptr<const Plan> plan = plan_for(model.program, facts);
    state_ = kept_states().take(model, *plan, structure.size());
    if (state_ == nullptr)
        state_ = std::make_unique<State>(model, std::move(facts), std::move(plan));
    else
        state_->reset(model, std::move(facts));
}
Evaluator::~Evaluator() { kept_states().keep(std::move(state_)); }
Evaluator::Evaluator(Evaluator&&) noexcept = default;
Evaluator& Evaluator::operator=(Evaluator&&) noexcept = default;

void Evaluator::reset(const EventStructure& structure) {
    kept_states().keep(std::move(state_));
    state_ = std::move(Evaluator(*model_, structure).state_);
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
