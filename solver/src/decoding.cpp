// Reading an execution off a solver's assignment. Values are computed here from the few
// Booleans that Z3 chose, by the same term evaluation that replays use, not asked of Z3.
#include <algorithm>

#include "clmm/base/ensure.h"
#include "clmm/model/reached.h"
#include "encoding.h"

namespace clmm::solver {

using litmus::Event;
using litmus::Term;
using litmus::TermOp;
using model::Execution;

Execution Encoding::decode(const z3::model& model) {
    Execution execution(structure_.size());
    assignment_ = model;
    ++epoch_;
    std::fill(source_.begin(), source_.end(), EventId::none());
    for (const EventId read : reads_)
        for (const Candidate& candidate : candidates_[read.index()])
            if (numeral(*candidate.variable) != 0) {
                execution.reads_from.set(candidate.write.index(), read.index());
                source_[read.index()] = candidate.write;
                break;
            }
    decode_values(execution);
    decode_orders(execution);
    // Final values exist only now that the last writes are known.
    for (std::size_t i = 0; i < structure_.locations.size(); ++i)
        execution.final_values.push_back(last_write_[i].valid()
                                             ? evaluate(structure_[last_write_[i]].value)
                                             : structure_.locations[i].initial);
    for (const auto& [leaf, variable] : leaf_variables_) {
        const auto& [op, number] = leaf;
        if (op != TermOp::choice) continue;
        if (execution.choices.size() <= number) execution.choices.resize(number + 1);
        execution.choices[number] = numeral(variable);
    }
    return execution;
}

void Encoding::decode_values(Execution& execution) {
    const auto holds = [&](litmus::TermId term) { return evaluate(term) != 0; };
    model::place_events(structure_, holds, execution);
    for (const Event& event : structure_.events)
        if (event.value.valid() && execution.executed.test(event.id.index()))
            execution.values[event.id.index()] = evaluate(event.value);
}

void Encoding::decode_orders(Execution& execution) {
    last_write_.assign(structure_.locations.size(), EventId::none());
    std::vector<std::size_t> rank(structure_.size());
    const auto relate = [&](BitMatrix& relation, EventId a, EventId b) {
        relation.set(a.index(), b.index());
        ++rank[b.index()];
    };
    for (const EventId a : writes_)
        if (structure_[a].initial)
            for (const EventId b : writes_)
                if (a != b && execution.same_location.test(a.index(), b.index()))
                    relate(execution.modification_order, a, b);
    for (const auto& [pair, variable] : modification_order_.before) {
        const auto [a, b] = pair;
        if (!execution.same_location.test(a.index(), b.index())) continue;
        if (numeral(variable) != 0)
            relate(execution.modification_order, a, b);
        else
            relate(execution.modification_order, b, a);
    }
    for (const EventId write : writes_) {
        const LocationId location = execution.locations[write.index()];
        if (!location.valid() || !execution.executed.test(write.index())) continue;
        EventId& last = last_write_[location.index()];
        if (!last.valid() || rank[last.index()] < rank[write.index()]) last = write;
    }
    for (const Order& order : total_orders_) {
        BitMatrix& relation = execution.total_orders.emplace_back(structure_.size());
        for (const auto& [pair, variable] : order.before) {
            const auto [a, b] = pair;
            if (!execution.executed.test(a.index()) || !execution.executed.test(b.index()))
                continue;
            if (numeral(variable) != 0)
                relation.set(a.index(), b.index());
            else
                relation.set(b.index(), a.index());
        }
    }
}

std::uint64_t Encoding::value_of(TermId id) { return evaluate(id); }

std::uint64_t Encoding::evaluate(TermId id) {
    // Iterative for the same reason as TermEncoder; a leaf recurses through its source only.
    std::vector<TermId> pending{id};
    while (!pending.empty()) {
        const TermId top = pending.back();
        if (memo_epoch_[top.index()] == epoch_) {
            pending.pop_back();
            continue;
        }
        const Term& term = structure_.terms[top];
        bool ready = true;
        for (const TermId operand : {term.a, term.b, term.c})
            if (operand.valid() && memo_epoch_[operand.index()] != epoch_) {
                pending.push_back(operand);
                ready = false;
            }
        if (!ready) continue;
        const auto value = [&](TermId operand) {
            return operand.valid() ? memo_[operand.index()] : std::uint64_t{0};
        };
        const unsigned width = term.a.valid() ? structure_.terms[term.a].width : term.width;
        memo_[top.index()] = term.op == TermOp::constant ? term.payload
                             : term.a.valid()            ? litmus::apply(term, width, value(term.a),
                                                                         value(term.b), value(term.c))
                                                         : evaluate_leaf(term);
        memo_epoch_[top.index()] = epoch_;
        pending.pop_back();
    }
    return memo_[id.index()];
}

/// The value that the assignment gives to a variable; 0 where it leaves it open.
std::uint64_t Encoding::numeral(const z3::expr& variable) const {
    const Z3_ast value = Z3_model_get_const_interp(
        context_, *assignment_, Z3_get_app_decl(context_, Z3_to_app(context_, variable)));
    if (value == nullptr) return 0;
    if (variable.is_bool()) return Z3_get_bool_value(context_, value) == Z3_L_TRUE ? 1 : 0;
    std::uint64_t number = 0;
    ensure(Z3_get_numeral_uint64(context_, value, &number), "a bit-vector numeral");
    return number;
}

std::uint64_t Encoding::evaluate_leaf(const Term& term) {
    switch (term.op) {
        case TermOp::read_value: {
            const EventId read(term.payload);
            if (free_reads_.test(read.index())) return numeral(variable(term));
            const EventId source = source_[read.index()];
            return source.valid() ? evaluate(structure_[source].value) : 0;
        }
        case TermOp::final_value: {
            const EventId last = last_write_[term.payload];
            return last.valid() ? evaluate(structure_[last].value)
                                : structure_.locations[term.payload].initial;
        }
        case TermOp::choice: {
            const auto found = leaf_variables_.find({term.op, term.payload});
            return found == leaf_variables_.end() ? 0 : numeral(found->second);
        }
        default:
            break;
    }
    ensure(false, "a leaf");
    return 0;
}

}  // namespace clmm::solver
