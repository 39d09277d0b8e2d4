#pragma once

#include "check/races/races.h"

namespace clmm::runtime::check::test {

constexpr Regions kGlobal{.global = true};
constexpr Regions kLocal{.local = true};
constexpr Regions kBothRegions{.global = true, .local = true};

/// A detector with one kernel-instance, and short names for what its work-items do. Objects are of
/// 4096 bytes; each access is at a site of its own, numbered from 0.
struct World {
    explicit World(const RaceDetector::Options& options = {},
                   const LaunchShape& shape = {.groups = 4,
                                               .items_per_group = 8,
                                               .sub_group_size = 4})
        : detector(options),
          command(detector.add_command(0)),
          launch(detector.begin_launch(command, shape)),
          items_per_group(shape.items_per_group) {}
    explicit World(const Rules& rules) : World(RaceDetector::Options{.rules = rules}) {}

    [[nodiscard]] ObjectId global(Memory memory = Memory::atomic_svm) {
        return detector.add_object(4096, memory);
    }
    [[nodiscard]] ObjectId local() { return detector.add_local(4096); }
    [[nodiscard]] Unit item(std::uint32_t group, std::uint32_t local) const {
        return {launch, group * items_per_group + local};
    }
    SiteId site() { return SiteId(next_site++); }

    SiteId write(Unit unit, ObjectId object, std::uint64_t offset = 0, std::uint64_t size = 4) {
        const SiteId at = site();
        detector.access(unit, object, offset, size, true, at);
        return at;
    }
    SiteId read(Unit unit, ObjectId object, std::uint64_t offset = 0, std::uint64_t size = 4) {
        const SiteId at = site();
        detector.access(unit, object, offset, size, false, at);
        return at;
    }
    WriteId atomic(AtomicKind kind, Unit unit, ObjectId object, Order order,
                   Scope scope = Scope::device, WriteId source = {}) {
        return detector.atomic({.unit = unit,
                                .object = object,
                                .kind = kind,
                                .order = order,
                                .scope = scope,
                                .site = site(),
                                .reads_from = source});
    }
    WriteId store(Unit unit, ObjectId object, Order order, Scope scope = Scope::device) {
        return atomic(AtomicKind::store, unit, object, order, scope);
    }
    WriteId load(Unit unit, ObjectId object, Order order, Scope scope = Scope::device,
                 WriteId source = {}) {
        return atomic(AtomicKind::load, unit, object, order, scope, source);
    }
    WriteId add(Unit unit, ObjectId object, Order order, Scope scope = Scope::device) {
        return atomic(AtomicKind::read_modify_write, unit, object, order, scope);
    }
    void fence(Unit unit, Regions flags, Order order, Scope scope = Scope::device) {
        detector.fence(unit, flags, order, scope, site());
    }
    SiteId barrier(std::uint32_t group, Regions flags, Scope scope = Scope::work_group) {
        const SiteId at = site();
        detector.barrier(launch, group, flags, scope, at);
        return at;
    }
    void sub_group_barrier(std::uint32_t group, std::uint32_t sub_group, Regions flags,
                           Scope scope = Scope::sub_group) {
        detector.sub_group_barrier(launch, group, sub_group, flags, scope, site());
    }

    [[nodiscard]] std::size_t races() const { return detector.races().size(); }
    [[nodiscard]] const Race& race() const { return detector.races().at(0); }
    [[nodiscard]] MissingOrder missing() const { return race().why.kind; }

    RaceDetector detector;
    Unit command;
    LaunchId launch;
    std::uint32_t items_per_group;
    std::size_t next_site = 0;
};

}  // namespace clmm::runtime::check::test
