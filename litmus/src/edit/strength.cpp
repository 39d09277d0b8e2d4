#include "clmm/litmus/strength.h"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>

namespace clmm::litmus {
namespace {

/// What an order promises, as bits, so that weaker is a subset: acquire, release, total order.
unsigned promises(Order order) {
    switch (order) {
        case Order::none:
        case Order::relaxed:
            return 0;
        case Order::acquire:
            return 1;
        case Order::release:
            return 2;
        case Order::acq_rel:
            return 3;
        case Order::seq_cst:
            return 7;
    }
    return 0;
}

unsigned bits(Regions flags) {
    return (flags.global ? 1U : 0U) | (flags.local ? 2U : 0U) | (flags.image ? 4U : 0U);
}

bool is_order_of(OperationKind kind, Order order) {
    const bool for_loads = order != Order::release && order != Order::acq_rel;
    const bool for_stores = order != Order::acquire && order != Order::acq_rel;
    return (kind != OperationKind::load || for_loads) &&
           (kind != OperationKind::store || for_stores);
}

}  // namespace

bool weaker_or_equal(Order a, Order b) { return (promises(a) & ~promises(b)) == 0; }

bool weaker_or_equal(const Strength& a, const Strength& b) {
    return weaker_or_equal(a.order, b.order) && a.scope <= b.scope &&
           (bits(a.flags) & ~bits(b.flags)) == 0;
}

unsigned rank(const Strength& strength) {
    return static_cast<unsigned>(std::popcount(promises(strength.order)) +
                                 static_cast<int>(strength.scope) +
                                 std::popcount(bits(strength.flags)));
}

std::vector<Order> stronger_orders(OperationKind kind, Order now) {
    std::vector<Order> orders;
    for (const Order order : {Order::acquire, Order::release, Order::acq_rel, Order::seq_cst})
        if (order != now && weaker_or_equal(now, order) && is_order_of(kind, order))
            orders.push_back(order);
    return orders;
}

std::vector<Scope> wider_scopes(Scope now, Scope widest) {
    std::vector<Scope> scopes;
    for (const Scope scope : {Scope::sub_group, Scope::work_group, Scope::device, Scope::all})
        if (now < scope && scope <= widest) scopes.push_back(scope);
    return scopes;
}

std::vector<Regions> more_flags(Regions now, Regions offered) {
    std::vector<Regions> flags;
    for (const auto& [global, local] :
         {std::pair(true, false), std::pair(false, true), std::pair(true, true)}) {
        if ((global && !offered.global) || (local && !offered.local)) continue;
        const Regions more{now.global || global, now.local || local, now.image};
        if (more != now && (flags.empty() || flags.back() != more)) flags.push_back(more);
    }
    return flags;
}

std::vector<Order> weaker_orders(OperationKind kind, Order now) {
    std::vector<Order> orders;
    for (const Order order : {Order::acq_rel, Order::release, Order::acquire, Order::relaxed})
        if (promises(order) != promises(now) && weaker_or_equal(order, now) &&
            is_order_of(kind, order))
            orders.push_back(order);
    return orders;
}

std::vector<Scope> narrower_scopes(Scope now) {
    std::vector<Scope> scopes;
    for (const Scope scope : {Scope::device, Scope::work_group, Scope::sub_group})
        if (scope < now) scopes.push_back(scope);
    return scopes;
}

std::vector<Regions> fewer_flags(Regions now) {
    std::vector<Regions> flags;
    for (unsigned set = bits(now); set != 0;) {
        set = (set - 1) & bits(now);  // the next smaller subset
        flags.push_back({(set & 1U) != 0, (set & 2U) != 0, (set & 4U) != 0});
    }
    std::ranges::stable_sort(flags, std::ranges::greater{},
                             [](Regions each) { return std::popcount(bits(each)); });
    return flags;
}

}  // namespace clmm::litmus
