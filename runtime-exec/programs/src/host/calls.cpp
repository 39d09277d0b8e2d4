#include <atomic>
#include <mutex>

#include "check/races/race_checks.h"
#include "clmm/language/functions.h"
#include "compile/diagnose.h"
#include "host/api.h"
#include "host/interpreter.h"

namespace clmm::runtime::host {
namespace {

using compiler::quote;
using compiler::reject;

using language::AtomicEffect;
using language::Modification;

/// All orders are memory_order_seq_cst, which is as strong as any that the text may ask for.
template <class T>
std::uint64_t modify(Modification modification, std::uint64_t address, std::uint64_t bits) {
    const std::atomic_ref<T> object(*reinterpret_cast<T*>(address));
    const T operand = static_cast<T>(bits);
    switch (modification) {
        case Modification::exchange:
            return static_cast<std::uint64_t>(object.exchange(operand));
        case Modification::add:
            return static_cast<std::uint64_t>(object.fetch_add(operand));
        case Modification::subtract:
            return static_cast<std::uint64_t>(object.fetch_sub(operand));
        case Modification::bit_or:
            return static_cast<std::uint64_t>(object.fetch_or(operand));
        case Modification::bit_xor:
            return static_cast<std::uint64_t>(object.fetch_xor(operand));
        case Modification::bit_and:
            return static_cast<std::uint64_t>(object.fetch_and(operand));
        default:
            break;
    }
    T old = object.load();
    const bool least = modification == Modification::minimum;
    while (!object.compare_exchange_weak(old,
                                         least ? std::min(old, operand) : std::max(old, operand))) {
    }
    return static_cast<std::uint64_t>(old);
}

template <class T>
std::uint64_t operate(const language::AtomicFunction& function, std::uint64_t address,
                      std::uint64_t bits) {
    const std::atomic_ref<T> object(*reinterpret_cast<T*>(address));
    switch (function.effect) {
        case AtomicEffect::load:
            return static_cast<std::uint64_t>(object.load());
        case AtomicEffect::initialise:
        case AtomicEffect::store:
            object.store(static_cast<T>(bits));
            return 0;
        default:
            return modify<T>(function.modification, address, bits);
    }
}

template <class T>
bool exchange_if(std::uint64_t address, std::uint64_t& expected, std::uint64_t desired) {
    T known = static_cast<T>(expected);
    const bool done = std::atomic_ref<T>(*reinterpret_cast<T*>(address))
                          .compare_exchange_strong(known, static_cast<T>(desired));
    expected = static_cast<std::uint64_t>(known);
    return done;
}

/// Calls with an integer of the type.
template <class Work>
auto with_type(const Type& type, Span span, Work&& work) {
    if (type.size() == 4) return type.is_signed ? work(std::int32_t{}) : work(std::uint32_t{});
    if (type.size() == 8) return type.is_signed ? work(std::int64_t{}) : work(std::uint64_t{});
    reject("E-UNSUPPORTED", "atomic operations on types of this size are not executed", span);
}

/// What an atomic operation has done, as the checks know it.
struct Done {
    std::uint64_t value = 0;  ///< read
    check::AtomicKind kind = check::AtomicKind::read_modify_write;
    check::Order order = check::Order::seq_cst;
    bool succeeded = true;
};

check::AtomicKind kind_of(AtomicEffect effect) {
    switch (effect) {
        case AtomicEffect::load:
            return check::AtomicKind::load;
        case AtomicEffect::initialise:
        case AtomicEffect::store:
            return check::AtomicKind::store;
        default:
            return check::AtomicKind::read_modify_write;
    }
}

bool is_local_function(const std::string& name) {
    return name.starts_with("atomic_") || name.starts_with("cl");
}

}  // namespace

/// The order that a call's argument asks for; without one, the strongest.
check::Order Interpreter::order_at(const syntax::Call& node, std::size_t index) {
    if (index >= node.arguments.size()) return check::Order::seq_cst;
    const syntax::Expression& argument = *node.arguments[index];
    const auto order = language::memory_order(static_cast<std::int64_t>(
        converted(evaluate(argument), {.width = 64, .is_signed = true}).bits));
    if (!order) reject("E-TYPE", "there is no such memory order", argument.span);
    return check::order_of(*order);
}

/// Host threads act at memory_scope_all_svm_devices, whatever the argument asks for.
void Interpreter::check_scope(const syntax::Call& node, std::size_t index) {
    if (index >= node.arguments.size()) return;
    const syntax::Expression& argument = *node.arguments[index];
    const auto number = static_cast<std::int64_t>(
        converted(evaluate(argument), {.width = 64, .is_signed = true}).bits);
    if (!language::memory_scope(number))
        reject("E-SCOPE", "there is no such memory scope", argument.span);
}

std::vector<Value> Interpreter::arguments_of(const syntax::Call& node) {
    std::vector<Value> arguments;
    for (const auto& each : node.arguments) arguments.push_back(evaluate(*each));
    return arguments;
}

Value Interpreter::call(const syntax::Call& node, Span span) {
    at_ = span;
    if (const auto* function = run_->code().function(node.function)) {
        if (function->is_kernel)
            reject("E-UNSUPPORTED", "a host thread calls the kernel " + quote(node.function), span,
                   "enqueue it: clEnqueueTask(q, " + node.function + "(…))");
        return call_function(*function, arguments_of(node));
    }
    if (node.function.starts_with("atomic_"))
        if (const auto value = atomic(node, span)) return *value;
    if (const auto value = ApiCall(*this, node, span)()) return *value;
    reject("E-UNSUPPORTED",
           "the function " + quote(node.function) + " is not executed in host code",
           node.function_span,
           is_local_function(node.function) ? "clmm check knows more of them" : "");
}

Value Interpreter::call_function(const syntax::Function& function,
                                 const std::vector<Value>& arguments) {
    if (arguments.size() != function.parameters.size())
        reject("E-TYPE", quote(function.name) + " takes another number of arguments", at_);
    // Only the thread's own variables are registers.
    if (frames_.empty()) frames_.push_back({{{}}, {kInt, 0}});
    frames_.push_back({{{}}, {kInt, 0}});
    for (std::size_t i = 0; i < arguments.size(); ++i)
        write(place_of(declare(function.parameters[i].name,
                               run_->types().of_parameter(function.parameters[i]))),
              arguments[i]);
    execute_block(function.body);
    const Value result = frames_.back().result;
    frames_.pop_back();
    return converted(result, run_->types().of(function.return_type));
}

template <class Work>
auto Interpreter::watched_atomic(const Place& object, const syntax::Call& node,
                                 check::AtomicKind kind, check::Order order, Work&& work) {
    using check::AtomicKind;
    if (object.is_private) return work(std::nullopt);
    const auto size = static_cast<std::uint32_t>(object.type.size());
    before_step({.kind = kind == AtomicKind::load    ? Step::Kind::read
                         : kind == AtomicKind::store ? Step::Kind::write
                                                     : Step::Kind::update,
                 .seq_cst = order == check::Order::seq_cst,
                 .address = object.address,
                 .size = size},
                object.span);
    check::HostChecks* checks = run_->checks();
    if (checks == nullptr) return work(std::nullopt);
    const std::lock_guard lock(*checks);
    const check::HostPlace place = host_place(object.span);
    if (node.function == "atomic_init") {
        const Done done = work(std::nullopt);
        checks->access(object.address, size, true, place);
        return done;
    }
    const Done done = work(checks->begin_atomic(object.address, size, kind, order, place));
    checks->end_atomic(object.address, size, done.kind, done.order, place);
    return done;
}

Value Interpreter::fence(const syntax::Call& node, const language::FenceFunction& function,
                         Span span) {
    expect_arguments(node, function.least, function.most);
    const check::Order order = order_at(node, function.order);
    check_scope(node, function.scope);
    if (run_->is_weak() && order == check::Order::seq_cst)
        before_step({.kind = Step::Kind::fence, .seq_cst = true}, span);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if (check::HostChecks* checks = run_->checks()) {
        const std::lock_guard lock(*checks);
        checks->fence(order, host_place(span));
    }
    return {kNothing, 0};
}

void Interpreter::expect_arguments(const syntax::Call& node, std::size_t least, std::size_t most) {
    if (node.arguments.size() < least)
        reject("E-TYPE", quote(node.function) + " takes more arguments", node.function_span);
    if (node.arguments.size() > most)
        reject("E-TYPE", quote(node.function) + " takes fewer arguments", node.function_span);
}

Value Interpreter::compare_exchange(const syntax::Call& node, Span span) {
    const Place object = memory_place(evaluate(*node.arguments[0]), span);
    const Place expected = memory_place(evaluate(*node.arguments[1]), span);
    const std::uint64_t desired = evaluate(*node.arguments[2]).bits;
    std::uint64_t known = read(expected).bits;
    const check::Order order = order_at(node, 3);
    const check::Order failure = order_at(node, 4);
    check_scope(node, 5);
    const auto kind = check::AtomicKind::read_modify_write;
    const Done done = watched_atomic(object, node, kind, order, [&](auto) {
        Done out{.order = order};
        out.succeeded = with_type(object.type, span, [&](auto type) {
            return exchange_if<decltype(type)>(object.address, known, desired);
        });
        if (!out.succeeded) {
            out.kind = check::AtomicKind::load;
            out.order = failure;
        }
        return out;
    });
    if (!done.succeeded) write(expected, {object.type, known});
    return {kInt, done.succeeded ? 1U : 0U};
}

std::optional<Value> Interpreter::atomic(const syntax::Call& node, Span span) {
    if (const language::FenceFunction* known = language::find_fence(node.function))
        if (known->kind == language::FenceFunction::Kind::fence && !known->names_order())
            return fence(node, *known, span);
    const auto known = language::find_atomic(node.function);
    if (!known) return std::nullopt;
    const language::AtomicFunction& function = *known->function;
    const std::size_t orders = known->is_explicit ? function.orders : 0;
    const std::size_t least = function.operands + orders;
    expect_arguments(node, least, least + (known->is_explicit ? 1 : 0));
    if (function.effect == AtomicEffect::compare_exchange) return compare_exchange(node, span);
    const Place object = memory_place(evaluate(*node.arguments[0]), span);
    std::uint64_t bits = function.is_flag && function.effect == AtomicEffect::modify ? 1 : 0;
    if (function.operands > 1) bits = converted(evaluate(*node.arguments[1]), object.type).bits;
    const check::AtomicKind kind = kind_of(function.effect);
    const check::Order order = order_at(node, function.operands);
    check_scope(node, function.operands + 1);
    const Done done =
        watched_atomic(object, node, kind, order, [&](const std::optional<std::uint64_t>& given) {
            Done out{.kind = kind, .order = order};
            out.value = given ? *given : with_type(object.type, span, [&](auto type) {
                return operate<decltype(type)>(function, object.address, bits);
            });
            return out;
        });
    if (kind == check::AtomicKind::store) return Value{kNothing, 0};
    if (function.is_flag) return Value{kInt, done.value};
    return converted({object.type, done.value}, object.type);
}

}  // namespace clmm::runtime::host
