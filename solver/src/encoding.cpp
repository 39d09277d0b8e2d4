#include "encoding.h"

#include <algorithm>

#include "clmm/base/ensure.h"

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

Encoding::Encoding(z3::context& context, const EventStructure& structure,
                   const model::Evaluator& evaluator, const model::Program& program)
    : context_(context), structure_(structure), program_(program),
      terms_(context, structure.terms, [this](const Term& term) { return leaf(term); }),
      candidates_(structure.size()), free_reads_(structure.size()), read_values_(structure.size()),
      source_(structure.size()), memo_(structure.terms.size()), memo_epoch_(structure.terms.size()) {
    collect_accesses();
    collect_free_reads();
    for (const model::TotalOrder& order : program.total_orders) {
        const BitMatrix may = evaluator.bounds(order.over).may;
        Order& members = total_orders_.emplace_back();
        for (const Event& event : structure.events)
            if (may.test(event.id.index(), event.id.index())) members.members.push_back(event.id);
    }
    create_variables();
}

bool Encoding::may_share_location(EventId a, EventId b) const {
    for (const Target& x : structure_[a].targets)
        for (const Target& y : structure_[b].targets)
            if (x.location == y.location) return true;
    return false;
}

void Encoding::collect_accesses() {
    for (const Event& event : structure_.events) {
        if (event.kind == EventKind::write) writes_.push_back(event.id);
        if (event.kind == EventKind::read) reads_.push_back(event.id);
    }
    modification_order_.members = writes_;
    for (const EventId read : reads_)
        for (const EventId write : writes_)
            if (may_share_location(write, read)) candidates_[read.index()].push_back({write, {}});
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
                    order.before.emplace(std::pair(a, b), fresh_bool(numbered(prefix, a.index(), b.index())));
            }
    };
    create_order(modification_order_, "mo_", [&](EventId a, EventId b) {
        return !structure_[a].initial && !structure_[b].initial && may_share_location(a, b);
    });
    for (Order& order : total_orders_)
        create_order(order, "order_", [](EventId, EventId) { return true; });
}

z3::expr Encoding::leaf(const Term& term) {
    switch (term.op) {
        case TermOp::read_value: return value_of_read(EventId(term.payload));
        case TermOp::final_value: return final_value(LocationId(term.payload));
        case TermOp::choice: {
            const std::string name = "choice_" + std::to_string(term.payload);
            ++variables_;
            const z3::expr variable = term.width == 1 ? context_.bool_const(name.c_str())
                                                      : context_.bv_const(name.c_str(), term.width);
            choices_.emplace(term.payload, variable);
            return variable;
        }
        default: break;
    }
    ensure(false, "a leaf");
    return context_.bool_val(false);
}

z3::expr Encoding::value_of_read(EventId read) {
    std::optional<z3::expr>& value = read_values_[read.index()];
    if (value) return *value;
    const unsigned width = structure_.terms[structure_[read].value].width;
    if (free_reads_.test(read.index())) {
        variables_ += width;
        value = context_.bv_const(("v_" + std::to_string(read.index())).c_str(), width);
        return *value;
    }
    z3::expr chain = context_.bv_val(0, width);
    const auto& candidates = candidates_[read.index()];
    for (std::size_t i = candidates.size(); i-- > 0;) {
        const z3::expr from = terms_(structure_[candidates[i].write].value);
        chain = z3::ite(*candidates[i].variable, from, chain);
    }
    value = chain;
    return *value;
}

