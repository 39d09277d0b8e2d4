#include "clmm/language/functions.h"
#include "clmm/language/scope_meaning.h"
#include "clmm/litmus/spelling.h"
#include "read/constant.h"
#include "unfold/interpreter.h"

namespace clmm::litmus {
namespace {

using language::AtomicEffect;
using language::Modification;

/// As modify() names it.
std::string_view word_of(Modification modification) {
    switch (modification) {
        case Modification::add:
            return "add";
        case Modification::subtract:
            return "sub";
        case Modification::bit_or:
            return "or";
        case Modification::bit_xor:
            return "xor";
        case Modification::bit_and:
            return "and";
        case Modification::minimum:
            return "min";
        case Modification::maximum:
            return "max";
        default:
            return "exchange";
    }
}

}  // namespace

// ---- arguments ----

std::uint64_t Interpreter::constant_argument(const Value& value, std::string_view type, Span span) {
    const std::string given = is_opaque(value.type) ? to_text(*value.type) : std::string();
    if (!given.empty() && given != type)
        reject("E-TYPE",
               "a " + given + " where " + (type.empty() ? "a number" : "a " + std::string(type)) +
                   " is needed",
               span);
    if (!is_integer(value.type) || !terms().is_constant(value.term))
        reject("E-TYPE", "a constant is needed here", span);
    return terms()[value.term].payload;
}

Order Interpreter::order_argument(const Value& value, Span span) {
    const std::uint64_t number = constant_argument(value, "memory_order", span);
    const auto order = order_of(static_cast<std::int64_t>(number));
    if (!order) reject("E-TYPE", "there is no such memory order", span);
    return *order;
}

Scope Interpreter::scope_argument(const Value& value, Span span) {
    const std::uint64_t number = constant_argument(value, "memory_scope", span);
    const auto scope = scope_of(static_cast<std::int64_t>(number));
    if (!scope) reject("E-SCOPE", "there is no such memory scope", span);
    return *scope;
}

/// A scope of one work-item has a meaning for image fences only.
void Interpreter::check_work_item_scope(Scope scope, Span span) {
    if (scope != Scope::work_item) return;
    const std::string message(language::kWorkItemScopeIsOfImages);
    if (!unfolding_.options.inert_work_item_scope) reject("E-SCOPE", message, span);
    unfolding_.reporter.warn("W-SCOPE", message + std::string(language::kWorkItemScopeIsInert),
                             span);
}

Scope Interpreter::default_scope() const {
    return unfolding_.test.language == Language::c ? Scope::all : Scope::device;
}

/// "The order argument shall not be memory_order_release nor memory_order_acq_rel" (C11 7.17.7.2
/// p2), and its kin: "If a shall requirement … is violated, the behavior is undefined" (C11 4 p2).
/// Published tests have such orders.
Order Interpreter::meaningful(Order order, Role role, Span span) {
    const auto use = static_cast<language::OrderUse>(role);  // of the same values
    const language::MemoryOrder given = language_order(order);
    if (!language::is_allowed(given, use)) {
        unfolding_.reporter.warn("W-ORDER", language::about_order(given, use), span);
        undefined("memory-order", language::with_order(given, use), terms().boolean(true), span);
    }
    return meaning_of(order, use);
}

/// "The failure argument shall be no stronger than the success argument" (C11 7.17.7.4 p2).
void Interpreter::check_failure_order(const AtomicCall& call, Order success, Order failure) {
    const auto strength = [](Order order) {
        return order == Order::relaxed ? 0 : order == Order::seq_cst ? 2 : 1;
    };
    if (!call.is_explicit || strength(failure) <= strength(success)) return;
    const std::string stronger = spelling(failure) + " where the exchange fails is stronger than " +
                                 spelling(success) + " where it succeeds";
    const Span span = call.spans[call.operands + 1];
    unfolding_.reporter.warn("W-ORDER", stronger + ", which is undefined; taken as written", span);
    undefined("memory-order", stronger, terms().boolean(true), span);
}

Operation Interpreter::operation_of(const AtomicCall& call, Role role) {
    Operation operation{Order::seq_cst, default_scope(), true, call.span};
    if (!call.is_explicit) return operation;
    const bool compares = call.name.starts_with("atomic_compare");
    const std::size_t index = call.operands + (role == Role::failure ? 1 : 0);
    operation.order = meaningful(order_argument(call.arguments[index], call.spans[index]), role,
                                 call.spans[index]);
    const std::size_t scope = call.operands + (compares ? 2 : 1);
    if (scope < call.arguments.size()) {
        operation.scope = scope_argument(call.arguments[scope], call.spans[scope]);
        check_work_item_scope(operation.scope, call.spans[scope]);
    }
    return operation;
}

Lvalue Interpreter::atomic_place(const Value& pointer, Span span) {
    const Lvalue place = dereference(pointer, span);
    if (!is_scalar(place.type))
        reject("E-TYPE", "an atomic operation on " + to_text(*place.type), span);
    return place;
}

/// "The OpenCL 2.x atomic operations apply to variables of an atomic type" (Overview of atomic and
/// fence operations). Published tests have others.
Lvalue Interpreter::atomic_object(const Value& pointer, Span span) {
    const Lvalue place = atomic_place(pointer, span);
    const bool is_right = place.type->is_atomic || place.type->is_flag;
    if (is_right || unfolding_.test.language != Language::opencl) return place;
    const std::string message =
        "an atomic operation on " + to_text(*place.type) + ", which is no atomic type";
    if (unfolding_.test.code->is_plain_kernel)
        reject("E-TYPE", message, span,
               "declare the object with an atomic type, such as atomic_int");
    unfolding_.reporter.warn("W-ATOMIC", message + "; taken as one", span);
    return place;
}

// ---- the operations ----

std::optional<Value> Interpreter::call_atomic(const syntax::Call& call, Span span) {
    const auto known = language::find_atomic(call.function);
    if (!known) return std::nullopt;
    const auto& [function, is_explicit] = *known;
    const bool scoped = is_explicit && unfolding_.test.language == Language::opencl;
    const std::size_t least = function->operands + (is_explicit ? function->orders : 0);
    const std::size_t most = least + (scoped ? 1 : 0);
    require_arguments(call, least, most, !scoped && is_explicit ? "C11 atomics have no scope" : "");
    AtomicCall atomic{function->name,           is_explicit, function->operands,
                      evaluate_arguments(call), span,        {}};
    for (const auto& argument : call.arguments) atomic.spans.push_back(argument->span);
    if (function->is_flag) return atomic_flag(atomic);
    switch (function->effect) {
        case AtomicEffect::load:
            return atomic_load(atomic);
        case AtomicEffect::initialise:
        case AtomicEffect::store:
            return atomic_store(atomic);
        case AtomicEffect::compare_exchange:
            return atomic_compare_exchange(atomic);
        default:
            return atomic_modify(atomic);
    }
}

Value Interpreter::atomic_load(const AtomicCall& call) {
    const Lvalue place = atomic_object(call.arguments[0], call.spans[0]);
    return load(place, operation_of(call, Role::load));
}

Value Interpreter::atomic_store(const AtomicCall& call) {
    const Lvalue place = atomic_object(call.arguments[0], call.spans[0]);
    reject_constant(place, call.spans[0]);
    const Value value = convert(call.arguments[1], value_type(place.type), call.spans[1]);
    const bool plain = call.name == "atomic_init";
    store(place, value, plain ? Operation{.span = call.span} : operation_of(call, Role::store));
    return number(0, void_type());
}

Value Interpreter::atomic_modify(const AtomicCall& call) {
    const Lvalue place = atomic_object(call.arguments[0], call.spans[0]);
    reject_constant(place, call.spans[0]);
    const Modification what = language::find_atomic(call.name)->function->modification;
    if (is_pointer(place.type) && what != Modification::exchange)
        reject("E-UNSUPPORTED", "arithmetic on an atomic pointer", call.span);
    const Value operand = convert(call.arguments[1], value_type(place.type), call.spans[1]);
    return modify(place, operation_of(call, Role::modify), word_of(what), operand);
}

Value Interpreter::atomic_flag(const AtomicCall& call) {
    const Lvalue place = atomic_object(call.arguments[0], call.spans[0]);
    if (call.name == "atomic_flag_clear") {
        store(place, number(0, value_type(place.type)), operation_of(call, Role::store));
        return number(0, void_type());
    }
    const Value old = modify(place, operation_of(call, Role::modify), "exchange",
                             number(1, value_type(place.type)));
    return truth_value(truth(old, call.span), old.reads);
}

/// What `expected` points to is read before, and written where the exchange fails; in memory
/// these are plain accesses.
Value Interpreter::atomic_compare_exchange(const AtomicCall& call) {
    const Lvalue place = atomic_object(call.arguments[0], call.spans[0]);
    const Lvalue expected = dereference(call.arguments[1], call.spans[1]);
    const Operation success = operation_of(call, Role::modify);
    const Operation failure = call.is_explicit ? operation_of(call, Role::failure) : success;
    check_failure_order(call, success.order, failure.order);
    const TypePtr type = value_type(place.type);
    const Operation plain{.span = call.span};
    const CompareExchange exchange{success, failure, call.name.ends_with("weak"),
                                   convert(load(expected, plain), type, call.spans[1]),
                                   convert(call.arguments[2], type, call.spans[2])};
    const Exchanged result = compare_exchange(place, exchange);
    under(terms().lnot(result.succeeded), result.reads, [&] {
        store(expected, convert(result.seen, value_type(expected.type), call.span), plain);
    });
    return truth_value(result.succeeded, result.reads);
}

std::optional<Value> Interpreter::call_legacy_atomic(const syntax::Call& call, Span span) {
    const language::LegacyAtomic* found = language::find_legacy_atomic(call.function);
    if (found == nullptr) return std::nullopt;
    require_arguments(call, found->operands, found->operands);
    const std::vector<Value> arguments = evaluate_arguments(call);
    const Lvalue place = atomic_place(arguments[0], call.arguments[0]->span);
    const Operation operation{Order::relaxed, default_scope(), true, span};
    const TypePtr type = value_type(place.type);
    if (found->modification == Modification::none)
        return compare_exchange(place,
                                {operation, operation, false, convert(arguments[1], type, span),
                                 convert(arguments[2], type, span)})
            .seen;
    const Value operand =
        found->operands == 1 ? number(1, type) : convert(arguments[1], type, span);
    return modify(place, operation, word_of(found->modification), operand);
}

}  // namespace clmm::litmus
