#include <algorithm>

#include "clmm/hardware/harness.h"
#include "clmm/litmus/opencl_events.h"
#include "clmm/litmus/spelling.h"

namespace clmm::hardware {
namespace {

using litmus::EventKind;
using litmus::Order;
using litmus::Scope;

bool claims(const AtomicClaims& claims, Order order) {
    if (order == Order::none) return true;
    if (order == Order::seq_cst) return claims.seq_cst;
    return order == Order::relaxed ? claims.relaxed : claims.acq_rel;
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
        const litmus::OpenClAttributes& known = litmus::attributes(structure, event.id);
        if (!is_fence &&
            !(known.atomic && (event.kind == EventKind::read || event.kind == EventKind::write)))
            continue;
        const AtomicClaims& given = is_fence ? device.fences : device.atomics;
        const std::string fence = is_fence ? "fence with " : "";
        if (!claims(given, known.order)) uses.add(fence + spelling(known.order), event.span);
        if (!claims(given, known.scope, device))
            uses.add(fence + spelling(known.scope), event.span);
    }
    return uses.take();
}

}  // namespace clmm::hardware
