#include "encoding.h"

#include <algorithm>

#include "clmm/base/ensure.h"
#include "clmm/model/possible_sources.h"
#include "clmm/model/triangles.h"

namespace clmm::solver {

using litmus::Event;
using litmus::EventKind;
using litmus::Target;
using litmus::Term;
using litmus::TermOp;
using model::Literal;

namespace {

std::string numbered(const char* prefix, std::size_t a, std::size_t b) {
    return prefix + std::to_string(a) + "_" + std::to_string(b);
}

/// The reads whose values a term mentions.
void collect_reads(const litmus::TermPool& terms, TermId root, BitSet& reads, BitSet& visited) {
    std::vector<TermId> pending{root};
    while (!pending.empty()) {
        const TermId id = pending.back();
        pending.pop_back();
        if (!id.valid() || visited.test(id.index())) continue;
        visited.set(id.index());
        const Term& term = terms[id];
        if (term.op == TermOp::read_value) reads.set(term.payload);
        pending.insert(pending.end(), {term.a, term.b, term.c});
    }
}

}  // namespace

Encoding::Encoding(Clauses& clauses, const EventStructure& structure,
                   const model::Evaluator& evaluator, const model::Program& program,
                   const Budget& budget)
    : clauses_(clauses),
      context_(clauses.context()),
      structure_(structure),
      program_(program),
      terms_(context_, structure.terms, *this),
      candidates_(structure.size()),
      free_reads_(structure.size()),
      read_choices_(structure.size()),
      final_choices_(structure.locations.size()),
      source_(structure.size()),
      memo_(structure.terms.size()),
      memo_epoch_(structure.terms.size()) {
    collect_accesses();
    collect_free_reads();
    for (const model::TotalOrder& order : program.total_orders) {
        const BitMatrix may = evaluator.bounds(order.over).may;
        Order& members = total_orders_.emplace_back();
        for (const Event& event : structure.events)
            if (may.test(event.id.index(), event.id.index())) members.members.push_back(event.id);
    }
    create_variables();
    assert_reads_from(budget);
    assert_transitive(modification_order_, budget);
    for (Order& order : total_orders_) assert_transitive(order, budget);
    for (const TermId constraint : structure.constraints) clauses_.add(terms_(constraint));
}

bool Encoding::may_share_location(EventId a, EventId b) const {
    return model::may_share_location(structure_, a, b);
}

void Encoding::collect_accesses() {
    for (const Event& event : structure_.events) {
        if (event.kind == EventKind::write) writes_.push_back(event.id);
        if (event.kind == EventKind::read) reads_.push_back(event.id);
    }
    modification_order_.members = writes_;
    const auto sources = model::possible_sources(structure_);
    for (const EventId read : reads_)
        for (const EventId write : sources[read.index()])
            candidates_[read.index()].push_back({write, {}});
}

void Encoding::collect_free_reads() {
    BitMatrix depends(structure_.size());
    for (const EventId read : reads_) {
        BitSet on(structure_.size());
        BitSet visited(structure_.terms.size());
        for (const Candidate& candidate : candidates_[read.index()])
            collect_reads(structure_.terms, structure_[candidate.write].value, on, visited);
        on.for_each([&](std::size_t other) { depends.set(read.index(), other); });
    }
    depends.close_transitively();
    for (const EventId read : reads_)
        if (depends.test(read.index(), read.index())) free_reads_.set(read.index());
}

z3::expr Encoding::fresh_bool(const std::string& name) {
    ++variables_;
    return context_.bool_const(name.c_str());
}

void Encoding::create_variables() {
    for (const EventId read : reads_)
        for (Candidate& candidate : candidates_[read.index()])
            candidate.variable = fresh_bool(numbered("rf_", candidate.write.index(), read.index()));
    const auto create_order = [&](Order& order, const char* prefix, auto&& relevant) {
        for (std::size_t i = 0; i < order.members.size(); ++i)
            for (std::size_t j = i + 1; j < order.members.size(); ++j) {
                const EventId a = order.members[i];
                const EventId b = order.members[j];
                if (relevant(a, b))
                    order.before.emplace(std::pair(a, b),
                                         fresh_bool(numbered(prefix, a.index(), b.index())));
            }
    };
    create_order(modification_order_, "mo_", [&](EventId a, EventId b) {
        return !structure_[a].initial && !structure_[b].initial && may_share_location(a, b);
    });
    for (Order& order : total_orders_)
        create_order(order, "order_", [](EventId, EventId) { return true; });
}

z3::expr Encoding::named(const z3::expr& formula) {
    const z3::expr inner = formula.is_not() ? formula.arg(0) : formula;
    if (inner.is_const()) return formula;
    const auto known = names_.find(Z3_get_ast_id(context_, formula));
    if (known != names_.end()) return known->second.second;
    const z3::expr name = fresh_bool("is_" + std::to_string(names_.size()));
    clauses_.add(name == formula);
    names_.emplace(Z3_get_ast_id(context_, formula), std::pair(formula, name));
    return name;
}

const Choices* Encoding::choices(const Term& leaf) {
    if (leaf.op == TermOp::final_value) {
        std::optional<Choices>& known = final_choices_[leaf.payload];
        if (!known) known = choices_of_final(LocationId(leaf.payload));
        return &*known;
    }
    if (leaf.op != TermOp::read_value || free_reads_.test(leaf.payload)) return nullptr;
    std::optional<Choices>& known = read_choices_[leaf.payload];
    if (!known) known = choices_of_read(EventId(leaf.payload));
    return &*known;
}

z3::expr Encoding::variable(const Term& leaf) {
    const auto known = leaf_variables_.find({leaf.op, leaf.payload});
    if (known != leaf_variables_.end()) return known->second;
    const std::string name =
        (leaf.op == TermOp::choice ? "choice_" : "v_") + std::to_string(leaf.payload);
    variables_ += leaf.width;
    const z3::expr variable = leaf.width == 1 ? context_.bool_const(name.c_str())
                                              : context_.bv_const(name.c_str(), leaf.width);
    leaf_variables_.emplace(std::pair(leaf.op, leaf.payload), variable);
    return variable;
}

Choices Encoding::choices_of_read(EventId read) {
    Choices result;
    for (const Candidate& candidate : candidates_[read.index()])
        result.cases.push_back({*candidate.variable, structure_[candidate.write].value});
    return result;
}

Choices Encoding::choices_of_final(LocationId location) {
    Choices result;
    result.otherwise = structure_.locations[location.index()].initial;
    for (const EventId write : writes_) {
        // What a location starts with is a constant, unless it may be anything.
        if (structure_[write].initial && structure_.terms.is_constant(structure_[write].value))
            continue;
        z3::expr_vector last(context_);
        last.push_back(executed(write));
        last.push_back(at(write, location));
        if (last.back().is_false()) continue;
        for (const EventId other : writes_)
            if (other != write && !structure_[other].initial && may_share_location(write, other))
                last.push_back(!executed(other) || !at(other, location) || before(other, write));
        result.cases.push_back({named(z3::mk_and(last).simplify()), structure_[write].value});
    }
    return result;
}

z3::expr Encoding::at(EventId event, LocationId location) {
    for (const Target& target : structure_[event].targets)
        if (target.location == location) return named(terms_(target.when));
    return context_.bool_val(false);
}

z3::expr Encoding::same_location(EventId a, EventId b) {
    z3::expr result = context_.bool_val(false);
    for (const Target& target : structure_[a].targets) {
        const z3::expr both = (terms_(target.when) && at(b, target.location)).simplify();
        if (both.is_true()) return both;
        if (!both.is_false()) result = result || both;
    }
    return result;
}

z3::expr Encoding::ordered(const Order& order, EventId a, EventId b) {
    const bool swapped = b < a;
    const auto found = order.before.find(swapped ? std::pair(b, a) : std::pair(a, b));
    if (found == order.before.end()) return context_.bool_val(false);
    return swapped ? !found->second : found->second;
}

z3::expr Encoding::before(EventId a, EventId b) {
    if (structure_[b].initial) return context_.bool_val(false);
    if (structure_[a].initial) return context_.bool_val(may_share_location(a, b));
    return ordered(modification_order_, a, b);
}

void Encoding::assert_reads_from(const Budget& budget) {
    for (const EventId read : reads_) {
        cut_ = budget.exceeded();
        if (cut_) return;
        const auto& candidates = candidates_[read.index()];
        z3::expr_vector some(context_);
        if (!executed(read).is_true()) some.push_back(!executed(read));
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            const EventId write = candidates[i].write;
            const z3::expr& rf = *candidates[i].variable;
            some.push_back(rf);
            for (const z3::expr& needed :
                 {executed(read), executed(write), same_location(write, read)})
                if (!needed.is_true()) clauses_.add(z3::implies(rf, needed));
            if (free_reads_.test(read.index()))
                clauses_.add(z3::implies(
                    rf, terms_(structure_[read].value) == terms_(structure_[write].value)));
            for (std::size_t j = 0; j < i; ++j) clauses_.add(!rf || !*candidates[j].variable);
        }
        clauses_.add(z3::mk_or(some));
        // Others may use the value of one that does not take place: an access that is undefined.
        if (free_reads_.test(read.index()) && !executed(read).is_true())
            clauses_.add(executed(read) || equals(structure_[read].value, 0));
    }
}

