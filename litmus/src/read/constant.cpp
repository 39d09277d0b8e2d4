#include "read/constant.h"

#include "clmm/language/constants.h"
#include "clmm/language/integers.h"

namespace clmm::litmus {
Order order_of(language::MemoryOrder order) {
    using language::MemoryOrder;
    switch (order) {
        case MemoryOrder::relaxed:
            return Order::relaxed;
        case MemoryOrder::acquire:
            return Order::acquire;
        case MemoryOrder::release:
            return Order::release;
        case MemoryOrder::acq_rel:
            return Order::acq_rel;
        default:
            return Order::seq_cst;
    }
}

Scope scope_of(language::MemoryScope scope) {
    using language::MemoryScope;
    switch (scope) {
        case MemoryScope::work_item:
            return Scope::work_item;
        case MemoryScope::sub_group:
            return Scope::sub_group;
        case MemoryScope::work_group:
            return Scope::work_group;
        case MemoryScope::device:
            return Scope::device;
        default:
            return Scope::all;
    }
}

std::optional<Order> order_of(std::int64_t number) {
    const auto order = language::memory_order(number);
    return order ? std::optional(order_of(*order)) : std::nullopt;
}

std::optional<Scope> scope_of(std::int64_t number) {
    const auto scope = language::memory_scope(number);
    return scope ? std::optional(scope_of(*scope)) : std::nullopt;
}

std::optional<Regions> regions_of(std::int64_t number) {
    const auto flags = language::fence_flags(number);
    if (!flags) return std::nullopt;
    return Regions{.global = flags->global, .local = flags->local, .image = flags->image};
}

language::MemoryOrder language_order(Order order) {
    using language::MemoryOrder;
    switch (order) {
        case Order::acquire:
            return MemoryOrder::acquire;
        case Order::release:
            return MemoryOrder::release;
        case Order::acq_rel:
            return MemoryOrder::acq_rel;
        case Order::seq_cst:
            return MemoryOrder::seq_cst;
        default:
            return MemoryOrder::relaxed;
    }
}

Order meaning_of(Order order, language::OrderUse use) {
    return order_of(language::meaning_of(language_order(order), use));
}

std::optional<std::int64_t> constant_value(const syntax::Expression& expression,
                                           const language::ConstantSizes& sizes) {
    const auto value = language::constant_value(expression, {}, sizes);
    if (!value) return std::nullopt;
    return static_cast<std::int64_t>(value->bits);
}

std::optional<std::uint64_t> local_array_elements(const syntax::Call& call) {
    if (call.arguments.size() != 1) return std::nullopt;
    const auto number = constant_value(*call.arguments[0]);
    if (!number || *number < 1 || *number > 65536) return std::nullopt;
    return static_cast<std::uint64_t>(*number);
}

}  // namespace clmm::litmus