z3::expr Encoding::at(EventId event, LocationId location) {
    for (const Target& target : structure_[event].targets)
        if (target.location == location) return terms_(target.when);
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

z3::expr Encoding::ordered(Order& order, EventId a, EventId b) {
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

z3::expr Encoding::final_value(LocationId location) {
    z3::expr chain = context_.bv_val(structure_.locations[location.index()].initial,
                                     structure_.locations[location.index()].width);
    for (const EventId write : writes_) {
        if (structure_[write].initial) continue;
        z3::expr_vector last(context_);
        last.push_back(executed(write));
        last.push_back(at(write, location));
        if (last.back().simplify().is_false()) continue;
        for (const EventId other : writes_)
            if (other != write && !structure_[other].initial && may_share_location(write, other))
                last.push_back(!executed(other) || !at(other, location) || before(other, write));
        chain = z3::ite(z3::mk_and(last), terms_(structure_[write].value), chain);
    }
    return chain;
}

void Encoding::assert_all(z3::solver& solver) {
    assert_reads_from(solver);
    assert_modification_order(solver);
    assert_total_orders(solver);
    for (const TermId constraint : structure_.constraints) solver.add(terms_(constraint));
}

void Encoding::assert_reads_from(z3::solver& solver) {
    for (const EventId read : reads_) {
        const auto& candidates = candidates_[read.index()];
        z3::expr_vector some(context_);
        some.push_back(!executed(read));
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            const EventId write = candidates[i].write;
            const z3::expr& rf = *candidates[i].variable;
            some.push_back(rf);
            solver.add(z3::implies(rf, executed(read) && executed(write) && same_location(write, read)));
            if (free_reads_.test(read.index()))
                solver.add(z3::implies(rf, value_of_read(read) == terms_(structure_[write].value)));
            for (std::size_t j = 0; j < i; ++j) solver.add(!rf || !*candidates[j].variable);
        }
        solver.add(z3::mk_or(some));
    }
}

/// before() is transitive on writes that may meet at one location. Writes to different
/// locations, and those that do not take place, are ordered freely: that excludes nothing.
void Encoding::assert_modification_order(z3::solver& solver) {
    const auto& members = modification_order_.members;
    for (std::size_t i = 0; i < members.size(); ++i)
        for (std::size_t j = i + 1; j < members.size(); ++j) {
            if (!modification_order_.before.contains({members[i], members[j]})) continue;
            const z3::expr ij = before(members[i], members[j]);
            for (std::size_t k = j + 1; k < members.size(); ++k) {
                if (!modification_order_.before.contains({members[j], members[k]}) ||
                    !modification_order_.before.contains({members[i], members[k]}))
                    continue;
                const z3::expr jk = before(members[j], members[k]);
                const z3::expr ik = before(members[i], members[k]);
                solver.add(!ij || !jk || ik);
                solver.add(ij || jk || !ik);
            }
        }
}

void Encoding::assert_total_orders(z3::solver& solver) {
    for (Order& order : total_orders_)
        for (std::size_t i = 0; i < order.members.size(); ++i)
            for (std::size_t j = i + 1; j < order.members.size(); ++j)
                for (std::size_t k = j + 1; k < order.members.size(); ++k) {
                    const z3::expr ij = ordered(order, order.members[i], order.members[j]);
                    const z3::expr jk = ordered(order, order.members[j], order.members[k]);
                    const z3::expr ik = ordered(order, order.members[i], order.members[k]);
                    solver.add(!ij || !jk || ik);
                    solver.add(ij || jk || !ik);
                }
}

z3::expr Encoding::literal(const Literal& literal) {
    const auto positive = [&]() -> z3::expr {
        switch (literal.kind) {
            case Literal::Kind::executed: return executed(literal.a);
            case Literal::Kind::reads_from:
                for (const Candidate& candidate : candidates_[literal.b.index()])
                    if (candidate.write == literal.a) return *candidate.variable;
                return context_.bool_val(false);
            case Literal::Kind::modification_order:
                return executed(literal.a) && executed(literal.b) &&
                       same_location(literal.a, literal.b) && before(literal.a, literal.b);
            case Literal::Kind::same_location:
                return executed(literal.a) && executed(literal.b) && same_location(literal.a, literal.b);
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
    return literal.positive ? positive() : !positive();
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
                    parts.push_back(terms_(target.when));
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