void Encoding::assert_transitive(Order& order, const Budget& budget) {
    const auto& members = order.members;
    const auto related = [&](std::size_t i, std::size_t j) {
        return order.before.contains({members[i], members[j]});
    };
    const auto forbid_cycles = [&](std::size_t i, std::size_t j, std::size_t k) {
        const z3::expr ij = ordered(order, members[i], members[j]);
        const z3::expr jk = ordered(order, members[j], members[k]);
        const z3::expr ik = ordered(order, members[i], members[k]);
        clauses_.add(!ij || !jk || ik);
        clauses_.add(ij || jk || !ik);
    };
    if (!cut_) cut_ = model::for_each_triangle(members.size(), budget, related, forbid_cycles);
}

z3::expr Encoding::literal(const Literal& literal) {
    const auto positive = [&]() -> z3::expr {
        switch (literal.kind) {
            case Literal::Kind::executed:
                return executed(literal.a);
            case Literal::Kind::reads_from:
                for (const Candidate& candidate : candidates_[literal.b.index()])
                    if (candidate.write == literal.a) return *candidate.variable;
                return context_.bool_val(false);
            case Literal::Kind::modification_order:
                return executed(literal.a) && executed(literal.b) &&
                       same_location(literal.a, literal.b) && before(literal.a, literal.b);
            case Literal::Kind::same_location:
                return executed(literal.a) && executed(literal.b) &&
                       same_location(literal.a, literal.b);
            case Literal::Kind::barrier_pair: {
                for (const litmus::BarrierPair& pair : structure_.barriers)
                    if (pair.entry == literal.a && pair.exit == literal.b)
                        return executed(literal.a) && executed(literal.b) && terms_(pair.when);
                return context_.bool_val(false);
            }
            case Literal::Kind::total_order:
                return executed(literal.a) && executed(literal.b) &&
                       ordered(total_orders_[literal.order], literal.a, literal.b);
        }
        return context_.bool_val(false);
    };
    const z3::expr result = named(positive());
    return literal.positive ? result : !result;
}

