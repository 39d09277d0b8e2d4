// Memory orders and scopes as arguments. A constant is part of the operation; a value of the run
// chooses among operations, one for each value that is allowed.
#include <algorithm>
#include <array>
#include <iterator>
#include <span>

#include "clmm/language/functions.h"
#include "clmm/language/order_meaning.h"
#include "clmm/language/scope_meaning.h"
#include "compile/builtins/call.h"

namespace clmm::runtime::compiler {

using handlers::MemoryOrder;
using handlers::Wanted;

namespace {

language::OrderUse use_of(Wanted wanted) {
    switch (wanted) {
        case Wanted::order_of_load:
            return language::OrderUse::load;
        case Wanted::order_of_failure:
            return language::OrderUse::failure;
        case Wanted::order_of_store:
            return language::OrderUse::store;
        default:
            return language::OrderUse::modification;
    }
}

bool is_allowed(std::int64_t value, Wanted wanted) {
    if (wanted == Wanted::flags) return language::fence_flags(value).has_value();
    if (wanted == Wanted::scope) return language::memory_scope(value).has_value();
    const auto order = language::memory_order(value);
    return order && language::is_allowed(*order, use_of(wanted));
}

std::int64_t number_of(MemoryOrder order) {
    return *std::ranges::find_if(language::memory_orders(), [&](std::int64_t number) {
        return language::memory_order(number) == order;
    });
}

std::vector<std::int64_t> values_of(Wanted wanted) {
    static constexpr std::array<std::int64_t, 8> kFlags = {0, 1, 2, 3, 4, 5, 6, 7};
    std::span<const std::int64_t> all = language::memory_orders();
    if (wanted == Wanted::flags) all = kFlags;
    if (wanted == Wanted::scope) all = language::memory_scopes();
    std::vector<std::int64_t> values;
    std::ranges::copy_if(all, std::back_inserter(values),
                         [&](std::int64_t value) { return is_allowed(value, wanted); });
    return values;
}

}  // namespace

bool BuiltinCall::is_known(std::size_t i) {
    if (i == kNone) return true;
    const Value value = argument(i);
    return value.parts.size() == 1 && out_.value(value.reg()).has_value();
}

/// A constant that is no order or scope.
void BuiltinCall::refuse(std::size_t i, Wanted wanted) {
    const char* const what = wanted == Wanted::scope ? "scope" : "order";
    reject("E-TYPE", std::string("a memory_") + what + " is needed here", node_.arguments[i]->span);
}

void BuiltinCall::choose(std::size_t i, Wanted wanted,
                         const std::function<void(std::int64_t)>& work) {
    const Wanted any = wanted == Wanted::scope ? wanted : Wanted::order;
    if (!is_scalar(argument(i).type) || !is_integer(argument(i).type)) refuse(i, any);
    if (is_known(i)) {
        const std::int64_t value = constant(i);
        if (!is_allowed(value, any)) refuse(i, any);
        if (is_allowed(value, wanted)) return work(value);
        const MemoryOrder given = *language::memory_order(value);
        t_.program_.add(
            Rejected{{Severity::warning, "W-ORDER", language::about_order(given, use_of(wanted)),
                      "", nullptr, node_.arguments[i]->span}});
        return work(number_of(language::meaning_of(given, use_of(wanted))));
    }
    const Reg given = converted(i, types_.scalar(Scalar::i32)).reg();
    const Label end = out_.label();
    for (const std::int64_t value : values_of(wanted)) {
        const Label next = out_.label();
        const Reg same = t_.compare(loops::Binary::equal, given, out_.integer(Scalar::i32, value));
        out_.branch(same, false, next, at());
        work(value);
        out_.jump(end, at());
        out_.place(next, 0, at());
    }
    out_.effect(handlers::refuse(), nullptr, std::nullopt, {given},
                static_cast<std::int64_t>(wanted), node_.arguments[i]->span);
    out_.place(end, 0, at());
}

/// Whether the value is allowed, where it makes no difference to what is executed.
void BuiltinCall::check(std::size_t i, Wanted wanted) {
    choose(i, wanted, [](std::int64_t) {});
}

/// A scope of one work-item has a meaning for image fences only.
void BuiltinCall::check_work_item_scope(std::size_t scope) {
    if (language::memory_scope(constant(scope)) != MemoryScope::work_item) return;
    const language::FenceFunction* fence = language::find_fence(name());
    if (fence != nullptr && fence->flags < node_.arguments.size() && is_known(fence->flags)) {
        const auto flags = language::fence_flags(constant(fence->flags));
        if (flags && flags->image) return;
    }
    const std::string message(language::kWorkItemScopeIsOfImages);
    const Span span = fence != nullptr ? at() : node_.arguments[scope]->span;
    if (t_.program_.rejects_work_item_scope) reject("E-SCOPE", message, span);
    t_.program_.add(
        Rejected{{Severity::warning, "W-SCOPE",
                  message + std::string(language::kWorkItemScopeIsInert), "", nullptr, span}});
}

void BuiltinCall::choose_scope(std::size_t i, MemoryScope otherwise,
                               const std::function<void(MemoryScope)>& work) {
    if (i == kNone) return work(otherwise);
    if (is_known(i)) check_work_item_scope(i);
    if (t_.program_.watched() || is_known(i))
        return choose(i, Wanted::scope,
                      [&](std::int64_t value) { work(*language::memory_scope(value)); });
    check(i, Wanted::scope);
    work(otherwise);
}

void BuiltinCall::choose_ordered(const Ordering& from, Wanted wanted,
                                 const std::function<void(const Ordered&)>& work) {
    Ordered how{.scope = from.implied};
    const auto with_order = [&] {
        choose_scope(from.scope, how.scope, [&](MemoryScope scope) {
            how.scope = scope;
            work(how);
        });
    };
    const auto with_failure = [&] {
        const bool matters = t_.program_.watched() || is_known(from.failure);
        if (from.failure == kNone) return with_order();
        if (!matters) {
            check(from.failure, Wanted::order_of_failure);
            return with_order();
        }
        choose(from.failure, Wanted::order_of_failure, [&](std::int64_t value) {
            how.failure = *language::memory_order(value);
            with_order();
        });
    };
    if (from.order == kNone) return with_failure();
    choose(from.order, wanted, [&](std::int64_t value) {
        how.order = *language::memory_order(value);
        with_failure();
    });
}

void BuiltinCall::fence(const Ordered& how, std::size_t given) {
    if (!t_.program_.watched()) {
        out_.effect(handlers::fence(), nullptr, std::nullopt, {},
                    static_cast<std::int64_t>(how.order), at());
        return;
    }
    const auto emit = [&](std::optional<std::int64_t> flags) {
        const std::uint32_t index = synchronisation_site(SiteKind::fence, how.scope, given);
        Site& site = out_.code().sites[index];
        site.order = how.order;
        if (flags) order_regions(site, *flags);
        out_.effect(handlers::watched_fence(), nullptr, std::nullopt, {}, index, at());
    };
    if (is_known(given)) return emit(std::nullopt);
    choose(given, Wanted::flags, [&](std::int64_t flags) { emit(flags); });
}

}  // namespace clmm::runtime::compiler
