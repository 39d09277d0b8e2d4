// Atomic functions: those of C11 with order and scope, and those of OpenCL C 1.x.
#include "clmm/language/functions.h"
#include "compile/builtins/call.h"

namespace clmm::runtime::compiler {

using handlers::AtomicOperation;
using handlers::MemoryOrder;

namespace {

using language::AtomicEffect;
using language::Modification;

AtomicOperation operation_of(Modification modification) {
    switch (modification) {
        case Modification::none:
            return AtomicOperation::compare_exchange;
        case Modification::exchange:
            return AtomicOperation::exchange;
        case Modification::add:
            return AtomicOperation::fetch_add;
        case Modification::subtract:
            return AtomicOperation::fetch_sub;
        case Modification::bit_or:
            return AtomicOperation::fetch_or;
        case Modification::bit_xor:
            return AtomicOperation::fetch_xor;
        case Modification::bit_and:
            return AtomicOperation::fetch_and;
        case Modification::minimum:
            return AtomicOperation::fetch_min;
        default:
            return AtomicOperation::fetch_max;
    }
}

}  // namespace

Value BuiltinCall::atomic_object(std::size_t i, TypePtr& element) {
    Value object = argument(i);
    if (!is_pointer(object.type) || !is_scalar(object.type->element))
        wrong_argument(i, "a pointer to an atomic object");
    const AddressSpace space = pointee_space(object.type);
    require(
        t_.is_host() || (space != AddressSpace::constant && space != AddressSpace::private_memory),
        "E-ADDRESS", "an atomic object is in global or local memory", node_.arguments[i]->span);
    element = language::value_type(object.type->element);
    return object;
}

/// An order or scope that is no constant makes a branch for each value, with an operation of its
/// own, so that whoever looks at an operation finds these at its site.
Reg BuiltinCall::emit_atomic(AtomicOperation operation, const Value& object, TypePtr element,
                             const std::vector<Reg>& operands, const Ordering& from) {
    const bool known = is_known(from.order) && is_known(from.failure) && is_known(from.scope);
    const bool loads = operation == AtomicOperation::load;
    const bool stores = operation == AtomicOperation::store;
    const auto wanted = loads    ? handlers::Wanted::order_of_load
                        : stores ? handlers::Wanted::order_of_store
                                 : handlers::Wanted::order;
    Reg out = known || stores ? kNoRegister : out_.variable(element->scalar);
    choose_ordered(from, wanted, [&](const Ordered& how) {
        const Reg old = emit_one(operation, object, element, operands, how);
        if (known)
            out = old;
        else if (!stores)
            out_.move(out, old, at(), true);
    });
    return out;
}

Reg BuiltinCall::emit_one(AtomicOperation operation, const Value& object, TypePtr element,
                          const std::vector<Reg>& operands, const Ordered& how) {
    const bool local = pointee_space(object.type) == AddressSpace::local;
    const bool watched = t_.program_.watched();
    const Handler handler = watched ? handlers::watched_atomic(operation, element->scalar)
                                    : handlers::atomic(operation, element->scalar, local);
    require(handler != nullptr, "E-UNSUPPORTED",
            quote(name()) + " is not there for " + quote(to_string(element)), at());
    std::optional<Scalar> result = element->scalar;
    if (operation == AtomicOperation::store) result.reset();
    auto immediate = static_cast<std::int64_t>(how.order);
    if (watched) {
        Site site;
        site.kind = SiteKind::atomic;
        site.span = at();
        site.text = t_.text_at(node_.arguments[0]->span);
        site.reads = operation != AtomicOperation::store;
        site.writes = operation != AtomicOperation::load;
        site.size = site.alignment = memory_size(element->scalar);
        site.space = pointee_space(object.type);
        if (object.root) site.root = *object.root;
        site.operation = operation;
        site.order = how.order;
        site.failure = how.failure;
        site.scope = how.scope;
        immediate = out_.add_site(std::move(site));
    }
    Reg out = kNoRegister;
    const Reg a = object.reg();
    if (operands.empty())
        out = out_.effect(handler, nullptr, result, {a}, immediate, at());
    else if (operands.size() == 1)
        out = out_.effect(handler, nullptr, result, {a, operands[0]}, immediate, at());
    else
        out = out_.effect(handler, nullptr, result, {a, operands[0], operands[1]}, immediate, at());
    out_.note_atomic();
    return out;
}

BuiltinCall::Result BuiltinCall::atomics() {
    const auto known = language::find_atomic(name());
    if (!known) return std::nullopt;
    const language::AtomicFunction& function = *known->function;
    const std::size_t operands = function.operands;
    const std::size_t orders = known->is_explicit ? function.orders : 0;
    // The orders and, if given, the scope follow the operands.
    expect(operands + orders, operands + orders + (known->is_explicit ? 1 : 0));
    arguments();
    if (function.effect == AtomicEffect::initialise) return atomic_init();
    Ordering how;
    if (orders > 0) how.order = operands;
    if (orders > 1) how.failure = operands + 1;
    if (node_.arguments.size() > operands + orders) how.scope = operands + orders;
    if (function.effect == AtomicEffect::compare_exchange)
        return compare_exchange(how, function.is_weak);
    TypePtr element = nullptr;
    const Value object = atomic_object(0, element);
    std::vector<Reg> values;
    if (function.is_flag)
        values = {out_.integer(Scalar::i32, function.effect == AtomicEffect::store ? 0 : 1)};
    else if (operands > 1)
        values = {converted(1, element).reg()};
    const AtomicOperation operation = function.effect == AtomicEffect::load ? AtomicOperation::load
                                      : function.effect == AtomicEffect::store
                                          ? AtomicOperation::store
                                          : operation_of(function.modification);
    const Reg old = emit_atomic(operation, object, element, values, how);
    if (function.effect == AtomicEffect::store) return t_.void_value();
    if (!function.is_flag) return t_.scalar_value(element->scalar, old);
    Value out;
    out.type = types_.boolean();
    out.parts = {
        out_.pure({handlers::pure(), loops::to_bool(Scalar::i32), Scalar::u8}, {old}, at())};
    return out;
}

Value BuiltinCall::atomic_init() {
    const Value object = argument(0);
    if (!is_pointer(object.type)) wrong_argument(0, "a pointer to an atomic object");
    Lvalue place = t_.pointee(object);
    const Value value = converted(1, place.type);
    t_.write(place, value);
    return t_.void_value();
}

/// *expected takes the old value where the exchange fails. A weak one may fail although that is
/// what was expected.
Value BuiltinCall::compare_exchange(const Ordering& how, bool is_weak) {
    TypePtr element = nullptr;
    const Value object = atomic_object(0, element);
    if (!is_pointer(argument(1).type)) wrong_argument(1, "a pointer to the expected value");
    const Lvalue expected = t_.pointee(argument(1));
    const Value wanted = t_.convert(t_.read(expected), element);
    const Value desired = converted(2, element);
    const Reg old = emit_atomic(
        is_weak ? AtomicOperation::weak_compare_exchange : AtomicOperation::compare_exchange,
        object, element, {wanted.reg(), desired.reg()}, how);
    const Reg failed =
        is_weak ? out_.effect(handlers::weak_failure(), nullptr, Scalar::i32, {}, 0, at()) : old;
    // Floating-point values are compared bit for bit.
    const Scalar bits = memory_size(element->scalar) == 4 ? Scalar::i32 : Scalar::i64;
    const Reg same =
        out_.pure({handlers::pure(), loops::binary(loops::Binary::equal, bits), Scalar::i32},
                  {old, wanted.reg()}, at());
    const Reg success = out_.variable(Scalar::i32);
    const Reg done = is_weak ? t_.compare(loops::Binary::less, failed, same) : same;
    out_.move(success, done, at(), true);
    const Label end = out_.label();
    out_.branch(success, true, end, at());
    t_.write(expected, t_.scalar_value(element->scalar, old));
    out_.place(end, 0, at());
    Value out;
    out.type = types_.boolean();
    out.parts = {
        out_.pure({handlers::pure(), loops::to_bool(Scalar::i32), Scalar::u8}, {success}, at())};
    return out;
}

BuiltinCall::Result BuiltinCall::legacy_atomics() {
    const language::LegacyAtomic* known = language::find_legacy_atomic(name());
    if (known == nullptr) return std::nullopt;
    const bool exchanges = known->modification == Modification::exchange;
    expect(known->operands);
    arguments();
    TypePtr element = nullptr;
    const Value object = atomic_object(0, element);
    std::vector<Reg> operands;
    if (known->operands == 1) operands.push_back(out_.integer(element->scalar, 1));
    for (std::size_t i = 1; i < node_.arguments.size(); ++i)
        operands.push_back(converted(i, element).reg());
    require(!is_floating(element->scalar) || exchanges, "E-TYPE", quote(name()) + " takes integers",
            at(), "call atomic_fetch_" + std::string(known->suffix));
    const Ordered relaxed{MemoryOrder::relaxed, MemoryOrder::relaxed, MemoryScope::device};
    return t_.scalar_value(element->scalar, emit_one(operation_of(known->modification), object,
                                                     element, operands, relaxed));
}

}  // namespace clmm::runtime::compiler
