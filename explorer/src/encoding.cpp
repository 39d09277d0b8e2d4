#include "encoding.h"

#include <algorithm>

#include "clmm/model/possible_sources.h"
#include "clmm/model/triangles.h"

namespace clmm::explorer {

using litmus::Event;
using litmus::EventKind;
using litmus::Target;
using litmus::Term;
using litmus::TermOp;
using model::Literal;
using model::may_share_location;

namespace {
/// Some hundred microseconds.
constexpr std::size_t kClausesUnasked = 2000;
/// So few are not worth a question about each.
constexpr std::size_t kFewWrites = 12;
constexpr std::ptrdiff_t kManyOwnSources = 12;
}  // namespace

Encoding::Encoding(Sat& sat, const EventStructure& structure, const Sources& sources,
                   const ValueDomains& domains, const model::Evaluator& evaluator,
                   const model::Program& program, std::optional<std::size_t> implied,
                   const Budget& budget)
    : sat_(sat),
      structure_(structure),
      sources_(sources),
      gates_(sat),
      reads_from_(structure.size()),
      terms_(sat, gates_, structure, domains, *this),
      values_(structure.terms.size()),
      has_open_values_(domains.has_open_values() || domains.has_cycles()),
      budget_(budget) {
    for (const Event& event : structure.events) {
        if (event.kind == EventKind::write) writes_.push_back(event.id);
        if (event.kind == EventKind::read) reads_.push_back(event.id);
    }
    modification_order_.members = writes_;
    create_order(modification_order_, true);
    for (const model::TotalOrder& order : program.total_orders) {
        const BitMatrix may = evaluator.bounds(order.over).may;
        Order& created = total_orders_.emplace_back();
        if (total_orders_.size() - 1 == implied) continue;
        for (const Event& event : structure.events)
            if (may.test(event.id.index(), event.id.index())) created.members.push_back(event.id);
        create_order(created, false);
    }
    create_sources();
    terms_.define_declared();
    require_decoded();
    for (const EventId read : reads_)
        if (!is_cut(sources_[read.index()].size() * (sources_[read.index()].size() + 5) / 2))
            assert_sources(read);
    for (const TermId constraint : structure.constraints)
        if (!domains.choices().defines(constraint)) sat_.add({terms_.boolean(constraint)});
}

/// What is read off a solution has to be there before it.
void Encoding::require_decoded() {
    for (const Event& event : structure_.events) {
        const std::size_t sources = sources_[event.id.index()].size();
        if (is_cut(sources * sources)) return;
        terms_.require(event.guard);
        for (const Target& target : event.targets) terms_.require(target.when);
        if (event.kind == EventKind::read) terms_.require(event.value);
    }
    for (const litmus::BarrierPair& pair : structure_.barriers) terms_.require(pair.when);
}

void Encoding::create_order(Order& order, bool of_writes) {
    const auto relevant = [&](EventId a, EventId b) {
        return !of_writes || (!structure_[a].initial && !structure_[b].initial &&
                              may_share_location(structure_, a, b));
    };
    const std::size_t size = order.members.size();
    order.place.assign(structure_.size(), size);
    order.before.assign(size * size, gates_.falsity());
    for (std::size_t i = 0; i < size; ++i) {
        order.place[order.members[i].index()] = i;
        for (std::size_t j = i + 1; j < size; ++j) {
            if (!relevant(order.members[i], order.members[j])) continue;
            order.at(i, j) = sat_.fresh();
            order.at(j, i) = ~order.at(i, j);
        }
    }
}

void Encoding::guess_units_in_turn() {
    const Order& order = modification_order_;
    for (std::size_t i = 0; i < order.members.size(); ++i)
        for (std::size_t j = i + 1; j < order.members.size(); ++j)
            if (order.at(i, j) != gates_.falsity()) sat_.guess(order.at(i, j));
    for (const EventId read : reads_) {
        const std::vector<EventId>& sources = sources_[read.index()];
        // They are in the order of events.
        const auto behind = std::ranges::lower_bound(sources, read);
        if (behind == sources.begin()) continue;
        const Lit last =
            reads_from_[read.index()]
                       [static_cast<std::size_t>(std::distance(sources.begin(), behind) - 1)];
        if (last != gates_.truth()) sat_.guess(last);
    }
}

/// Before so many clauses: whether they are not to be made any more.
bool Encoding::is_cut(std::size_t clauses) {
    unasked_ += clauses;
    if (cut_ || unasked_ < kClausesUnasked) return cut_.has_value();
    unasked_ = 0;
    cut_ = budget_.exceeded();
    return cut_.has_value();
}

void Encoding::create_sources() {
    for (const EventId read : reads_) {
        const std::vector<EventId>& sources = sources_[read.index()];
        const bool is_known =
            sources.size() == 1 && structure_.terms.is_true(structure_[read].guard);
        for (std::size_t i = 0; i < sources.size(); ++i)
            reads_from_[read.index()].push_back(is_known ? gates_.truth() : sat_.fresh());
    }
}

void Encoding::assert_sources(EventId read) {
    const std::vector<EventId>& sources = sources_[read.index()];
    const std::vector<Lit>& reads_from = reads_from_[read.index()];
    Clause some{~executed(read)};
    for (std::size_t i = 0; i < sources.size(); ++i) {
        some.push_back(reads_from[i]);
        for (const Lit needed :
             {executed(read), executed(sources[i]), same_location(sources[i], read)})
            sat_.add({~reads_from[i], needed});
        for (std::size_t j = 0; j < i; ++j) sat_.add({~reads_from[i], ~reads_from[j]});
    }
    sat_.add(some);
}

void Encoding::assert_orders(const std::function<bool(Lit)>& refuted) {
    if (modification_order_.members.size() >= kFewWrites)
        keep_in_order(modification_order_, refuted);
    assert_transitive(modification_order_);
    for (const Order& order : total_orders_) assert_transitive(order);
}

void Encoding::narrow_sources(const std::function<bool(Lit)>& refuted) {
    for (const EventId read : reads_) {
        const std::vector<EventId>& sources = sources_[read.index()];
        const auto is_own = [&](EventId write) {
            return structure_[write].unit == structure_[read].unit;
        };
        if (std::ranges::count_if(sources, is_own) < kManyOwnSources) continue;
        for (std::size_t i = 0; i < sources.size(); ++i)
            if (is_own(sources[i]) && !is_cut(structure_.size()))
                static_cast<void>(refuted(reads_from_[read.index()][i]));
    }
}

/// Writes that take place in each execution, to one place, one after another in a unit: if the
/// model forbids the opposite order of each two neighbours, all are in their order.
void Encoding::keep_in_order(Order& order, const std::function<bool(Lit)>& refuted) {
    const auto is_sure = [&](EventId id) {
        const Event& event = structure_[id];
        return !event.initial && event.targets.size() == 1 &&
               structure_.terms.is_true(event.guard) &&
               structure_.terms.is_true(event.targets.front().when);
    };
    std::map<std::pair<litmus::UnitId, LocationId>, std::vector<std::size_t>> chains;
    for (std::size_t i = 0; i < order.members.size(); ++i) {
        order.chain.push_back(i);
        order.previous.push_back(i);
        const EventId event = order.members[i];
        if (!is_sure(event) || is_cut(order.members.size())) continue;
        std::vector<std::size_t>& chain =
            chains[{structure_[event].unit, structure_[event].targets.front().location}];
        if (!chain.empty() &&
            structure_.sb.test(order.members[chain.back()].index(), event.index()) &&
            refuted(order.at(i, chain.back()))) {
            order.chain[i] = order.chain[chain.back()];
            order.previous[i] = chain.back();
            for (const std::size_t before : chain) sat_.add({order.at(before, i)});
        } else {
            chain.clear();
        }
        chain.push_back(i);
    }
}

void Encoding::assert_transitive(const Order& order) {
    // What is before a member of a chain is before the next one, and so before all that follow.
    const auto are_apart_in_chain = [&](std::size_t i, std::size_t j) {
        return !order.chain.empty() && order.chain[i] == order.chain[j] && order.previous[j] != i;
    };
    const auto related = [&](std::size_t i, std::size_t j) {
        return order.at(i, j) != gates_.falsity() && !are_apart_in_chain(i, j);
    };
    const auto forbid_cycles = [&](std::size_t i, std::size_t j, std::size_t k) {
        const Lit ij = order.at(i, j);
        const Lit jk = order.at(j, k);
        const Lit ik = order.at(i, k);
        sat_.add({~ij, ~jk, ik});
        sat_.add({ij, jk, ~ik});
    };
    if (!cut_)
        cut_ = model::for_each_triangle(order.members.size(), budget_, related, forbid_cycles);
}

Cases Encoding::cases(const Term& leaf) {
    if (leaf.op == TermOp::final_value) return cases_of_final(LocationId(leaf.payload));
    const EventId read(leaf.payload);
    Cases result;
    for (std::size_t i = 0; i < sources_[read.index()].size(); ++i)
        result.cases.push_back(
            {reads_from_[read.index()][i], structure_[sources_[read.index()][i]].value});
    result.none = ~executed(read);
    return result;
}

Cases Encoding::cases_of_final(LocationId location) {
    Cases result;
    result.otherwise = structure_.locations[location.index()].initial;
    Clause none;
    for (const EventId write : writes_) {
        // What a location starts with is a constant, unless it may be anything.
        if (structure_[write].initial && structure_.terms.is_constant(structure_[write].value))
            continue;
        const Lit last = is_last(write, location);
        result.cases.push_back({last, structure_[write].value});
        none.push_back(~last);
    }
    result.none = gates_.all(std::move(none));
    return result;
}

Lit Encoding::is_last(EventId write, LocationId location) {
    Clause last{executed(write), at(write, location)};
    if (last.back() == gates_.falsity()) return gates_.falsity();
    for (const EventId other : writes_)
        if (other != write && !structure_[other].initial &&
            may_share_location(structure_, write, other))
            last.push_back(
                gates_.any({~executed(other), ~at(other, location), before(other, write)}));
    return gates_.all(std::move(last));
}

Lit Encoding::at(EventId event, LocationId location) {
    for (const Target& target : structure_[event].targets)
        if (target.location == location) return terms_.boolean(target.when);
    return gates_.falsity();
}

Lit Encoding::same_location(EventId a, EventId b) {
    Clause some;
    for (const Target& target : structure_[a].targets)
        some.push_back(gates_.all({terms_.boolean(target.when), at(b, target.location)}));
    return gates_.any(std::move(some));
}

Lit Encoding::ordered(const Order& order, EventId a, EventId b) const {
    if (order.members.empty()) return gates_.falsity();
    const std::size_t first = order.place[a.index()];
    const std::size_t second = order.place[b.index()];
    const bool are_members = std::max(first, second) < order.members.size();
    return are_members ? order.at(first, second) : gates_.falsity();
}

Lit Encoding::before(EventId a, EventId b) const {
    if (structure_[b].initial) return gates_.falsity();
    if (structure_[a].initial) return gates_.constant(may_share_location(structure_, a, b));
    return ordered(modification_order_, a, b);
}

Clause Encoding::conjuncts(const Literal& literal) {
    switch (literal.kind) {
        case Literal::Kind::executed:
            return {executed(literal.a)};
        case Literal::Kind::reads_from: {
            const std::vector<EventId>& sources = sources_[literal.b.index()];
            const auto found = std::ranges::find(sources, literal.a);
            if (found == sources.end()) return {gates_.falsity()};
            return {
                reads_from_[literal.b.index()][static_cast<std::size_t>(found - sources.begin())]};
        }
        case Literal::Kind::modification_order:
            return {executed(literal.a), executed(literal.b), same_location(literal.a, literal.b),
                    before(literal.a, literal.b)};
        case Literal::Kind::same_location:
            return {executed(literal.a), executed(literal.b), same_location(literal.a, literal.b)};
        case Literal::Kind::barrier_pair:
            for (const litmus::BarrierPair& pair : structure_.barriers)
                if (pair.entry == literal.a && pair.exit == literal.b)
                    return {executed(literal.a), executed(literal.b), terms_.boolean(pair.when)};
            return {gates_.falsity()};
        case Literal::Kind::total_order:
            return {executed(literal.a), executed(literal.b),
                    ordered(total_orders_[literal.order], literal.a, literal.b)};
    }
    return {gates_.falsity()};
}

Lit Encoding::literal(const Literal& literal) {
    const Lit holds = gates_.all(conjuncts(literal));
    return literal.positive ? holds : ~holds;
}

Clause Encoding::clause(const model::Reason& reason) {
    Clause result;
    for (const Literal& part : reason) {
        if (!part.positive)
            result.push_back(gates_.all(conjuncts(part)));
        else
            for (const Lit each : conjuncts(part)) result.push_back(~each);
    }
    return result;
}

/// A set of events, each of which has a predecessor in it, has a cycle.
Lit Encoding::some_cycle(const BitMatrix& edges) {
    BitMatrix possible = edges;
    for (const EventId read : reads_)
        for (const EventId write : sources_[read.index()])
            possible.set(write.index(), read.index());
    possible.close_transitively();
    std::vector<Lit> chosen(structure_.size(), gates_.falsity());
    Clause some;
    for (const Event& event : structure_.events)
        if (possible.test(event.id.index(), event.id.index()))
            some.push_back(chosen[event.id.index()] = sat_.fresh());
    if (some.empty()) return gates_.falsity();
    for (const Event& event : structure_.events) {
        const Lit is_chosen = chosen[event.id.index()];
        if (is_chosen == gates_.falsity()) continue;
        Clause predecessor{~is_chosen};
        for (const Event& other : structure_.events)
            if (edges.test(other.id.index(), event.id.index()))
                predecessor.push_back(chosen[other.id.index()]);
        const std::vector<EventId>& sources = sources_[event.id.index()];
        for (std::size_t i = 0; i < sources.size(); ++i)
            predecessor.push_back(
                gates_.all({chosen[sources[i].index()], reads_from_[event.id.index()][i]}));
        sat_.add(predecessor);
        sat_.add({~is_chosen, executed(event.id)});
    }
    const Lit result = sat_.fresh();
    some.push_back(~result);
    sat_.add(some);
    return result;
}

Clause Encoding::skeleton(const model::Execution& execution) {
    Clause parts;
    for (const Event& event : structure_.events) {
        const bool takes_place = execution.executed.test(event.id.index());
        parts.push_back(takes_place ? executed(event.id) : ~executed(event.id));
        if (takes_place && event.targets.size() > 1)
            parts.push_back(at(event.id, execution.locations[event.id.index()]));
    }
    const auto add = [&](Literal::Kind kind, std::size_t a, std::size_t b) {
        parts.push_back(literal({kind, true, 0, EventId(a), EventId(b)}));
    };
    execution.reads_from.for_each(
        [&](std::size_t a, std::size_t b) { add(Literal::Kind::reads_from, a, b); });
    // Neighbours in modification order determine the rest of it.
    execution.modification_order.for_each([&](std::size_t a, std::size_t b) {
        bool neighbours = !structure_.events[a].initial;
        execution.modification_order.for_each_in_row(a, [&](std::size_t between) {
            if (execution.modification_order.test(between, b)) neighbours = false;
        });
        if (neighbours) add(Literal::Kind::modification_order, a, b);
    });
    std::erase(parts, gates_.truth());
    return parts;
}

}  // namespace clmm::explorer
