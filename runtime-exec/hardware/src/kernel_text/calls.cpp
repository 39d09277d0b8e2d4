// Calls, and what the atomic functions of OpenCL C 2.0 are on devices that have those of 1.2 only.

#include <algorithm>

#include "clmm/language/api.h"
#include "clmm/language/builtins.h"
#include "clmm/language/constants.h"
#include "clmm/language/functions.h"
#include "clmm/language/integers.h"
#include "harness/refuse.h"
#include "kernel_text/print.h"

namespace clmm::hardware {
namespace {

using language::MemoryOrder;

bool is_group_function(std::string_view function) {
    return function.starts_with("work_group_") || function.starts_with("sub_group_") ||
           function.starts_with("async_work_group_") || function == "wait_group_events";
}

bool is_about_work_items(std::string_view function) {
    static const std::set<std::string_view> others = {"get_fence", "get_image_width",
                                                      "get_pipe_num_packets",
                                                      "get_pipe_max_packets", "get_default_queue"};
    return function.starts_with("get_") && !others.contains(function);
}

/// The API of the host and of device-side enqueue, images and pipes.
bool is_of_host_or_objects(std::string_view function) {
    using Family = language::Builtin::Family;
    if (const auto builtin = language::find_builtin(function))  // `clamp` and `clz` among them
        return builtin->family == Family::image || builtin->family == Family::pipe;
    return language::find_api_function(function) != nullptr || function.starts_with("cl");
}

void check_call(const syntax::Call& call) {
    const std::string& function = call.function;
    if (is_barrier(function))
        refuse("a barrier inside of a function or an expression is not executed on devices",
               call.function_span, "write it as a statement of the unit itself");
    if (is_group_function(function))
        refuse("'" + function +
                   "' is not executed on devices: a work-group there runs many instances of the "
                   "test at once",
               call.function_span);
    if (is_about_work_items(function))
        refuse("'" + function +
                   "' is not executed on devices: the numbers of a unit are not those of the "
                   "work-item that runs it",
               call.function_span);
    if (is_of_host_or_objects(function))
        refuse("'" + function + "' is not executed on devices", call.function_span,
               "clmm exec runs host programs");
    if (function == "assert" || function == "clmm_assume")
        refuse("'" + function + "' is for the checker and not executed", call.function_span,
               "ask in the condition or the filter");
}

/// The number that an atomic call is given as its n-th argument, by name or as a literal.
std::optional<std::int64_t> number_at(const syntax::Call& call, std::size_t n) {
    if (n >= call.arguments.size()) return std::nullopt;
    const auto number = language::constant_value(*call.arguments[n]);
    if (!number) return std::nullopt;
    return static_cast<std::int64_t>(number->bits);
}

std::optional<MemoryOrder> order_at(const syntax::Call& call, std::size_t n) {
    const auto number = number_at(call, n);
    return number ? language::memory_order(*number) : std::nullopt;
}

/// The checker takes orders that OpenCL C gives an operation no meaning with.
void check_orders(const syntax::Call& call) {
    using language::AtomicEffect;
    const auto known = language::find_atomic(call.function);
    if (!known || !known->is_explicit) return;
    const language::AtomicFunction& function = *known->function;
    const bool compares = function.effect == AtomicEffect::compare_exchange;
    const bool stores = function.effect == AtomicEffect::store;
    if (!compares && !stores && function.effect != AtomicEffect::load) return;
    const std::size_t argument = function.operands + (compares ? 1 : 0);
    const auto order = order_at(call, argument);
    if (!order || (stores ? language::is_order_of_store : language::is_order_of_load)(*order))
        return;
    const std::string what = compares ? "a failure" : stores ? "a store" : "a load";
    refuse("OpenCL C has no " + language::spelling(*order) + " for " + what,
           call.arguments[argument]->span);
}

void check_relaxed(const syntax::Call& call, bool is_explicit, std::size_t operands) {
    const std::size_t orders = operands == 3 ? 2 : 1;
    for (std::size_t i = 0; i < orders; ++i) {
        if (is_explicit && order_at(call, operands + i) == MemoryOrder::relaxed) continue;
        refuse("the device has atomics of OpenCL 1.2 only, which are relaxed", call.function_span,
               "write '_explicit' and memory_order_relaxed");
    }
    using language::MemoryScope;
    const auto number = number_at(call, operands + orders);
    const auto scope = number ? language::memory_scope(*number) : std::nullopt;
    if (scope == MemoryScope::work_item || scope == MemoryScope::sub_group)
        refuse("the device has atomics of OpenCL 1.2 only, which know no " +
                   language::spelling(*scope),
               call.function_span);
}

}  // namespace

std::string CodePrinter::old_atomic_call(const syntax::Call& call) {
    using language::AtomicEffect;
    const auto known = language::find_atomic(call.function);
    if (!known)
        refuse("the device has atomics of OpenCL 1.2 only, and no '" + call.function + "'",
               call.function_span);
    const language::AtomicFunction& function = *known->function;
    if (function.effect != AtomicEffect::initialise)
        check_relaxed(call, known->is_explicit, function.operands);
    if (function.effect == AtomicEffect::compare_exchange) return compare_exchange(call);
    const std::string object = this->object(call);
    if (function.effect == AtomicEffect::load) return "(*" + object + ")";
    if (function.effect != AtomicEffect::modify)
        return "(*" + object + " = " + (function.is_flag ? "0" : operand(*call.arguments[1])) + ")";
    const std::string old = *language::legacy_name(function.modification) + "(" + object + ", ";
    if (function.is_flag) return "(" + old + "1) != 0)";
    return old + expression(*call.arguments[1]) + ")";
}

std::string CodePrinter::atomic_call(const syntax::Call& call) {
    if (call.function == "atomic_thread_fence") {
        if (!names_.c11_atomics)
            refuse("the device has atomics of OpenCL 1.2 only, and no fences with an order",
                   call.function_span);
        return "atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE, " +
               arguments(call) + ", memory_scope_device)";
    }
    check_orders(call);
    if (!names_.c11_atomics) return old_atomic_call(call);
    if (call.function == "fence" || call.function == "atomic_work_item_fence")
        return "atomic_work_item_fence(" + arguments(call) + ")";
    if (call.function.starts_with("atomic_compare_exchange_")) return compare_exchange(call);
    return call.function + "(" + object(call) + arguments(call, 1) + ")";
}

std::string CodePrinter::barrier(const syntax::Call& call) {
    if (names_.c11_atomics || call.function == "sub_group_barrier")
        return call.function + "(" + arguments(call) + ");";
    const auto scope = number_at(call, 1);
    if (call.arguments.size() > 1 &&
        (!scope || language::memory_scope(*scope) != language::MemoryScope::work_group))
        refuse("the device's barriers are those of OpenCL 1.2, which have no scope",
               call.function_span);
    return "barrier(" + expression(*call.arguments[0]) + ");";
}

std::string CodePrinter::call(const syntax::Call& call) {
    if (names_.functions.contains(call.function)) {
        std::string out = call.function + "(";
        for (const std::string& hidden : names_.hidden_arguments) out += hidden + ", ";
        out += arguments(call);
        if (out.ends_with(", ")) out.resize(out.size() - 2);
        return out + ")";
    }
    check_call(call);
    if (call.function.starts_with("atomic_") || call.function == "fence") return atomic_call(call);
    return call.function + "(" + arguments(call) + ")";
}

}  // namespace clmm::hardware
