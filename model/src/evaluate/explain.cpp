#include "evaluate/explain.h"

#include <algorithm>

namespace clmm::model {

namespace k = kernels;

namespace {
constexpr unsigned kExecutedCost = 1;
constexpr unsigned kLiteralCost = 3;
constexpr unsigned kCostLimit = 1023;  ///< so that sums along a path fit into 32 bits
/// Absence within a recursion is not followed to its end only to learn its cost.
constexpr unsigned kRecursiveAbsenceCost = 2 * kLiteralCost;
}  // namespace

Explainer::Explainer(EvaluatorState& state)
    : state_(state), plan_(state.plan), shape_(state.shape), memo_(state.plan.nodes.size()) {}

void Explainer::count_sources() {
    source_counts_.assign(shape_.n, 0);
    const Words& may = state_.facts.knowledge.reads_from.may;
    for (std::size_t write = 0; write < shape_.n; ++write)
        k::for_each(shape_, may.data() + write * shape_.stride,
                    [&](std::size_t read) { ++source_counts_[read]; });
}

void Explainer::begin_execution() {
    if (execution_ == state_.stamp) return;
    execution_ = state_.stamp;
    if (++epoch_ != 0) return;
    epoch_ = 1;
    for (Memo& memo : memo_) std::fill(memo.cost.begin(), memo.cost.end(), 0);
}

Explainer::Memo& Explainer::memo(std::uint32_t node) {
    Memo& memo = memo_[node];
    if (memo.cost.empty()) {
        memo.cost.resize(is_set(node) ? shape_.n : shape_.n * shape_.n);
        memo.visited.resize(memo.cost.size());
    }
    return memo;
}

bool Explainer::test_bound(const Words& bound, const Fact& fact) const {
    return is_set(fact.node) ? k::test(bound.data(), fact.a)
                             : k::test(shape_, bound.data(), fact.a, fact.b);
}

Explainer::Limit Explainer::limit_of(const Fact& fact) {
    const std::uint32_t component = plan_.component_of[fact.node];
    if (!plan_.components[component].recursive) return {};
    const std::uint16_t level = state_.levels(fact.node)[index(fact)];
    const bool recursive = plan_.nodes[fact.node].op == NodeOp::recursive;
    return {component, static_cast<std::uint16_t>(recursive ? level - 1 : level)};
}

bool Explainer::usable(const Fact& fact, const Limit& limit) {
    return holds(fact) && (plan_.component_of[fact.node] != limit.component ||
                           state_.levels(fact.node)[index(fact)] <= limit.level);
}

bool Explainer::visited(const Fact& fact) {
    return memo(fact.node).visited[index(fact)] == extraction_;
}

unsigned Explainer::price(const Fact& fact) {
    return extracting_ && visited(fact) ? 0 : cost(fact);
}

unsigned Explainer::cost(const Fact& fact) {
    begin_execution();
    const bool present = holds(fact);
    if (!present && !may(fact)) return 0;
    std::uint32_t& known = memo(fact.node).cost[index(fact)];
    if (known >> 16U == epoch_) return known & 0xffffU;
    if (!present && plan_.components[plan_.component_of[fact.node]].recursive)
        return kRecursiveAbsenceCost;

    const bool was_extracting = std::exchange(extracting_, false);
    const unsigned emitted_before = std::exchange(emitted_cost_, 0);
    const std::size_t mark = needed_.size();
    expand(fact);
    unsigned total = emitted_cost_;
    for (std::size_t i = mark; i < needed_.size(); ++i) total += cost(Fact(needed_[i]));
    needed_.resize(mark);
    emitted_cost_ = emitted_before;
    extracting_ = was_extracting;
    total = std::min(total, kCostLimit);
    known = static_cast<std::uint32_t>(epoch_) << 16U | total;
    return total;
}

Reason Explainer::reason(std::span<const Fact> facts) {
    begin_execution();
    if (++extraction_ == 0) {
        for (Memo& memo : memo_) std::fill(memo.visited.begin(), memo.visited.end(), 0);
        extraction_ = 1;
    }
    extracting_ = true;
    literals_.clear();
    needed_.clear();
    for (const Fact& fact : facts) need(fact);
    while (!needed_.empty()) {
        const Fact fact = needed_.back();
        needed_.pop_back();
        expand(fact);
    }
    extracting_ = false;
    simplify(literals_);
    return literals_;
}

void Explainer::need(const Fact& fact) {
    if (extracting_) {
        if (visited(fact)) return;
        memo(fact.node).visited[index(fact)] = extraction_;
    }
    needed_.push_back(fact);
}

void Explainer::emit(Literal::Kind kind, bool positive, std::uint32_t a, std::uint32_t b,
                     std::uint16_t order) {
    if (!extracting_) {
        emitted_cost_ += kind == Literal::Kind::executed ? kExecutedCost : kLiteralCost;
        return;
    }
    const bool unary = kind == Literal::Kind::executed;
    literals_.push_back({kind, positive, order, EventId(a), unary ? EventId::none() : EventId(b)});
}

void Explainer::emit_takes_place(std::uint32_t event) {
    if (k::test(state_.facts.sure.data(), event)) return;
    emit(Literal::Kind::executed, true, state_.facts.representative[event], 0);
}

void Explainer::emit_absent(std::uint32_t event) {
    emit(Literal::Kind::executed, false, state_.facts.representative[event], 0);
}

void Explainer::expand(const Fact& fact) {
    if (holds(fact)) {
        if (!must(fact)) return expand_present(fact);
        emit_takes_place(fact.a);
        if (fact.b != fact.a) emit_takes_place(fact.b);
        return;
    }
    if (!may(fact)) return;
    if (!state_.takes_place(fact.a)) return emit_absent(fact.a);
    if (!state_.takes_place(fact.b)) return emit_absent(fact.b);
    expand_absent(fact);
}

}  // namespace clmm::model
