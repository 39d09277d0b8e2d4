#include "value_domains.h"

#include <algorithm>

namespace clmm::explorer {

using litmus::Event;
using litmus::EventKind;
using litmus::Term;
using litmus::TermOp;

namespace {

/// Of a read or a term, where there are no more events than that.
constexpr std::size_t kFewValues = 512;
constexpr std::size_t kMostCombinations = 4096;
constexpr std::size_t kBudgetEvery = 64;

bool is_truth_value(const litmus::TermPool& terms, TermId id) { return terms[id].width == 1; }

/// The reads that a term mentions outside the parts to be left out.
template <class LeftOut>
BitSet reads_in(const EventStructure& structure, const FreeChoices& choices, TermId root,
                LeftOut&& left_out) {
    BitSet reads(structure.size());
    std::vector<TermId> pending{root};
    BitSet seen(structure.terms.size());
    while (!pending.empty()) {
        const TermId next = pending.back();
        pending.pop_back();
        for (const TermId id : unknown_parts(structure.terms, next, left_out)) {
            if (seen.test(id.index())) continue;
            seen.set(id.index());
            const Term& term = structure.terms[id];
            if (term.op == TermOp::read_value) reads.set(term.payload);
            if (term.op != TermOp::choice || term.width == 1) continue;
            for (const FreeChoices::Definition& each : choices.definitions(term.payload)) {
                pending.push_back(each.value);
                pending.insert(pending.end(), each.unless.begin(), each.unless.end());
            }
        }
    }
    return reads;
}

void insert_all(ValueDomains::Domain& into, const ValueDomains::Domain& values) {
    into.insert(into.end(), values.begin(), values.end());
}

void normalise(ValueDomains::Domain& domain) {
    std::ranges::sort(domain);
    domain.erase(std::unique(domain.begin(), domain.end()), domain.end());
}

}  // namespace

ValueDomains::ValueDomains(const EventStructure& structure, const Sources& sources,
                           const Budget& budget)
    : structure_(structure),
      sources_(sources),
      budget_(budget),
      choices_(structure),
      depends_(structure.size()),
      decides_(structure.size()),
      of_read_(structure.size()),
      domains_(structure.terms.size()),
      known_(structure.terms.size()),
      most_values_(std::max(kFewValues, structure.size())) {
    find_dependencies();
    compute_reads();
    known_.assign(known_.size(), false);
    with_conditions_ = true;
    for (const TermId root : roots()) {
        if (is_refused()) return;
        compute(root);
    }
}

void ValueDomains::refuse(std::string reason) {
    if (!refusal_) refusal_ = std::move(reason);
}

bool ValueDomains::is_refused() {
    if (!refusal_ && ++asked_ % kBudgetEvery == 0) stopped_ = budget_.exceeded();
    if (stopped_) refuse(describe(*stopped_));
    return refusal_.has_value();
}

BitSet ValueDomains::made_of(TermId value) const {
    return reads_in(structure_, choices_, value,
                    [&](TermId part) { return is_truth_value(structure_.terms, part); });
}

void ValueDomains::find_dependencies() {
    const auto none = [](TermId) { return false; };
    for (const Event& read : structure_.events) {
        if (read.kind != EventKind::read) continue;
        if (is_refused()) return;
        BitSet made(structure_.size());
        BitSet decided_by = reads_in(structure_, choices_, read.guard, none);
        for (const EventId write : sources_[read.id.index()]) {
            made |= made_of(structure_[write].value);
            decided_by |= reads_in(structure_, choices_, structure_[write].value, none);
        }
        made.for_each([&](std::size_t other) { depends_.set(read.id.index(), other); });
        decided_by.for_each([&](std::size_t other) { decides_.set(read.id.index(), other); });
    }
    depends_.close_transitively();
    decides_.close_transitively();
}

/// Those on which others depend first; reads that depend on one another together.
void ValueDomains::compute_reads() {
    std::vector<EventId> reads;
    for (const Event& event : structure_.events)
        if (event.kind == EventKind::read) reads.push_back(event.id);
    const auto rank = [&](EventId read) {
        std::size_t count = 0;
        depends_.for_each_in_row(read.index(), [&](std::size_t) { ++count; });
        return std::pair(count, !is_cyclic(read));
    };
    std::ranges::stable_sort(reads, {}, rank);
    BitSet done(structure_.size());
    for (const EventId read : reads) {
        if (done.test(read.index()) || is_refused()) continue;
        std::vector<EventId> cycle{read};
        for (const EventId other : reads)
            if (other != read && depends_.test(read.index(), other.index()) &&
                depends_.test(other.index(), read.index()))
                cycle.push_back(other);
        for (const EventId each : cycle) done.set(each.index());
        if (is_cyclic(read))
            compute_cycle(cycle);
        else
            of_read_[read.index()] = domain_of_sources(read);
    }
}

/// A round adds what one more read on the way gives, no more.
void ValueDomains::compute_cycle(const std::vector<EventId>& reads) {
    for (std::size_t round = 0; round < reads.size() && !refusal_; ++round) {
        std::vector<Domain> next;
        for (const EventId read : reads) next.push_back(domain_of_sources(read));
        bool grows = false;
        for (std::size_t i = 0; i < reads.size(); ++i) {
            grows = grows || next[i] != of_read(reads[i]);
            of_read_[reads[i].index()] = std::move(next[i]);
        }
        known_.assign(known_.size(), false);
        if (!grows) return;
    }
}

ValueDomains::Domain ValueDomains::domain_of_sources(EventId read) {
    Domain domain;
    if (!structure_.terms.is_true(structure_[read].guard)) domain.push_back(0);
    const Domain* inserted = nullptr;
    for (const EventId write : sources_[read.index()]) {
        if (is_refused()) break;
        const TermId value = structure_[write].value;
        compute(value);
        const Domain& values = (*this)[value];
        if (inserted == nullptr || *inserted != values) insert_all(domain, values);
        inserted = &values;
    }
    normalise(domain);
    if (domain.size() > most_values_)
        refuse("a read may have more than " + std::to_string(most_values_) + " values");
    return domain;
}

void ValueDomains::compute(TermId root) {
    const auto left_out = [&](TermId part) {
        return known_[part.index()] ||
               (!with_conditions_ && is_truth_value(structure_.terms, part));
    };
    for (const TermId id : unknown_parts(structure_.terms, root, left_out)) {
        if (refusal_) return;
        compute_one(id);
    }
}

const ValueDomains::Domain& ValueDomains::operand(TermId id) const {
    static const Domain truth_values{0, 1};
    return structure_.terms[id].width == 1 ? truth_values : domains_[id.index()];
}

void ValueDomains::compute_one(TermId id) {
    const Term& term = structure_.terms[id];
    known_[id.index()] = true;
    if (term.op == TermOp::final_value)
        for (const Event& event : structure_.events)
            for (const litmus::Target& target : event.targets)
                if (event.kind == EventKind::write && target.location.index() == term.payload)
                    compute(event.value);
    const bool is_memory = term.op == TermOp::read_value || term.op == TermOp::final_value;
    if (is_memory && term.width == 1) refuse("a truth value in memory");
    if (refusal_) return;
    Domain domain = combine(term);
    if (term.width == 1) return;
    normalise(domain);
    if (domain.size() > most_values_)
        refuse("a value may be one of more than " + std::to_string(most_values_));
    domains_[id.index()] = std::move(domain);
}

ValueDomains::Domain ValueDomains::combine(const Term& term) {
    Domain domain;
    switch (term.op) {
        case TermOp::constant:
            return {term.payload};
        case TermOp::read_value:
            return of_read_[term.payload];
        case TermOp::choice:
            return domain_of_choice(term);
        case TermOp::final_value:
            domain.push_back(structure_.locations[term.payload].initial);
            for (const Event& event : structure_.events)
                for (const litmus::Target& target : event.targets)
                    if (event.kind == EventKind::write && target.location.index() == term.payload)
                        insert_all(domain, operand(event.value));
            return domain;
        case TermOp::if_then_else:
            insert_all(domain, operand(term.b));
            insert_all(domain, operand(term.c));
            return domain;
        default:
            break;
    }
    const unsigned width = structure_.terms[term.a].width;
    static const Domain none{0};
    const Domain& second = term.b.valid() ? operand(term.b) : none;
    if (operand(term.a).size() * second.size() > kMostCombinations)
        refuse("arithmetic on too many values");
    if (refusal_ || term.width == 1) return domain;
    for (const std::uint64_t a : operand(term.a))
        for (const std::uint64_t b : second) domain.push_back(litmus::apply(term, width, a, b, 0));
    return domain;
}

ValueDomains::Domain ValueDomains::domain_of_choice(const Term& term) {
    if (term.width == 1) return {0, 1};
    Domain domain;
    for (std::size_t rank = 0; choices_.is_rank(term.payload) && rank < choices_.ranks(); ++rank)
        domain.push_back(rank);
    if (!domain.empty()) return domain;
    const auto& definitions = choices_.definitions(term.payload);
    has_open_values_ = has_open_values_ || definitions.empty();
    if (std::ranges::find(being_defined_, term.payload) != being_defined_.end())
        refuse("values of functions that depend on one another");
    being_defined_.push_back(term.payload);
    for (const FreeChoices::Definition& each : definitions) {
        if (refusal_) return domain;
        compute(each.value);
        insert_all(domain, operand(each.value));
    }
    being_defined_.pop_back();
    return domain;
}

bool ValueDomains::may_be_cyclic(EventId read) const {
    bool some = false;
    depends_.for_each_in_row(read.index(),
                             [&](std::size_t on) { some = some || is_cyclic(EventId(on)); });
    return some;
}

std::vector<TermId> ValueDomains::roots(Roots which) const {
    std::vector<TermId> all;
    for (const TermId constraint : structure_.constraints)
        if (!choices_.defines(constraint)) all.push_back(constraint);
    choices_.for_each_definition([&](const FreeChoices::Definition& each) {
        all.insert(all.end(), {each.choice, each.value});
        all.insert(all.end(), each.unless.begin(), each.unless.end());
    });
    for (const Event& event : structure_.events) {
        all.push_back(event.guard);
        all.push_back(event.value);
        for (const litmus::Target& target : event.targets) all.push_back(target.when);
    }
    for (const litmus::BarrierPair& pair : structure_.barriers) all.push_back(pair.when);
    if (which == Roots::all)
        for (const litmus::Observable& observable : structure_.observables)
            all.push_back(observable.value);
    for (const litmus::UndefinedBehaviour& behaviour : structure_.undefined)
        all.push_back(behaviour.when);
    for (const litmus::UnrollBound& bound : structure_.bounds) {
        all.push_back(bound.reached);
        all.push_back(bound.forever);
    }
    if (which == Roots::all) all.push_back(structure_.condition);
    all.push_back(structure_.filter);
    std::erase_if(all, [](TermId id) { return !id.valid(); });
    return all;
}

}  // namespace clmm::explorer
