// Pipes of a given number of packets.
//
// The chapter leaves open what a pipe does to memory order. Here it is a bounded queue (Vyukov's):
// `written` and `read` count the packets that were reserved; `state[i]` is k while place i waits
// for packet k to be written, and k+1 once packet k is committed and may be read; committing the
// read makes it k + capacity. A reservation is a read-modify-write of the counter that takes place
// if the states of all its packets allow it, which it reads with acquire; a commit writes them
// with release. Both have device scope. Packets themselves are plain accesses.
#include "clmm/language/builtins.h"
#include "unfold/interpreter.h"

namespace clmm::litmus {
namespace {

constexpr unsigned kCountBits = 16;

constexpr Operation at_device(Order order, Span span) {
    return {.order = order, .scope = Scope::device, .atomic = true, .span = span};
}

}  // namespace

// ---- the parts of a pipe ----

Interpreter::Pipe Interpreter::pipe_argument(const Value& value, const std::string& function,
                                             Span span) {
    if (!is_pipe(value.type))
        reject("E-TYPE", "a value of type " + to_text(*value.type) + " is no pipe", span);
    if (value.object.kind != Provenance::Kind::memory)
        reject("E-UNSUPPORTED", "which pipe this is depends on what happens", span);
    const bool reads = function.find("read") != std::string::npos;
    const bool writes = function.find("write") != std::string::npos;
    const language::AccessQualifier access = value.type->access;
    if ((reads && access == language::AccessQualifier::write_only) ||
        (writes && access == language::AccessQualifier::read_only))
        reject("E-TYPE", "the parameter is a " + to_text(*value.type), span,
               writes ? "declare it write_only" : "declare it read_only");
    const Record* structure = unfolding_.objects[value.object.index].type->record;
    return {structure, structure->fields.front().type->length, value, reads, span};
}

Lvalue Interpreter::pipe_counter(const Pipe& pipe, const char* name) {
    const Field& field = *find_field(*pipe.structure, name);
    return {in_space(field.type, AddressSpace::global),
            offset_address(pipe.value.term, field.offset), pipe.value.reads, pipe.value.object,
            pipe.span};
}

/// The place of a packet, or its state.
Lvalue Interpreter::pipe_element(const Pipe& pipe, const char* name, TermId packet,
                                 DependencyId reads) {
    Lvalue array = pipe_counter(pipe, name);
    const TypePtr element = array.type->element;
    const TermId place =
        terms().binary(TermOp::unsigned_remainder, packet, terms().constant(pipe.capacity, 32));
    TermId address = array.address;  // a choice of constants, so no other location comes in
    for (std::uint64_t i = 1; i < pipe.capacity; ++i)
        address =
            terms().if_then_else(terms().equal(place, terms().constant(i, 32)),
                                 offset_address(array.address, i * size_of(*element)), address);
    return {element, address, dependencies().unite(array.reads, reads), array.object, array.span};
}

// ---- reservations ----

Interpreter::Reservation Interpreter::reserve(const Pipe& pipe, std::uint64_t count) {
    Reservation result{terms().boolean(false), terms().constant(0, 32), terms().constant(count, 32),
                       dependencies().empty()};
    if (count == 0 || count > pipe.capacity) return result;
    const Lvalue counter = pipe_counter(pipe, pipe.reads ? "read" : "written");
    const Operation relaxed = at_device(Order::relaxed, pipe.span);
    (void)for_each_group(counter, [&](const TargetGroup& group) {
        const Value old = emit_read(counter, group, relaxed);
        const EventId read(event_count() - 1);
        result.succeeded = terms().boolean(true);
        result.first = old.term;
        result.reads = old.reads;
        for (std::uint64_t i = 0; i < count; ++i) {
            const TermId packet = terms().binary(TermOp::add, old.term, terms().constant(i, 32));
            const Value state = load(pipe_element(pipe, "state", packet, old.reads),
                                     at_device(Order::acquire, pipe.span));
            const TermId expected =
                terms().binary(TermOp::add, packet, terms().constant(pipe.reads ? 1 : 0, 32));
            result.succeeded = terms().land(result.succeeded, terms().equal(state.term, expected));
            result.reads = dependencies().unite(result.reads, state.reads);
        }
        under(result.succeeded, result.reads, [&] {
            const TermId next = terms().binary(TermOp::add, old.term, terms().constant(count, 32));
            const EventId write = emit_write(counter, group, relaxed, next, old.reads);
            unfolding_.recorder.join_halves(read, write);
        });
        return old;
    });
    return result;
}

void Interpreter::commit(const Pipe& pipe, const Reservation& reservation) {
    for (std::uint64_t i = 0; i < pipe.capacity; ++i) {
        const TermId index = terms().constant(i, 32);
        const TermId packet = terms().binary(TermOp::add, reservation.first, index);
        const TermId next = terms().binary(TermOp::add, packet,
                                           terms().constant(pipe.reads ? pipe.capacity : 1, 32));
        under(terms().binary(TermOp::unsigned_less, index, reservation.count), reservation.reads,
              [&] {
                  store(pipe_element(pipe, "state", packet, reservation.reads),
                        {integer_type(32, false), next, reservation.reads},
                        at_device(Order::release, pipe.span));
              });
    }
}

/// Copies between the packet and what the pointer points to.
void Interpreter::transfer(const Pipe& pipe, TermId packet, DependencyId reads,
                           const Value& pointer) {
    const Lvalue mine = dereference(pointer, pipe.span);
    const Lvalue theirs = pipe_element(pipe, "packet", packet, reads);
    const Operation plain{.span = pipe.span};
    const Lvalue& from = pipe.reads ? theirs : mine;
    const Lvalue& to = pipe.reads ? mine : theirs;
    store(to, convert(load(from, plain), value_type(to.type), pipe.span), plain);
}

/// An id holds the first packet and, in its low bits, their number; 0 is invalid.
Interpreter::Reservation Interpreter::reservation_of(const Value& id) {
    const TermId mask = terms().constant((1U << kCountBits) - 1, 64);
    const TermId first =
        terms().binary(TermOp::logical_shift_right, id.term, terms().constant(kCountBits, 64));
    return {terms().boolean(true), terms().extend(first, 32, false),
            terms().extend(terms().binary(TermOp::bit_and, id.term, mask), 32, false), id.reads};
}

// ---- the functions ----

/// read_pipe(p, &v) and write_pipe(p, &v): 0, or -1 where there is no packet or no room.
Value Interpreter::transfer_packet(const Pipe& pipe, const Value& pointer) {
    const Reservation one = reserve(pipe, 1);
    under(one.succeeded, one.reads, [&] {
        transfer(pipe, one.first, one.reads, pointer);
        commit(pipe, one);
    });
    return {int_type(),
            terms().if_then_else(one.succeeded, terms().constant(0, 32),
                                 terms().constant(0xffffffffU, 32)),
            one.reads};
}

/// read_pipe(p, id, i, &v) and write_pipe(p, id, i, &v).
Value Interpreter::transfer_reserved(const Pipe& pipe, const std::vector<Value>& arguments) {
    const Reservation reservation = reservation_of(arguments[1]);
    const Value index = convert(arguments[2], integer_type(32, false), pipe.span);
    const TermId inside = terms().binary(TermOp::unsigned_less, index.term, reservation.count);
    undefined("out-of-bounds", "a packet outside the reservation", terms().lnot(inside), pipe.span);
    const DependencyId reads = dependencies().unite(reservation.reads, index.reads);
    under(inside, reads, [&] {
        transfer(pipe, terms().binary(TermOp::add, reservation.first, index.term), reads,
                 arguments[3]);
    });
    return number(0, int_type());
}

Value Interpreter::reserve_packets(const Pipe& pipe, const Value& count, Span span) {
    const Reservation made = reserve(pipe, constant_argument(count, {}, span));
    const TermId first = terms().binary(TermOp::shift_left, terms().extend(made.first, 64, false),
                                        terms().constant(kCountBits, 64));
    const TermId id = terms().binary(TermOp::bit_or, first, terms().extend(made.count, 64, false));
    return {std::make_shared<Type>(language::find_type("reserve_id_t").value()),
            terms().if_then_else(made.succeeded, id, terms().constant(0, 64)), made.reads};
}

std::optional<Value> Interpreter::call_pipe_function(const syntax::Call& call, Span span) {
    using Kind = language::PipeFunction::Kind;
    const std::string& name = call.function;
    const auto known = language::find_pipe_function(name);
    if (!known) return std::nullopt;
    if (known->reach != language::PipeFunction::Reach::work_item)
        reject("E-UNSUPPORTED", name + "() is not supported", call.function_span,
               "let one work-item reserve and commit");
    const language::Builtin shape = *language::find_builtin(name);
    require_arguments(call, shape.least, shape.most);
    const std::vector<Value> arguments = evaluate_arguments(call);
    const auto require_reservation = [&](std::size_t i) {
        if (arguments[i].type->kind == TypeKind::reserve_id) return;
        reject("E-TYPE", name + "() takes a reserve_id_t", call.arguments[i]->span,
               "reserve_read_pipe() and reserve_write_pipe() yield one");
    };
    if (known->kind == Kind::is_valid) {
        require_reservation(0);
        return truth_value(truth(arguments[0], span), arguments[0].reads);
    }
    Pipe pipe = pipe_argument(arguments[0], name, call.arguments[0]->span);
    pipe.span = span;
    if (known->kind == Kind::capacity) return number(pipe.capacity, integer_type(32, false));
    if (known->kind == Kind::packets) {
        const Operation relaxed = at_device(Order::relaxed, span);
        const Value read = load(pipe_counter(pipe, "read"), relaxed);
        const Value written = load(pipe_counter(pipe, "written"), relaxed);
        return operate(syntax::BinaryOperator::subtract, written, read, span);
    }
    if (known->kind == Kind::reserve)
        return reserve_packets(pipe, arguments[1], call.arguments[1]->span);
    const bool transfers = known->kind == Kind::transfer;
    if (transfers && arguments.size() == 2) return transfer_packet(pipe, arguments[1]);
    if (transfers) {
        require_arguments(call, 4, 4);
        require_reservation(1);
        return transfer_reserved(pipe, arguments);
    }
    require_reservation(1);
    const Reservation reservation = reservation_of(arguments[1]);
    undefined("out-of-bounds", "an invalid reservation is committed",
              terms().equal(reservation.count, terms().constant(0, 32)), span);
    commit(pipe, reservation);
    return number(0, void_type());
}

}  // namespace clmm::litmus
