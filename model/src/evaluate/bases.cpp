// What the names that C++ gives to a model mean, as far as it does not depend on the execution
// beyond which events take place.
#include <algorithm>
#include <optional>

#include "evaluate/facts.h"

namespace clmm::model {
namespace {

using litmus::Event;
using litmus::EventKind;
using litmus::Order;
using litmus::Scope;
using litmus::Unit;
namespace k = kernels;

bool is_access(const Event& event) {
    return event.kind == EventKind::read || event.kind == EventKind::write;
}

bool is_barrier(const Event& event) {
    return event.kind == EventKind::barrier_entry || event.kind == EventKind::barrier_exit;
}

/// Nullopt where the base is not a set.
std::optional<bool> has_order_or_scope(const Event& event, Base base) {
    switch (base) {
        case Base::relaxed:
            return event.order == Order::relaxed;
        case Base::acquire:
            return event.order == Order::acquire;
        case Base::release:
            return event.order == Order::release;
        case Base::acq_rel:
            return event.order == Order::acq_rel;
        case Base::seq_cst:
            return event.order == Order::seq_cst;
        case Base::scope_work_item:
            return event.scope == Scope::work_item;
        case Base::scope_sub_group:
            return event.scope == Scope::sub_group;
        case Base::scope_work_group:
            return event.scope == Scope::work_group;
        case Base::scope_device:
            return event.scope == Scope::device;
        case Base::scope_all:
            return event.scope == Scope::all;
        case Base::scope_reduced:
            return event.scope == Scope::work_group && event.written_scope == Scope::device;
        case Base::global:
            return event.regions.global;
        case Base::local:
            return event.regions.local;
        case Base::image:
            return event.regions.image;
        default:
            return std::nullopt;
    }
}

std::optional<bool> is_member(const Event& event, Base base) {
    switch (base) {
        case Base::everything:
            return true;
        case Base::read:
            return event.kind == EventKind::read;
        case Base::write:
            return event.kind == EventKind::write;
        case Base::memory:
            return is_access(event);
        case Base::fence:
            return event.kind == EventKind::fence || is_barrier(event);
        case Base::barrier:
            return is_barrier(event);
        case Base::barrier_entry:
            return event.kind == EventKind::barrier_entry;
        case Base::barrier_exit:
            return event.kind == EventKind::barrier_exit;
        case Base::initial:
            return event.initial;
        case Base::atomic:
            return event.atomic;
        case Base::non_atomic:
            return is_access(event) && !event.atomic;
        case Base::non_atomic_location:
            return is_access(event) && !event.atomic_location;
        default:
            break;
    }
    return has_order_or_scope(event, base);
}

using Placement = bool (*)(const Unit&, const Unit&);

Placement placement(Base base) {
    switch (base) {
        case Base::same_unit:
            return [](const Unit& a, const Unit& b) { return a.id == b.id; };
        case Base::same_sub_group:
            return litmus::same_sub_group;
        case Base::same_work_group:
            return litmus::same_work_group;
        case Base::same_kernel_instance:
            return litmus::same_kernel_instance;
        case Base::same_device:
            return litmus::same_device;
        case Base::parent_instance:
            return litmus::is_parent;
        default:
            return nullptr;
    }
}

Words from_matrix(const BitMatrix& matrix) {
    return {matrix.row(0), matrix.row(0) + matrix.size() * matrix.stride()};
}

/// The pairs of a link; none where the structure has no such link.
Words linked(const EventStructure& structure, Base base) {
    const BitMatrix& pairs =
        structure
            .links[static_cast<std::size_t>(base) - static_cast<std::size_t>(Base::first_link)];
    if (pairs.size() == 0) return {};
    return from_matrix(pairs);
}

bool is_tag(Base base) { return base >= Base::first_tag && base <= Base::last_tag; }

Words tagged(const EventStructure& structure, Base base) {
    const auto tag = static_cast<litmus::Tag>(static_cast<unsigned>(base) -
                                              static_cast<unsigned>(Base::first_tag));
    Words result;
    for (const Event& event : structure.events) {
        if (!event.tags.has(tag)) continue;
        result.resize(Shape(structure.size()).words(true));
        k::put(result.data(), event.id.index());
    }
    return result;
}

Words same_object(const EventStructure& structure) {
    if (std::ranges::all_of(structure.events, [](const Event& of) { return of.object == 0; }))
        return {};
    const Shape shape(structure.size());
    Words result(shape.words(false));
    for (const Event& a : structure.events)
        for (const Event& b : structure.events)
            if (a.object != 0 && a.object == b.object && is_access(a) && is_access(b))
                k::put(result.data() + a.id.index() * shape.stride, b.id.index());
    return result;
}

Words placed(const EventStructure& structure, Placement together) {
    const Shape shape(structure.size());
    Words result(shape.words(false));
    for (const Event& a : structure.events)
        for (const Event& b : structure.events)
            if (a.unit.valid() && b.unit.valid() &&
                together(structure.units[a.unit.index()], structure.units[b.unit.index()]))
                k::put(result.data() + a.id.index() * shape.stride, b.id.index());
    return result;
}

Words identity(const EventStructure& structure) {
    const Shape shape(structure.size());
    Words result(shape.words(false));
    for (std::size_t a = 0; a < shape.n; ++a) k::put(result.data() + a * shape.stride, a);
    return result;
}

}  // namespace

Words static_base(const EventStructure& structure, Base base) {
    if (structure.events.empty()) return {};
    switch (base) {
        case Base::identity:
            return identity(structure);
        case Base::sequenced_before:
            return from_matrix(structure.sb);
        case Base::address_dependency:
            return from_matrix(structure.addr);
        case Base::data_dependency:
            return from_matrix(structure.data);
        case Base::control_dependency:
            return from_matrix(structure.ctrl);
        case Base::control_until_join:
            return from_matrix(structure.ctrl_until_join);
        case Base::read_modify_write:
            return from_matrix(structure.rmw);
        case Base::same_object:
            return same_object(structure);
        default:
            break;
    }
    if (base >= Base::first_link && base <= Base::last_link) return linked(structure, base);
    if (is_tag(base)) return tagged(structure, base);
    if (const Placement together = placement(base)) return placed(structure, together);
    if (!is_member(structure.events[0], base)) return {};
    Words result((structure.size() + 63) / 64);
    for (const Event& event : structure.events)
        if (*is_member(event, base)) k::put(result.data(), event.id.index());
    return result;
}

}  // namespace clmm::model
