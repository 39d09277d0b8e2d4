#include "outcomes/clause_automaton.h"

#include <algorithm>

namespace clmm::explorer {

using model::OutcomeDiagram;
using model::OutcomeNode;

namespace {
constexpr std::size_t kMostStates = 200'000;
constexpr std::size_t kStatesUnasked = 256;
constexpr std::size_t kMostClauses = 4096;
}  // namespace

ClauseAutomaton::ClauseAutomaton(Sat& sat, Encoding& encoding, const EventStructure& structure,
                                 const ObservedCondition& condition,
                                 std::function<bool()> should_stop)
    : sat_(sat),
      encoding_(encoding),
      structure_(structure),
      condition_(condition),
      should_stop_(std::move(should_stop)),
      known_(structure.observables.size()) {}

std::optional<OutcomeNode> ClauseAutomaton::build(OutcomeDiagram& diagram) {
    if (!condition_.is_function() || !sat_.propose({}) || !read_choices() || !read_clauses())
        return std::nullopt;
    diagram_ = &diagram;
    const OutcomeNode root = visit(0, State((clauses_.size() + 63) / 64));
    if (gave_up_) return std::nullopt;
    return root;
}

/// The variables of an observable are its own.
bool ClauseAutomaton::read_choices() {
    for (std::size_t i = 0; i < structure_.observables.size(); ++i) {
        const TermId term = structure_.observables[i].value;
        std::vector<Choice>& choices = choices_.emplace_back();
        for (const std::uint64_t value : encoding_.domain(term)) {
            const Lit literal = encoding_.equals(term, value);
            if (sat_.fixed(literal) < 0) continue;
            choices.push_back({value, literal});
            if (sat_.fixed(literal) > 0) continue;
            if (observable_.try_emplace(literal.variable(), i).first->second != i) return false;
        }
        if (choices.size() > 64) return false;
    }
    return sat_.propose({});  // asking for literals may have added clauses
}

bool ClauseAutomaton::read_clauses() {
    bool all = true;
    sat_.for_each_clause([&](std::span<const Lit> clause) { all = all && read_clause(clause); });
    return all && clauses_.size() <= kMostClauses;
}

bool ClauseAutomaton::read_clause(std::span<const Lit> clause) {
    Condition condition;
    if (std::ranges::any_of(clause, [&](Lit each) { return sat_.fixed(each) > 0; })) return true;
    bool is_always_so = false;
    for (const Lit each : clause) {
        if (sat_.fixed(each) < 0) continue;
        const auto of = observable_.find(each.variable());
        if (of == observable_.end()) return false;
        const std::vector<Choice>& choices = choices_[of->second];
        std::uint64_t& satisfying = condition[of->second];
        for (std::size_t i = 0; i < choices.size(); ++i) {
            // An observable has one value: of the literals of others all are false.
            const bool holds =
                each == choices[i].literal ||
                (each != ~choices[i].literal &&
                 std::ranges::find(choices, ~each, &Choice::literal) != choices.end());
            if (holds) satisfying |= std::uint64_t{1} << i;
        }
        const std::uint64_t all =
            choices.size() == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << choices.size()) - 1;
        is_always_so = is_always_so || satisfying == all;
    }
    if (!is_always_so) clauses_.push_back(std::move(condition));
    return true;
}

/// Nothing where a clause cannot be satisfied any more.
std::optional<ClauseAutomaton::State> ClauseAutomaton::after(std::size_t depth, std::size_t choice,
                                                             State state) const {
    for (std::size_t i = 0; i < clauses_.size(); ++i) {
        if ((state[i / 64] >> (i % 64) & 1U) != 0) continue;
        const auto here = clauses_[i].find(depth);
        if (here == clauses_[i].end()) continue;
        if ((here->second >> choice & 1U) != 0)
            state[i / 64] |= std::uint64_t{1} << (i % 64);
        else if (std::next(here) == clauses_[i].end())
            return std::nullopt;
    }
    return state;
}

ClauseAutomaton::State ClauseAutomaton::key(const State& satisfied) const {
    State key = satisfied;
    condition_.append_state(values_, key);
    return key;
}

OutcomeNode ClauseAutomaton::visit(std::size_t depth, const State& satisfied) {
    if (depth == choices_.size())
        return diagram_->end({.satisfies_condition = *condition_.holds(values_), .executions = 1});
    if (++states_ > kMostStates || (states_ % kStatesUnasked == 0 && should_stop_()))
        gave_up_ = true;
    if (gave_up_) return OutcomeNode::none();
    const State here = key(satisfied);
    if (const auto known = known_[depth].find(here); known != known_[depth].end())
        return known->second;
    std::vector<OutcomeDiagram::Edge> edges;
    for (std::size_t i = 0; i < choices_[depth].size(); ++i) {
        const std::optional<State> next = after(depth, i, satisfied);
        if (!next) continue;
        values_.push_back(choices_[depth][i].value);
        edges.push_back({values_.back(), visit(depth + 1, *next)});
        values_.pop_back();
    }
    const OutcomeNode node = diagram_->branch(edges);
    known_[depth].emplace(here, node);
    return node;
}

}  // namespace clmm::explorer
