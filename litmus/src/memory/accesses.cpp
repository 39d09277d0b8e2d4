#include <algorithm>
#include <tuple>

#include "edit/event_changes.h"
#include "memory/object_pieces.h"
#include "read/object_layout.h"
#include "unfold/interpreter.h"

namespace clmm::litmus {
namespace {

Regions region_of(AddressSpace space) {
    return {.global = space != AddressSpace::local, .local = space == AddressSpace::local};
}

}  // namespace

// ---- where an access may go ----

/// The pointer leads to no multiple of the access's size.
TermId Interpreter::is_misaligned(const Lvalue& place) {
    const bool is_natural = !place.object.recast && !terms().is_constant(place.address);
    const std::uint64_t size = place.type->width() / 8U;
    if (is_natural || size == 1) return terms().boolean(false);
    const TermId low =
        terms().binary(TermOp::bit_and, place.address, terms().constant(size - 1, 64));
    return terms().lnot(terms().equal(low, terms().constant(0, 64)));
}

std::string Interpreter::misaligned_text(const Lvalue& place) {
    return "an access of " + std::to_string(place.type->width() / 8U) +
           " bytes at an address that is no multiple of that";
}

/// Rejects a place that is known to be out of the unit's reach.
void Interpreter::check_reach(const Lvalue& place, const Location& location) {
    if (is_host() && location.space == AddressSpace::local)
        reject("E-ADDRESS", "a host thread cannot reach '" + location.name + "' in local memory",
               place.span);
    const bool is_known = place.object.kind == Provenance::Kind::memory;
    if (is_known && is_work_item() && location.allocation == Allocation::host_memory)
        reject("E-ADDRESS", "no device can reach '" + location.name + "' in host memory",
               place.span, "allocate it as a buffer or as shared virtual memory");
}

/// The elements of the object that the pointer was made from; where that is unknown, all
/// locations of the width that hold addresses or numbers as the access does.
std::vector<LocationId> Interpreter::candidates_of(const Lvalue& place) const {
    std::vector<LocationId> candidates;
    if (place.object.kind == Provenance::Kind::memory) {
        const MemoryObject& object = unfolding_.objects[place.object.index];
        const auto& locations = unfolding_.structure.locations;
        for (std::size_t i = 0; i < object.count; ++i) {
            const Location& location = locations[object.first.index() + i];
            if (location.width == place.type->width()) candidates.push_back(location.id);
        }
        return candidates;
    }
    for (const Location& location : unfolding_.structure.locations)
        if (location.width == place.type->width() && location.is_pointer == is_pointer(place.type))
            candidates.push_back(location.id);
    return candidates;
}

/// Part of the object that a pointer was made from, as far as that is known.
bool Interpreter::contains(Provenance object, LocationId location) const {
    if (object.kind != Provenance::Kind::memory) return true;
    const MemoryObject& found = unfolding_.objects[object.index];
    return location.index() >= found.first.index() &&
           location.index() < found.first.index() + found.count;
}

/// The location that a place is if its pointer has this value; null outside the objects. All of
/// an access in pieces lies in one object.
const Location* Interpreter::target_at(const Lvalue& place, std::uint64_t address) const {
    const auto& locations = unfolding_.structure.locations;
    const Location* found = find_location(locations, address + place.within);
    if (found == nullptr || found->width != place.type->width()) return nullptr;
    if (!contains(place.object, found->id)) return nullptr;
    if (place.whole == 0) return found;
    const Location* first = find_location(locations, address);
    const Location* last =
        find_location(locations, address + place.whole - place.type->width() / 8U);
    const bool is_inside = first != nullptr && last != nullptr && first->object == found->object &&
                           last->object == found->object && contains(place.object, first->id) &&
                           contains(place.object, last->id);
    return is_inside ? found : nullptr;
}

std::vector<Target> Interpreter::targets_of(const Lvalue& place, bool& may_miss) {
    const auto values = possible_values(terms(), place.address);
    std::vector<Target> targets;
    const auto add = [&](std::uint64_t address) {
        const Location* found = target_at(place, address);
        if (found == nullptr) return false;
        targets.push_back({found->id, terms().equal(place.address, terms().constant(address, 64))});
        return true;
    };
    if (!values) {
        const auto& locations = unfolding_.structure.locations;
        for (const LocationId id : candidates_of(place))
            (void)add(locations[id.index()].address - place.within);
        may_miss = true;
        return targets;
    }
    for (const std::uint64_t value : *values) {
        const bool is_aligned = place.whole == 0 || value % place.whole == 0;
        if (!add(value) || !is_aligned) may_miss = true;
    }
    return targets;
}

std::vector<TargetGroup> Interpreter::groups_of(const Lvalue& place) {
    bool may_miss = false;
    std::vector<TargetGroup> groups;
    if (dead()) return groups;
    TermId hit = terms().boolean(false);
    for (const Target& target : targets_of(place, may_miss)) {
        if (terms().is_false(target.when)) continue;
        const Location& location = unfolding_.structure.locations[target.location.index()];
        check_reach(place, location);
        if (is_work_item() && location.allocation == Allocation::host_memory) {
            if (place.within == 0)
                undefined("host-memory", "a device uses '" + location.name + "' in host memory",
                          target.when, place.span);
            may_miss = true;
            hit = terms().lor(hit, target.when);
            continue;
        }
        AddressSpace space = written_space(*place.type).value_or(location.space);
        if (location.space == AddressSpace::constant) space = AddressSpace::constant;
        const auto key = [](const TargetGroup& g) {
            return std::tuple(g.space, g.atomic_location, g.allocation, g.object);
        };
        const bool is_split = unfolding_.objects[location.object].split;
        TargetGroup fresh{{target},
                          target.when,
                          region_of(space),
                          location.atomic_type,
                          space,
                          location.allocation,
                          is_split ? location.object + 1 : 0};
        const auto same = std::ranges::find(groups, key(fresh), key);
        if (same == groups.end()) {
            groups.push_back(std::move(fresh));
        } else {
            same->targets.push_back(target);
            same->when = terms().lor(same->when, target.when);
        }
        hit = terms().lor(hit, target.when);
    }
    if (may_miss || groups.empty())
        miss(place, hit);
    else if (groups.size() == 1)
        groups.front().when = terms().boolean(true);
    return groups;
}

/// All bytes of the access are the object's, at whatever address it is.
TermId Interpreter::is_within(const Lvalue& place, std::uint64_t begin, std::uint64_t size) {
    const std::uint64_t length = place.type->width() / 8U;
    if (length > size) return terms().boolean(false);
    const TermId offset =
        terms().binary(TermOp::subtract, place.address, terms().constant(begin, 64));
    return terms().binary(TermOp::unsigned_less_equal, offset, terms().constant(size - length, 64));
}

/// The same of the object that it may go to, as far as that is known.
TermId Interpreter::is_within_object(const Lvalue& place) {
    if (place.object.kind == Provenance::Kind::memory)
        return is_within(place, object_address(unfolding_, place.object.index),
                         object_size(unfolding_, place.object.index));
    TermId within = terms().boolean(false);
    const auto values = possible_values(terms(), place.address);
    for (const std::uint64_t value : values.value_or(std::vector<std::uint64_t>{})) {
        const auto first = object_at(unfolding_, value);
        if (!first || first != object_at(unfolding_, value + place.type->width() / 8U - 1))
            continue;
        within = terms().lor(within, terms().equal(place.address, terms().constant(value, 64)));
    }
    return within;
}

/// Where the address is that of none of an access's targets; of pieces, the first one tells.
/// Pieces may also be hit at an address that is no multiple of the access's size.
void Interpreter::miss(const Lvalue& place, TermId hit) {
    if (place.within != 0) return;
    Lvalue whole = place;
    if (place.whole != 0) whole.type = integer_type(static_cast<unsigned>(place.whole * 8), false);
    const TermId missed = terms().lnot(hit);
    TermId misaligned = is_misaligned(whole);
    if (place.whole == 0) misaligned = terms().land(missed, misaligned);
    undefined("misaligned-access", misaligned_text(whole), misaligned, place.span);
    const TermId outside =
        terms().is_false(misaligned)
            ? missed
            : terms().land(missed, terms().lnot(terms().land(misaligned, is_within_object(whole))));
    undefined("out-of-bounds", "an access outside every object", outside, place.span);
}

Value Interpreter::for_each_group(const Lvalue& place,
                                  const std::function<Value(const TargetGroup&)>& work) {
    Value result = number(0, value_type(place.type));
    for (const TargetGroup& group : groups_of(place)) {
        under(group.when, dependencies().empty(), [&] {
            const Value value = work(group);
            result.term = terms().if_then_else(group.when, value.term, result.term);
            result.reads = dependencies().unite(result.reads, value.reads);
            result.type = value.type;
        });
    }
    return result;
}

// ---- events ----

EventId Interpreter::emit(OpenClEvent event, const EventDependencies& on) {
    event.unit = unit_;
    if (is_host())
        event.tags.add(Tag::host);
    else if (is_work_item() && (start_.launch == nullptr || start_.launch->from_host))
        event.tags.add(Tag::kernel_from_host);
    EventDependencies all = on;
    all.ctrl =
        dependencies().unite(flow_.control, on.ctrl.valid() ? on.ctrl : dependencies().empty());
    event.guard = flow_.live;
    if (event.written_scope == Scope::none) event.written_scope = event.scope;
    const EventId id = unfolding_.recorder.add(std::move(event), all);
    for (const std::size_t side_effect : pending_)
        unfolding_.recorder.unsequence_pair(side_effect, id.index());
    return id;
}

OpenClEvent Interpreter::access_event(EventKind kind, const TargetGroup& group,
                                      const Operation& operation, TermId value) {
    OpenClEvent event;
    event.kind = kind;
    event.order = operation.order;
    event.written_scope = operation.scope;
    event.scope = normalised_scope(operation.scope, is_host(), group.space, group.allocation,
                                   opencl_data(unfolding_.structure).narrows_local);
    event.regions = group.regions;
    event.atomic = operation.atomic;
    event.atomic_location = group.atomic_location;
    event.value = value;
    event.targets = group.targets;
    event.tags = allocation_tags(group.space, group.allocation);
    event.object = group.object;
    event.span = operation.span;
    return event;
}

/// Of a buffer that was created for kernels to read only, or to write only.
void Interpreter::check_access(const TargetGroup& group, bool writes, Span span) {
    using Access = LaunchBytes::Access;
    if (group.object == 0) return;
    const MemoryObject& object = unfolding_.objects[group.object - 1];
    if (object.access != (writes ? Access::read_only : Access::write_only)) return;
    undefined("out-of-bounds",
              std::string(writes ? "a write to '" : "a read of '") + object.name +
                  "', which was created for kernels to " + (writes ? "read" : "write") + " only",
              terms().boolean(true), span);
}

Value Interpreter::emit_read(const Lvalue& place, const TargetGroup& group,
                             const Operation& operation) {
    check_access(group, false, operation.span);
    const TermId value = terms().read_value(EventId(event_count()), place.type->width());
    const EventId id = emit(access_event(EventKind::read, group, operation, value),
                            {.data = {}, .addr = place.reads, .ctrl = {}});
    return {value_type(place.type), value, dependencies().single(id)};
}

EventId Interpreter::emit_write(const Lvalue& place, const TargetGroup& group,
                                const Operation& operation, TermId value, DependencyId data) {
    check_access(group, true, operation.span);
    if (group.space == AddressSpace::constant) {
        if (terms().is_true(group.when) || written_space(*place.type) == AddressSpace::constant)
            reject("E-ADDRESS", "a write to constant memory", operation.span);
        undefined("constant-memory", "a write to constant memory", terms().boolean(true),
                  operation.span);
    }
    return emit(access_event(EventKind::write, group, operation, value),
                {.data = data, .addr = place.reads, .ctrl = {}});
}

}  // namespace clmm::litmus
