// Reading an execution off the solver's solution.
#include "clmm/model/reached.h"
#include "encoding.h"

namespace clmm::explorer {

using litmus::Event;
using litmus::Term;
using litmus::TermOp;
using model::Execution;

Execution Encoding::relations() {
    Execution execution(structure_.size());
    for (const EventId read : reads_)
        for (std::size_t i = 0; i < sources_[read.index()].size(); ++i)
            if (sat_.holds(reads_from_[read.index()][i]))
                execution.reads_from.set(sources_[read.index()][i].index(), read.index());
    const auto holds = [&](litmus::TermId term) { return sat_.holds(terms_.boolean(term)); };
    model::place_events(structure_, holds, execution);
    decode_modification_order(execution);
    decode_total_orders(execution);
    return execution;
}

template <class F>
void Encoding::for_each_ordered(const Order& order, F&& f) const {
    for (std::size_t i = 0; i < order.members.size(); ++i)
        for (std::size_t j = i + 1; j < order.members.size(); ++j) {
            const std::size_t a = order.members[i].index();
            const std::size_t b = order.members[j].index();
            if (order.at(i, j) == gates_.falsity()) continue;
            if (sat_.holds(order.at(i, j)))
                f(a, b);
            else
                f(b, a);
        }
}

void Encoding::decode_modification_order(Execution& execution) {
    for (const EventId a : writes_)
        if (structure_[a].initial)
            for (const EventId b : writes_)
                if (a != b && execution.same_location.test(a.index(), b.index()))
                    execution.modification_order.set(a.index(), b.index());
    for_each_ordered(modification_order_, [&](std::size_t first, std::size_t second) {
        if (execution.same_location.test(first, second))
            execution.modification_order.set(first, second);
    });
}

void Encoding::decode_total_orders(Execution& execution) {
    for (const Order& order : total_orders_) {
        BitMatrix& relation = execution.total_orders.emplace_back(structure_.size());
        for_each_ordered(order, [&](std::size_t first, std::size_t second) {
            if (execution.executed.test(first) && execution.executed.test(second))
                relation.set(first, second);
        });
    }
}

void Encoding::complete(Execution& execution, const OpenValues& open) {
    execution.choices = terms_.chosen();
    for (const auto& [leaf, value] : open) {
        const std::uint64_t number = structure_.terms[leaf].payload;
        if (structure_.terms[leaf].op != TermOp::choice) continue;
        if (execution.choices.size() <= number) execution.choices.resize(number + 1);
        execution.choices[number] = value;
    }
    for (const EventId read : reads_)
        execution.values[read.index()] = terms_.read_value(structure_[read].value);
    for (const litmus::Location& location : structure_.locations)
        execution.final_values.push_back(location.initial);
    evaluate_terms(execution);  // final values play no part in these
    if (has_open_values_) pass_on_open_values(execution, open);
    for (const Event& event : structure_.events)
        execution.values[event.id.index()] =
            execution.executed.test(event.id.index()) && event.value.valid() ? value_of(event.value)
                                                                             : 0;
    for (const EventId write : writes_) {
        const LocationId location = execution.locations[write.index()];
        bool is_last = location.valid();
        execution.modification_order.for_each_in_row(write.index(),
                                                     [&](std::size_t) { is_last = false; });
        if (is_last) execution.final_values[location.index()] = execution.values[write.index()];
    }
    evaluate_terms(execution);
}

/// Those that are read have no literals. Of a circle one read is given, or all have the value 0.
void Encoding::pass_on_open_values(Execution& execution, const OpenValues& open) {
    bool changes = true;
    for (std::size_t round = 0; changes && round <= reads_.size(); ++round) {
        changes = false;
        execution.reads_from.for_each([&](std::size_t write, std::size_t read) {
            const auto given = open.find(structure_.events[read].value);
            const std::uint64_t value =
                given != open.end() ? given->second : value_of(structure_.events[write].value);
            changes = changes || execution.values[read] != value;
            execution.values[read] = value;
        });
        if (changes) evaluate_terms(execution);
    }
}

void Encoding::evaluate_terms(Execution& execution) {
    const model::ExecutionValues leaves(execution);
    for (std::size_t i = 0; i < values_.size(); ++i) {
        const Term& term = structure_.terms[TermId(i)];
        const auto value = [&](TermId operand) {
            return operand.valid() ? values_[operand.index()] : std::uint64_t{0};
        };
        switch (term.op) {
            case TermOp::constant:
                values_[i] = term.payload;
                break;
            case TermOp::read_value:
                values_[i] = leaves.read_value(EventId(term.payload));
                break;
            case TermOp::final_value:
                values_[i] = leaves.final_value(LocationId(term.payload));
                break;
            case TermOp::choice:
                values_[i] = leaves.choice(term.payload);
                break;
            default:
                values_[i] = litmus::apply(term, structure_.terms[term.a].width, value(term.a),
                                           value(term.b), value(term.c));
        }
    }
}

}  // namespace clmm::explorer
