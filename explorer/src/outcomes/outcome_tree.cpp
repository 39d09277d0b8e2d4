// Outcomes as a set, by their beginnings.
#include <algorithm>
#include <chrono>
#include <set>

#include "clmm/base/ensure.h"
#include "outcomes/clause_automaton.h"
#include "outcomes/outcomes.h"

namespace clmm::explorer {

using model::Execution;
using model::OutcomeDiagram;
using model::OutcomeMark;
using model::OutcomeNode;
using model::OutcomeSet;

namespace {
/// Outcomes that follow from one by symmetry; the search finds the others itself.
constexpr std::size_t kMostOutcomeImages = 720;
/// With so many found and not come to, no more images are kept: to free them takes time, after a
/// limit too.
constexpr std::size_t kMostFound = std::size_t{1} << 14U;
/// Solutions of which the whole execution is made, for want of one of each sort.
constexpr std::size_t kMostLookedAt = 8;
/// With fewer, listing them is quicker.
constexpr std::size_t kFewOutcomes = 64;
/// What is left to two observables is found as quickly as it is looked up.
constexpr std::size_t kLeastLeft = 2;
/// Without success, so many keys are made.
constexpr std::size_t kMostUnknown = 256;
constexpr std::size_t kKeysUnasked = 64;
/// 32 MiB.
constexpr std::size_t kMostKeyWords = std::size_t{1} << 22U;
/// When a search is stopped, what it has found without looking for it is kept for at least so long,
/// and at least for such a part of the time that the search took.
constexpr std::chrono::milliseconds kLeastKeeping{1};
constexpr int kKeepingPart = 100;
constexpr std::size_t kKeptUnasked = 64;
}  // namespace

/// Before anything is asked: literals that come late say nothing of what was found.
void OutcomeSearch::read_choices() {
    Encoding& encoding = search_.encoding();
    for (const litmus::Observable& observable : search_.structure().observables) {
        std::vector<Choice>& choices = choices_.emplace_back();
        for (const std::uint64_t value : encoding.domain(observable.value))
            choices.push_back({value, encoding.equals(observable.value, value)});
    }
}

void OutcomeSearch::find_set() {
    read_choices();
    if (condition_.is_function() && !search_.looks_at_executions(cycles_))
        arrangements_.emplace(search_.alike().chains(), choices_.size());
    // Where that leaves one order and no other, all that is shown holds for it alone.
    if (arrangements_ && arrangements_->are_always_ordered(search_.structure())) demand_order();
    if (!find_by_clauses()) find_by_search();
    if (is_in_order_) rearrange();
}

/// Whether clauses alone tell.
bool OutcomeSearch::find_by_clauses() {
    if (is_worth_closing() && search_.close(closing_)) {
        ClauseAutomaton automaton(search_.solver(), search_.encoding(), search_.structure(),
                                  condition_, [this] { return search_.should_stop(); });
        if (const auto root = automaton.build(diagram_)) {
            root_ = *root;
            return true;
        }
    }
    return is_over();
}

void OutcomeSearch::find_by_search() {
    satisfied_ = search_.encoding().term(search_.structure().condition);
    demand_order();
    if (search_.is_closed() && condition_.is_function() && search_.solver().propose({}))
        clauses_.emplace(search_.solver());
    explore_all();
}

/// All outcomes that the search has.
void OutcomeSearch::explore_all() {
    if (crew_ != nullptr) find_split();
    if (find()) root_ = explore();
    find_put_off();
    keep_found();
}

/// What was found of beginnings that are not come to any more, as far as time goes.
void OutcomeSearch::keep_found() {
    if (!search_.stopped()) return;
    if (const auto now = Clock::now(); request_.budget.time_left())
        keep_until_ = now + std::max<Clock::duration>(kLeastKeeping, (now - began_) / kKeepingPart);
    root_ = diagram_.unite(root_, listed(found_.begin(), found_.end(), 0));
    // Those that decide the condition, and those that have a witness, in any case.
    const auto keep = [&](Found::const_iterator some) {
        if (some != found_.end() && !is_kept(some->first))
            root_ = diagram_.unite(root_, listed(some, std::next(some), 0));
    };
    is_late_ = false;
    keep_until_.reset();
    for (const bool satisfies : {false, true})
        keep(std::ranges::find_if(found_, [&](const auto& found) {
            return found.second.satisfies_condition == satisfies;
        }));
    for (const auto& [satisfies, first] : first_) keep(found_.find(first.first));
}

/// Whether the diagram has the outcome already.
bool OutcomeSearch::is_kept(const Values& values) const {
    OutcomeNode node = root_;
    for (std::size_t i = 0; i < values.size() && node.valid(); ++i) {
        const auto edges = diagram_.edges(node);
        const auto edge = std::ranges::find(edges, values[i], &OutcomeDiagram::Edge::value);
        node = edge == edges.end() ? OutcomeNode::none() : edge->next;
    }
    return node.valid();
}

/// The diagram of outcomes that are alike before the `place`.
OutcomeNode OutcomeSearch::listed(Found::const_iterator first, Found::const_iterator last,
                                  std::size_t place) {
    if (first == last) return OutcomeNode::none();
    if (place == choices_.size()) {
        is_late_ =
            is_late_ || (keep_until_ && ++kept_ % kKeptUnasked == 0 && Clock::now() > *keep_until_);
        OutcomeMark mark = first->second;
        mark.out_of_thin_air = grounded_ && !grounded_->contains(first->first);
        return diagram_.end(mark);
    }
    std::vector<OutcomeDiagram::Edge> edges;
    while (first != last && !is_late_) {
        const std::uint64_t value = first->first[place];
        const auto next = std::find_if(
            first, last, [&](const auto& found) { return found.first[place] != value; });
        edges.push_back({value, listed(first, next, place + 1)});
        first = next;
    }
    return diagram_.branch(edges);
}

void OutcomeSearch::find_out_of_thin_air() {
    grounded_ = OutcomeSet(diagram_, root_);
    if (grounded_->size() >= Natural(request_.outcome_limit)) {
        answer_.incomplete = limit_text();
        return;
    }
    const OutcomeNode grounded = root_;
    cycles_ = Search::Cycles::allowed;
    found_.clear();
    count_ = 0;
    root_ = {};
    explore_all();
    if (is_over()) root_ = diagram_.unite(root_, grounded);
}

/// Of the outcome that has been come to.
OutcomeMark OutcomeSearch::take_mark() {
    OutcomeMark mark = found_.at(beginning_);
    found_.erase(beginning_);
    mark.out_of_thin_air = grounded_ && !grounded_->contains(beginning_);
    return mark;
}

void OutcomeSearch::demand_order() {
    if (is_in_order_ || !arrangements_ || arrangements_->empty()) return;
    is_in_order_ = true;
    for (const AlikeUnits::Chain* chain : arrangements_->chains())
        AlikeUnits::demand_order(*chain, search_.encoding().truth(), {}, search_.solver(),
                                 search_.encoding());
}

void OutcomeSearch::rearrange() {
    if (is_over()) return;
    const auto images = arrangements_->images(OutcomeSet(diagram_, root_), condition_, diagram_,
                                              [this] { return search_.should_stop(); });
    if (!images) return;
    root_ = *images;
    is_rearranged_ = true;
}

bool OutcomeSearch::is_worth_closing() const {
    if (closing_ == ClosingEffort::none || search_.looks_at_executions(cycles_)) return false;
    std::size_t outcomes = 1;
    for (const std::vector<Choice>& choices : choices_)
        if (outcomes < kFewOutcomes) outcomes *= choices.size();
    return closing_ == ClosingEffort::any || outcomes >= kFewOutcomes;
}

void OutcomeSearch::assume(const Choice& choice) {
    beginning_.push_back(choice.value);
    assumptions_.push_back(choice.literal);
}

void OutcomeSearch::take_back() {
    beginning_.pop_back();
    assumptions_.pop_back();
}

/// Some outcome has the beginning.
OutcomeNode OutcomeSearch::explore() {
    if (beginning_.size() == choices_.size()) {
        // What is to be rearranged has to be known as a whole.
        if (!is_in_order_ && limit_reached(count_)) return OutcomeNode::none();
        const OutcomeMark mark = take_mark();
        ++count_;
        if (request_.progress) request_.progress(count_);
        return diagram_.end(mark);
    }
    std::vector<OutcomeDiagram::Edge> edges;
    for (const Choice& choice : choices_[beginning_.size()]) {
        if (is_over()) break;
        assume(choice);
        if (is_put_off())
            put_off_.push_back(beginning_);
        else
            edges.push_back({choice.value, follow()});
        take_back();
    }
    return diagram_.branch(edges);
}

OutcomeNode OutcomeSearch::follow() {
    const bool is_worth_a_key = clauses_ && (merged_ != 0 || known_.size() < kMostUnknown) &&
                                choices_.size() - beginning_.size() >= kLeastLeft;
    if (!is_worth_a_key) return find() ? explore() : OutcomeNode::none();
    std::optional<RemainingClauses::Key> key = remaining();
    if (!key) return OutcomeNode::none();
    const auto known = known_.find(*key);
    const bool is_within = is_in_order_ || known == known_.end() ||
                           known->second.outcomes <= request_.outcome_limit - count_;
    if (known != known_.end() && is_within) {
        count_ += known->second.outcomes;
        ++merged_;
        forget_found();
        return known->second.node;
    }
    const std::uint64_t before = count_;
    const OutcomeNode node = find() ? explore() : OutcomeNode::none();
    if (is_over() || key_words_ + key->size() > kMostKeyWords) return node;
    key_words_ += key->size();
    known_.insert_or_assign(*std::move(key), Known{node, count_ - before});
    return node;
}

std::optional<RemainingClauses::Key> OutcomeSearch::remaining() {
    if (++keys_ % kKeysUnasked == 0) (void)search_.should_stop();
    if (!search_.solver().propose(assumptions_)) return std::nullopt;
    RemainingClauses::Key key{beginning_.size()};
    condition_.append_state(beginning_, key);
    Clause asked;
    for (std::size_t i = beginning_.size(); i < choices_.size(); ++i)
        for (const Choice& choice : choices_[i]) asked.push_back(choice.literal);
    clauses_->append(asked, key);
    return key;
}

/// What is known of outcomes with the beginning.
void OutcomeSearch::forget_found() {
    const auto has_beginning = [&](const auto& found) {
        return std::equal(beginning_.begin(), beginning_.end(), found.first.begin());
    };
    const auto first = found_.lower_bound(beginning_);
    auto end = first;
    while (end != found_.end() && has_beginning(*end)) ++end;
    found_.erase(first, end);
}

bool OutcomeSearch::find() {
    const auto next = found_.lower_bound(beginning_);
    if (next != found_.end() &&
        std::equal(beginning_.begin(), beginning_.end(), next->first.begin()))
        return true;
    // The first ones are witnesses of their sort, should the search be stopped.
    if (has_witnesses() && first_.size() < 2 && !grounded_ && solutions_++ < kMostLookedAt) {
        const std::optional<Execution> execution = search_.next(assumptions_, cycles_);
        if (execution) note_solution(&*execution);
        return execution.has_value();
    }
    if (!search_.is_possible(assumptions_, cycles_)) return false;
    note_solution(nullptr);
    return true;
}

/// Of the execution, where it is at hand.
void OutcomeSearch::note_solution(const Execution* execution) {
    Values values;
    for (const std::vector<Choice>& choices : choices_) {
        const auto held = std::ranges::find_if(
            choices, [&](const Choice& choice) { return search_.holds(choice.literal); });
        ensure(held != choices.end(), "an observable has a value of its domain");
        values.push_back(held->value);
    }
    const bool satisfies = search_.holds(satisfied_);
    found_.emplace(values, OutcomeMark{.satisfies_condition = satisfies, .executions = 1});
    note_images(values);
    if (!has_witnesses() || first_.contains(satisfies)) return;
    if (execution != nullptr)
        first_[satisfies] = {values, std::make_shared<const Execution>(*execution)};
    else
        keep_first(values, satisfies);
}

void OutcomeSearch::note_images(const Values& values) {
    if (!condition_.is_function() || is_in_order_ || found_.size() >= kMostFound) return;
    std::set<Values> images{values};
    std::vector<Values> pending{values};
    while (!pending.empty() && images.size() < kMostOutcomeImages) {
        const Values of = std::move(pending.back());
        pending.pop_back();
        for (const model::Automorphism& symmetry : search_.symmetries()) {
            if (symmetry.observables.empty()) continue;
            Values image = symmetry(of);
            if (!images.insert(image).second) continue;
            // Those that come before have been come to.
            if (std::ranges::lexicographical_compare(beginning_, image))
                found_.try_emplace(
                    image,
                    OutcomeMark{.satisfies_condition = *condition_.holds(image), .executions = 1});
            pending.push_back(std::move(image));
        }
    }
}

/// Whether there are outcomes that the node does not have, whatever they come out of.
bool OutcomeSearch::has_more(OutcomeNode known) {
    if (!known.valid()) return search_.is_possible(assumptions_, Search::Cycles::allowed);
    if (beginning_.size() == choices_.size()) return false;
    for (const Choice& choice : choices_[beginning_.size()]) {
        OutcomeNode next;
        for (const OutcomeDiagram::Edge& edge : diagram_.edges(known))
            if (edge.value == choice.value) next = edge.next;
        assume(choice);
        const bool more = has_more(next);
        take_back();
        if (more) return true;
        if (is_over()) return false;
    }
    return false;
}

// ---- witnesses ----

std::optional<Execution> OutcomeSearch::execution_of(const Values& values) {
    const Values& origin = is_rearranged_ ? arrangements_->origin(values) : values;
    Clause assumptions;
    for (std::size_t i = 0; i < origin.size(); ++i)
        assumptions.push_back(std::ranges::find(choices_[i], origin[i], &Choice::value)->literal);
    // Of an outcome that is not out of thin air, an execution that is not either.
    const bool may_be_cyclic = !grounded_ || !grounded_->contains(values);
    std::optional<Execution> execution =
        search_.next(assumptions, may_be_cyclic ? cycles_ : Search::Cycles::excluded);
    ensure(execution || search_.stopped(), "an outcome has an execution");
    if (execution && is_rearranged_)
        execution = arrangements_->moved(*std::move(execution), origin, values);
    return execution;
}

/// If the search is stopped, these are the witnesses.
void OutcomeSearch::keep_first(const Values& values, bool satisfies) {
    if (const auto execution = execution_of(values))
        first_[satisfies] = {values, std::make_shared<const Execution>(*execution)};
}

void OutcomeSearch::add_witnesses() {
    if (!has_witnesses()) return;
    const OutcomeSet& all = answer_.outcomes.ordinary();
    const auto set = [&](const Values& values, std::shared_ptr<const Execution> execution) {
        search_.replay(*execution);
        answer_.outcomes.set_witness(values, std::move(execution));
    };
    const auto add = [&](const Values& values) {
        if (search_.stopped()) return;
        if (auto execution = execution_of(values))
            set(values, std::make_shared<const Execution>(*std::move(execution)));
    };
    if (request_.witnesses == model::Witnesses::all) {
        for (model::OutcomeWalk walk(all); walk.at_outcome(); walk.advance()) add(walk.values());
    } else {
        for (const bool satisfies : {false, true}) {
            const model::OutcomeWalk least(all.where(
                [&](const OutcomeMark& mark) { return mark.satisfies_condition == satisfies; }));
            if (least.at_outcome()) add(least.values());
        }
    }
    if (!search_.stopped()) return;
    for (const auto& [satisfies, first] : first_) set(first.first, first.second);
    if (request_.witnesses == model::Witnesses::all)
        answer_.outcomes = model::Outcomes(answer_.outcomes.with_witness());
}

void OutcomeSearch::cut() {
    if (search_.stopped()) return;
    std::uint64_t wanted = request_.outcome_limit;
    const OutcomeNode least = first(root_, wanted);
    if (least == root_) return;
    root_ = least;
    answer_.incomplete = limit_text();
}

OutcomeNode OutcomeSearch::first(OutcomeNode node, std::uint64_t& wanted) {
    if (!node.valid() || wanted == 0) return OutcomeNode::none();
    if (diagram_.is_end(node)) {
        --wanted;
        return node;
    }
    const auto known = diagram_.edges(node);
    std::vector<OutcomeDiagram::Edge> edges(known.begin(), known.end());
    for (OutcomeDiagram::Edge& edge : edges) edge.next = first(edge.next, wanted);
    return diagram_.branch(edges);
}

/// Outcomes that are not listed count, too.
void OutcomeSearch::decide_cut_condition(bool some, bool always) {
    const auto is_possible = [&](Lit wanted) -> std::optional<bool> {
        const bool possible = search_.is_possible({wanted}, Search::Cycles::allowed);
        if (search_.stopped()) return std::nullopt;
        return possible;
    };
    answer_.condition_satisfiable = some ? true : is_possible(satisfied_);
    const std::optional<bool> fails = always ? is_possible(~satisfied_) : true;
    if (fails) answer_.condition_always = !*fails;
}

void OutcomeSearch::conclude_set() {
    const bool complete = !is_over();
    const OutcomeSet all(diagram_, root_);
    const auto is_satisfying = [](const OutcomeMark& mark) { return mark.satisfies_condition; };
    const bool some = !all.where(is_satisfying).empty();
    const bool always = all.where(std::not_fn(is_satisfying)).empty();
    if (some || complete) answer_.condition_satisfiable = some;
    if (!always || complete) answer_.condition_always = always;
    if (!complete && !search_.stopped()) decide_cut_condition(some, always);
    if (complete && all.size() > Natural(request_.outcome_limit)) cut();
    answer_.outcomes = model::Outcomes(OutcomeSet(diagram_, root_));
    add_witnesses();
}

}  // namespace clmm::explorer