z3::expr Encoding::clause(const model::Reason& reason) {
    z3::expr_vector parts(context_);
    for (const Literal& part : reason) parts.push_back(!literal(part));
    return parts.empty() ? context_.bool_val(false) : z3::mk_or(parts);
}

z3::expr_vector Encoding::skeleton(const model::Execution& execution) {
    z3::expr_vector parts(context_);
    const auto add = [&](Literal::Kind kind, EventId a, EventId b) {
        parts.push_back(literal({kind, true, 0, a, b}));
    };
    for (const litmus::Event& event : structure_.events) {
        const bool takes_place = execution.executed.test(event.id.index());
        if (!structure_.terms.is_true(event.guard) && !structure_.terms.is_false(event.guard))
            parts.push_back(takes_place ? executed(event.id) : !executed(event.id));
        if (takes_place && event.targets.size() > 1)
            for (const litmus::Target& target : event.targets)
                if (target.location == execution.locations[event.id.index()])
                    parts.push_back(named(terms_(target.when)));
    }
    execution.reads_from.for_each([&](std::size_t a, std::size_t b) {
        add(Literal::Kind::reads_from, EventId(a), EventId(b));
    });
    // Neighbours in modification order determine the rest of it.
    execution.modification_order.for_each([&](std::size_t a, std::size_t b) {
        if (structure_.events[a].initial) return;
        bool neighbours = true;
        execution.modification_order.for_each_in_row(a, [&](std::size_t between) {
            if (execution.modification_order.test(between, b)) neighbours = false;
        });
        if (neighbours) add(Literal::Kind::modification_order, EventId(a), EventId(b));
    });
    return parts;
}

}  // namespace clmm::solver
