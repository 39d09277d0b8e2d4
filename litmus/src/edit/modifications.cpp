#include "unfold/interpreter.h"

namespace clmm::litmus {
namespace {

/// Orders whose read halves do the same.
bool reads_alike(Order a, Order b) {
    const auto half = [](Order order) {
        switch (order) {
            case Order::seq_cst:
                return 2;
            case Order::acquire:
            case Order::acq_rel:
                return 1;
            default:
                return 0;
        }
    };
    return half(a) == half(b);
}

}  // namespace

TermId Interpreter::modified(std::string_view what, const TypePtr& type, TermId old, TermId operand,
                             Span span) {
    if (what == "exchange") return operand;
    if (is_floating(type)) return opaque_value(value_type(type), dependencies().empty(), span).term;
    if (what == "min" || what == "max") {
        const TermOp less = type->is_signed() ? TermOp::signed_less : TermOp::unsigned_less;
        const TermId smaller =
            what == "min" ? terms().binary(less, operand, old) : terms().binary(less, old, operand);
        return terms().if_then_else(smaller, operand, old);
    }
    const TermOp op = what == "add"   ? TermOp::add
                      : what == "sub" ? TermOp::subtract
                      : what == "and" ? TermOp::bit_and
                      : what == "or"  ? TermOp::bit_or
                                      : TermOp::bit_xor;
    return terms().binary(op, old, operand);
}

/// A read and a write of one unit, joined by rmw; both carry the order as written.
Value Interpreter::modify(const Lvalue& place, const Operation& operation, std::string_view what,
                          const Value& operand) {
    if (is_private(place)) {
        const Value old = load_variable(place);
        const TermId changed = modified(what, place.type, old.term, operand.term, operation.span);
        store_variable(place, {old.type, changed, dependencies().unite(old.reads, operand.reads)});
        return old;
    }
    reject_pieces(place);
    return for_each_group(place, [&](const TargetGroup& group) {
        const Value old = emit_read(place, group, operation);
        const EventId read(event_count() - 1);
        const TermId changed = modified(what, place.type, old.term, operand.term, operation.span);
        const DependencyId data =
            what == "exchange" ? operand.reads : dependencies().unite(old.reads, operand.reads);
        const EventId write = emit_write(place, group, operation, changed, data);
        unfolding_.recorder.join_halves(read, write);
        return old;
    });
}

// ---- compare-exchange ----

Interpreter::Exchanged Interpreter::compare_exchange(const Lvalue& place,
                                                     const CompareExchange& exchange) {
    if (exchange.weak) ++weak_exchanges_;
    if (is_private(place)) return exchange_private(place, exchange);
    reject_pieces(place);
    TermId succeeded = terms().boolean(false);
    DependencyId reads = exchange.expected.reads;
    const Value seen = for_each_group(place, [&](const TargetGroup& group) {
        check_access(group, true, exchange.success.span);  // whether or not it writes
        const Exchanged here = reads_alike(exchange.success.order, exchange.failure.order)
                                   ? exchange_with_one_read(place, group, exchange)
                                   : exchange_with_two_reads(place, group, exchange);
        succeeded = terms().if_then_else(group.when, here.succeeded, succeeded);
        reads = dependencies().unite(reads, here.reads);
        return here.seen;
    });
    return {seen, succeeded, reads};
}

Interpreter::Exchanged Interpreter::exchange_with_one_read(const Lvalue& place,
                                                           const TargetGroup& group,
                                                           const CompareExchange& exchange) {
    const Value old = emit_read(place, group, exchange.success);
    const EventId read(event_count() - 1);
    const TermId succeeded = exchanged(exchange, old);
    const DependencyId reads = dependencies().unite(old.reads, exchange.expected.reads);
    under(succeeded, reads, [&] {
        const EventId write = emit_write(place, group, exchange.success, exchange.desired.term,
                                         exchange.desired.reads);
        unfolding_.recorder.join_halves(read, write);
    });
    return {old, succeeded, reads};
}

/// Where the failing read has another order, a free choice decides which of two reads takes
/// place, and constraints tie the choice to what it reads.
Interpreter::Exchanged Interpreter::exchange_with_two_reads(const Lvalue& place,
                                                            const TargetGroup& group,
                                                            const CompareExchange& exchange) {
    const TermId succeeded = fresh_choice();
    const Value& expected = exchange.expected;
    DependencyId reads = expected.reads;
    under(succeeded, dependencies().empty(), [&] {
        const Value old = emit_read(place, group, exchange.success);
        const EventId read(event_count() - 1);
        reads = dependencies().unite(reads, old.reads);
        constrain(terms().equal(old.term, expected.term));
        const DependencyId control = dependencies().unite(old.reads, expected.reads);
        under(terms().boolean(true), control, [&] {
            const EventId write = emit_write(place, group, exchange.success, exchange.desired.term,
                                             exchange.desired.reads);
            unfolding_.recorder.join_halves(read, write);
        });
    });
    Value seen = number(0, value_type(place.type));
    under(terms().lnot(succeeded), dependencies().empty(), [&] {
        seen = emit_read(place, group, exchange.failure);
        reads = dependencies().unite(reads, seen.reads);
        const TermId equal = terms().equal(seen.term, expected.term);
        if (exchange.weak)
            note_spurious(exchange, equal);
        else
            constrain(terms().lnot(equal));
    });
    return {seen, succeeded, reads};
}

Interpreter::Exchanged Interpreter::exchange_private(const Lvalue& place,
                                                     const CompareExchange& exchange) {
    const Value old = load_variable(place);
    const TermId succeeded = exchanged(exchange, old);
    const DependencyId reads = dependencies().unite(old.reads, exchange.expected.reads);
    under(succeeded, reads, [&] { store_variable(place, exchange.desired); });
    return {old, succeeded, reads};
}

/// Whether the values are equal and, of a weak exchange, the execution lets it succeed.
TermId Interpreter::exchanged(const CompareExchange& exchange, const Value& old) {
    const TermId equal = terms().equal(old.term, exchange.expected.term);
    if (!exchange.weak) return equal;
    const TermId choice = fresh_choice();
    note_spurious(exchange, terms().land(equal, terms().lnot(choice)));
    return terms().land(equal, choice);
}

void Interpreter::note_spurious(const CompareExchange& exchange, TermId fails) {
    unfolding_.structure.choices.push_back(
        {.text = "the weak compare-exchange fails though it need not",
         .when = terms().land(flow_.live, fails),
         .span = exchange.success.span});
}

/// A Boolean that an execution may choose where the unit gets here, and that is false elsewhere.
TermId Interpreter::fresh_choice() {
    const TermId choice = terms().choice(1);
    const TermId idle = terms().lor(flow_.live, terms().lnot(choice));
    if (!terms().is_true(idle)) unfolding_.structure.constraints.push_back(idle);
    return choice;
}

void Interpreter::constrain(TermId holds) {
    const TermId constraint = terms().lor(terms().lnot(flow_.live), holds);
    if (!terms().is_true(constraint)) unfolding_.structure.constraints.push_back(constraint);
}

// ---- plain accesses of atomic objects ----

/// "Loads and stores of objects with atomic types are done with memory_order_seq_cst semantics."
/// [C11 6.2.6.1 paragraph 9]
Operation Interpreter::plain_operation(const Lvalue& place, Span span) const {
    if (!unfolding_.options.atomic_assignment || unfolding_.test.language != Language::c ||
        !is_scalar(place.type) || !place.type->is_atomic)
        return {.span = span};
    return {Order::seq_cst, default_scope(), true, span};
}

/// "If E1 has an atomic type, compound assignment is a read-modify-write operation with
/// memory_order_seq_cst memory order semantics", and so are `++` and `--`. [C11 6.5.16.2
/// paragraph 3, 6.5.2.4 paragraph 2]
Value Interpreter::modify_plainly(syntax::BinaryOperator op, const Lvalue& place,
                                  const Value& operand, bool post, Span span) {
    using syntax::BinaryOperator;
    const char* what = op == BinaryOperator::add        ? "add"
                       : op == BinaryOperator::subtract ? "sub"
                       : op == BinaryOperator::bit_and  ? "and"
                       : op == BinaryOperator::bit_or   ? "or"
                       : op == BinaryOperator::bit_xor  ? "xor"
                                                        : nullptr;
    if (what == nullptr || !is_integer(place.type) || !is_integer(operand.type))
        reject("E-UNSUPPORTED", "this compound assignment to an atomic object", span,
               "there are +=, -=, &=, |= and ^= of integers; write the others as a loop with "
               "atomic_compare_exchange_weak");
    const TypePtr type = value_type(place.type);
    const Value converted = convert(operand, type, span);
    const std::size_t begin = event_count();
    const Value old = modify(place, plain_operation(place, span), what, converted);
    for (std::size_t event = begin; event < event_count(); ++event) pending_.push_back(event);
    if (post) return old;
    return {type, modified(what, place.type, old.term, converted.term, span),
            dependencies().unite(old.reads, converted.reads)};
}

}  // namespace clmm::litmus
