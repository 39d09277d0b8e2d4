#include "edit/event_changes.h"

#include <algorithm>

#include "read/object_layout.h"

namespace clmm::litmus {
namespace {

/// Memory that host and devices reach with one another's atomics, or that no device reaches.
bool keeps_widest_scope(Allocation allocation) {
    return allocation == Allocation::fine_grained_svm_atomics ||
           allocation == Allocation::system_svm || allocation == Allocation::host_memory;
}

bool acts_on(const Event& event, LocationId location) {
    return std::ranges::find(event.targets, location, &Target::location) != event.targets.end();
}

}  // namespace

Scope normalised_scope(Scope written, bool is_host, AddressSpace space, Allocation allocation,
                       bool narrows_local) {
    if (written == Scope::none) return written;
    if (is_host) return Scope::all;
    const bool wide = written == Scope::device || written == Scope::all;
    if (space == AddressSpace::local && wide) return narrows_local ? Scope::work_group : written;
    if (written == Scope::all && !keeps_widest_scope(allocation)) return Scope::device;
    return written;
}

void set_scope(EventStructure& structure, EventId id, Scope written) {
    OpenClData& data = own_opencl_data(structure);
    OpenClAttributes& event = data.of[id.index()];
    event.written_scope = written;
    event.scope = written;
    const std::vector<Target>& targets = structure[id].targets;
    if (targets.empty()) return;
    const Location& location = structure.locations[targets.front().location.index()];
    const AddressSpace space = event.regions.local ? AddressSpace::local : AddressSpace::global;
    event.scope = normalised_scope(written, event.tags.has(Tag::host), space, location.allocation,
                                   data.narrows_local);
}

void move_to_global(EventStructure& structure, const std::vector<LocationId>& object) {
    for (const LocationId id : object) {
        Location& location = structure.locations[id.index()];
        location.space = AddressSpace::global;
        const Tags tags = allocation_tags(location.space, location.allocation);
        for (const Event& event : structure.events) {
            OpenClAttributes& known = own_opencl_data(structure).of[event.id.index()];
            if (!known.regions.local || !acts_on(event, id)) continue;
            known.regions = {.global = true};
            known.tags.add(tags);
            set_scope(structure, event.id, known.written_scope);
        }
    }
}

void make_atomic(EventStructure& structure, LocationId location) {
    structure.locations[location.index()].atomic_type = true;
    for (const Event& event : structure.events) {
        if (!acts_on(event, location)) continue;
        OpenClAttributes& known = own_opencl_data(structure).of[event.id.index()];
        known.atomic_location = true;
        if (event.initial || known.atomic) continue;
        known.atomic = true;
        known.order = Order::relaxed;
        set_scope(structure, event.id, Scope::all);
    }
}

}  // namespace clmm::litmus
