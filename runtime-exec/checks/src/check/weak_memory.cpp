#include "check/weak_memory.h"

#include "check/races/race_checks.h"

namespace clmm::runtime::check {
namespace {

AtomicKind kind_of(handlers::AtomicOperation operation) {
    if (operation == handlers::AtomicOperation::load) return AtomicKind::load;
    return operation == handlers::AtomicOperation::store ? AtomicKind::store
                                                         : AtomicKind::read_modify_write;
}

}  // namespace

LaunchId WeakMemory::begin_launch(const LaunchShape& shape) {
    return detector_.begin_launch(detector_.add_command(shape.device), shape);
}

void WeakMemory::add_object(std::uint64_t address, std::uint64_t size, Memory memory) {
    const ObjectId id =
        memory == Memory::local ? detector_.add_local(size) : detector_.add_object(size, memory);
    objects_.push_back({address, size, id});
}

const WeakMemory::Object* WeakMemory::object_at(std::uint64_t address) const {
    for (const Object& object : objects_)
        if (address >= object.address && address - object.address < object.size) return &object;
    return nullptr;
}

SiteId WeakMemory::number_of(const Site& site) {
    const auto [found, fresh] = numbers_.try_emplace(&site, SiteId(sites_.size()));
    if (fresh) sites_.push_back(&site);
    return found->second;
}

void WeakMemory::access(Unit unit, const Site& site, std::uint64_t address, std::uint64_t size) {
    const Object* object = object_at(address);
    if (object == nullptr) return;
    const std::uint64_t offset = address - object->address;
    if (site.reads) detector_.access(unit, object->id, offset, size, false, number_of(site));
    if (!site.writes) return;
    older_.plain_write(object->id, offset, size);
    detector_.access(unit, object->id, offset, size, true, number_of(site));
}

Atomic WeakMemory::operation(Unit unit, const Site& site, const Object& object,
                             std::uint64_t address) {
    return {.unit = unit,
            .object = object.id,
            .offset = address - object.address,
            .size = site.size,
            .kind = kind_of(site.operation),
            .order = order_of(site.order),
            .scope = scope_of(site.scope),
            .site = number_of(site),
            .reads_from = {}};
}

AtomicPlan WeakMemory::begin_atomic(Unit unit, const Site& site, std::uint64_t address) {
    const Object* object = object_at(address);
    if (object == nullptr) return {};
    return {.denied = false,
            .value = older_.begin(operation(unit, site, *object, address), address)};
}

void WeakMemory::end_atomic(Unit unit, const Site& site, std::uint64_t address,
                            const AtomicStep& step) {
    const Object* object = object_at(address);
    if (object == nullptr) return;
    Atomic done = operation(unit, site, *object, address);
    if (done.kind == AtomicKind::read_modify_write && !step.written) {
        done.kind = AtomicKind::load;
        done.order = order_of(site.failure);
    }
    older_.end(done, step.written);
}

void WeakMemory::fence(Unit unit, const Site& site) {
    detector_.fence(unit, regions_of(site), order_of(site.order), scope_of(site.scope),
                    number_of(site));
}

void WeakMemory::barrier(LaunchId launch, std::uint32_t group, const Site& site) {
    detector_.barrier(launch, group, regions_of(site), scope_of(site.scope), number_of(site));
}

void WeakMemory::sub_group_barrier(LaunchId launch, std::uint32_t group, std::uint32_t sub_group,
                                   const Site& site) {
    detector_.sub_group_barrier(launch, group, sub_group, regions_of(site), scope_of(site.scope),
                                number_of(site));
}

std::vector<WeakMemory::FoundRace> WeakMemory::races() const {
    std::vector<FoundRace> out;
    for (const Race& race : detector_.races())
        out.push_back(
            {race, sites_.at(race.first.site.index()), sites_.at(race.second.site.index())});
    return out;
}

}  // namespace clmm::runtime::check
