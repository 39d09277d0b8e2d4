// Atomic functions: those of C11 with order and scope, and those of OpenCL C 1.x.
#include <array>

#include "compile/builtins/call.h"

namespace clmm::runtime::compiler {

using handlers::AtomicOperation;
using handlers::MemoryOrder;

namespace {

struct AtomicFunction {
    const char* name;
    AtomicOperation operation;
};

constexpr std::array kFetches = {
    AtomicFunction{"atomic_exchange", AtomicOperation::exchange},
    AtomicFunction{"atomic_fetch_add", AtomicOperation::fetch_add},
    AtomicFunction{"atomic_fetch_sub", AtomicOperation::fetch_sub},
    AtomicFunction{"atomic_fetch_or", AtomicOperation::fetch_or},
    AtomicFunction{"atomic_fetch_xor", AtomicOperation::fetch_xor},
    AtomicFunction{"atomic_fetch_and", AtomicOperation::fetch_and},
    AtomicFunction{"atomic_fetch_min", AtomicOperation::fetch_min},
    AtomicFunction{"atomic_fetch_max", AtomicOperation::fetch_max},
};

constexpr std::array kLegacy = {
    AtomicFunction{"add", AtomicOperation::fetch_add},
    AtomicFunction{"sub", AtomicOperation::fetch_sub},
    AtomicFunction{"xchg", AtomicOperation::exchange},
    AtomicFunction{"inc", AtomicOperation::fetch_add},
    AtomicFunction{"dec", AtomicOperation::fetch_sub},
    AtomicFunction{"cmpxchg", AtomicOperation::compare_exchange},
    AtomicFunction{"min", AtomicOperation::fetch_min},
    AtomicFunction{"max", AtomicOperation::fetch_max},
    AtomicFunction{"and", AtomicOperation::fetch_and},
    AtomicFunction{"or", AtomicOperation::fetch_or},
    AtomicFunction{"xor", AtomicOperation::fetch_xor},
};

}  // namespace

Value BuiltinCall::atomic_object(std::size_t i, TypePtr& element) {
    Value object = argument(i);
    if (!is_pointer(object.type) || !is_scalar(object.type->element))
        wrong_argument(i, "a pointer to an atomic object");
    const AddressSpace space = object.type->space;
    require(space != AddressSpace::constant && space != AddressSpace::private_memory, "E-ADDRESS",
            "an atomic object is in global or local memory", node_.arguments[i]->span);
    Type plain = *object.type->element;
    plain.is_atomic = plain.is_const = plain.is_volatile = false;
    element = types_.intern(plain);
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
    const bool local = object.type->space == AddressSpace::local;
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
        site.space = object.type->space;
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
    std::string function = name();
    if (!function.starts_with("atomic_")) return std::nullopt;
    const bool is_explicit = function.ends_with("_explicit");
    if (is_explicit) function.resize(function.size() - 9);
    // The order and, if given, the scope follow the operands.
    const auto take = [&](std::size_t operands) {
        expect(operands + (is_explicit ? 1 : 0), operands + (is_explicit ? 2 : 0));
        arguments();
        Ordering out;
        if (is_explicit) out.order = operands;
        if (node_.arguments.size() > operands + 1) out.scope = operands + 1;
        return out;
    };
    TypePtr element = nullptr;
    if (function == "atomic_init") {
        expect(2);
        const Value object = argument(0);
        if (!is_pointer(object.type)) wrong_argument(0, "a pointer to an atomic object");
        Place place = t_.pointee(object);
        const Value value = converted(1, place.type);
        t_.write(place, value);
        return t_.void_value();
    }
    if (function == "atomic_load") {
        const Ordering how = take(1);
        const Value object = atomic_object(0, element);
        return t_.scalar_value(element->scalar,
                               emit_atomic(AtomicOperation::load, object, element, {}, how));
    }
    if (function == "atomic_store") {
        const Ordering how = take(2);
        const Value object = atomic_object(0, element);
        emit_atomic(AtomicOperation::store, object, element, {converted(1, element).reg()}, how);
        return t_.void_value();
    }
    if (function == "atomic_flag_test_and_set") {
        const Ordering how = take(1);
        const Value object = atomic_object(0, element);
        const Reg old = emit_atomic(AtomicOperation::exchange, object, element,
                                    {out_.integer(Scalar::i32, 1)}, how);
        Value out;
        out.type = types_.boolean();
        out.parts = {
            out_.pure({handlers::pure(), loops::to_bool(Scalar::i32), Scalar::u8}, {old}, at())};
        return out;
    }
    if (function == "atomic_flag_clear") {
        const Ordering how = take(1);
        const Value object = atomic_object(0, element);
        emit_atomic(AtomicOperation::store, object, element, {out_.integer(Scalar::i32, 0)}, how);
        return t_.void_value();
    }
    if (function == "atomic_compare_exchange_strong" ||
        function == "atomic_compare_exchange_weak") {
        expect(is_explicit ? 5 : 3, is_explicit ? 6 : 3);
        return compare_exchange(is_explicit);
    }
    for (const AtomicFunction& known : kFetches) {
        if (function != known.name) continue;
        const Ordering how = take(2);
        const Value object = atomic_object(0, element);
        return t_.scalar_value(element->scalar, emit_atomic(known.operation, object, element,
                                                            {converted(1, element).reg()}, how));
    }
    return std::nullopt;
}

/// *expected takes the old value where the exchange fails.
Value BuiltinCall::compare_exchange(bool is_explicit) {
    arguments();
    Ordering how;
    if (is_explicit) how = {.order = 3, .failure = 4};
    if (node_.arguments.size() > 5) how.scope = 5;
    TypePtr element = nullptr;
    const Value object = atomic_object(0, element);
    if (!is_pointer(argument(1).type)) wrong_argument(1, "a pointer to the expected value");
    const Place expected = t_.pointee(argument(1));
    const Value wanted = t_.convert(t_.read(expected), element);
    const Value desired = converted(2, element);
    const Reg old = emit_atomic(AtomicOperation::compare_exchange, object, element,
                                {wanted.reg(), desired.reg()}, how);
    // Floating-point values are compared bit for bit.
    const Scalar bits = memory_size(element->scalar) == 4 ? Scalar::i32 : Scalar::i64;
    const Reg same =
        out_.pure({handlers::pure(), loops::binary(loops::Binary::equal, bits), Scalar::i32},
                  {old, wanted.reg()}, at());
    const Reg success = out_.variable(Scalar::i32);
    out_.move(success, same, at(), true);
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
    std::string function = name();
    if (function.starts_with("atomic_"))
        function = function.substr(7);
    else if (function.starts_with("atom_"))
        function = function.substr(5);
    else
        return std::nullopt;
    for (const AtomicFunction& known : kLegacy) {
        if (function != known.name) continue;
        const bool steps = function == "inc" || function == "dec";
        const bool compares = known.operation == AtomicOperation::compare_exchange;
        expect(steps ? 1 : compares ? 3 : 2);
        arguments();
        TypePtr element = nullptr;
        const Value object = atomic_object(0, element);
        std::vector<Reg> operands;
        if (steps) operands.push_back(out_.integer(element->scalar, 1));
        for (std::size_t i = 1; i < node_.arguments.size(); ++i)
            operands.push_back(converted(i, element).reg());
        require(!is_floating(element->scalar) || function == "xchg", "E-TYPE",
                quote(name()) + " takes integers", at(), "call atomic_fetch_" + function);
        const Ordered relaxed{MemoryOrder::relaxed, MemoryOrder::relaxed, MemoryScope::device};
        return t_.scalar_value(element->scalar,
                               emit_one(known.operation, object, element, operands, relaxed));
    }
    return std::nullopt;
}

}  // namespace clmm::runtime::compiler
