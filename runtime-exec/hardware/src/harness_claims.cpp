#include <algorithm>

#include "clmm/hardware/harness.h"

namespace clmm::hardware {
namespace {

using litmus::EventKind;
using litmus::Order;
using litmus::Scope;

std::string name_of(Order order) {
    switch (order) {
        case Order::acquire:
            return "memory_order_acquire";
        case Order::release:
            return "memory_order_release";
        case Order::acq_rel:
            return "memory_order_acq_rel";
        case Order::seq_cst:
            return "memory_order_seq_cst";
        default:
            return "memory_order_relaxed";
    }
}

bool claims(const AtomicClaims& claims, Order order) {
    if (order == Order::none) return true;
    if (order == Order::seq_cst) return claims.seq_cst;
    return order == Order::relaxed ? claims.relaxed : claims.acq_rel;
}

std::string name_of(Scope scope) {
    switch (scope) {
        case Scope::work_item:
            return "memory_scope_work_item";
        case Scope::sub_group:
            return "memory_scope_sub_group";
        case Scope::work_group:
            return "memory_scope_work_group";
        case Scope::all:
            return "memory_scope_all_svm_devices";
        default:
            return "memory_scope_device";
    }
}

bool claims(const AtomicClaims& claims, Scope scope, const DeviceInfo& device) {
    switch (scope) {
        case Scope::none:
            return true;
        case Scope::work_item:
            return claims.work_item;
        case Scope::sub_group:
            return device.sub_groups;
        case Scope::work_group:
            return claims.work_group;
        case Scope::device:
            return claims.device;
        case Scope::all:
            return claims.all_devices;
    }
    return true;
}

class Uses {
public:
    void add(std::string what, Span span) {
        const auto known = std::ranges::find(uses_, what, &UnclaimedUse::what);
        if (known == uses_.end())
            uses_.push_back({std::move(what), span});
        else if (span.begin < known->span.begin)
            known->span = span;
    }
    std::vector<UnclaimedUse> take() {
        std::ranges::stable_sort(uses_, {}, [](const auto& use) { return use.span.begin; });
        return std::move(uses_);
    }

private:
    std::vector<UnclaimedUse> uses_;
};

}  // namespace

std::vector<UnclaimedUse> unclaimed(const litmus::EventStructure& structure,
                                    const DeviceInfo& device) {
    Uses uses;
    for (const litmus::Event& event : structure.events) {
        const bool is_fence = event.kind == EventKind::fence;
        if (event.initial || structure.terms.is_false(event.guard)) continue;
        if (!is_fence &&
            !(event.atomic && (event.kind == EventKind::read || event.kind == EventKind::write)))
            continue;
        const AtomicClaims& given = is_fence ? device.fences : device.atomics;
        const std::string fence = is_fence ? "fence with " : "";
        if (!claims(given, event.order)) uses.add(fence + name_of(event.order), event.span);
        if (!claims(given, event.scope, device)) uses.add(fence + name_of(event.scope), event.span);
    }
    return uses.take();
}

}  // namespace clmm::hardware
