#include "host/unit_monitor.h"

#include <algorithm>
#include <tuple>

#include "check/race_checks.h"

namespace clmm::runtime::host {
namespace {

check::Memory memory_of(const litmus::Location& location) {
    if (location.space == litmus::AddressSpace::local) return check::Memory::local;
    switch (location.allocation) {
        case litmus::Allocation::buffer:
        case litmus::Allocation::image:
        case litmus::Allocation::pipe:
            return check::Memory::buffer;
        case litmus::Allocation::coarse_grained_svm:
            return check::Memory::coarse_svm;
        case litmus::Allocation::fine_grained_svm:
            return check::Memory::fine_svm;
        case litmus::Allocation::system_svm:
            return check::Memory::system_svm;
        case litmus::Allocation::program_scope:
            return check::Memory::program;
        case litmus::Allocation::host_memory:
            return check::Memory::host;
        case litmus::Allocation::fine_grained_svm_atomics:
            break;
    }
    return check::Memory::atomic_svm;
}

}  // namespace

/// Passes what a work-item does on to the memory.
class UnitMonitors::OfUnit : public Monitor {
public:
    OfUnit(check::WeakMemory& memory, check::Unit unit) : memory_(memory), unit_(unit) {}

    [[nodiscard]] std::unique_ptr<GroupMonitor> start(GroupRun& /*group*/) override {
        return std::make_unique<Item>(memory_, unit_);
    }
    void lock() override {}
    void unlock() override {}
    void pass() override {}

private:
    class Item : public GroupMonitor {
    public:
        Item(check::WeakMemory& memory, check::Unit unit) : memory_(memory), unit_(unit) {}

        void access(Block& /*block*/, const Site& site, std::uint32_t size,
                    std::span<const AccessRow> rows, std::vector<unsigned>& /*denied*/) override {
            for (const AccessRow& row : rows) memory_.access(unit_, site, row.address, size);
        }
        bool transfer(Block& /*block*/, const Site& /*site*/, unsigned /*lane*/,
                      std::uint64_t /*address*/, std::uint64_t /*count*/,
                      std::int64_t /*stride*/) override {
            return true;
        }
        AtomicPlan begin_atomic(Block& /*block*/, const Site& site, unsigned /*lane*/,
                                std::uint64_t address) override {
            return memory_.begin_atomic(unit_, site, address);
        }
        void end_atomic(Block& /*block*/, const Site& site, unsigned /*lane*/,
                        std::uint64_t address, const AtomicStep& step) override {
            memory_.end_atomic(unit_, site, address, step);
        }
        void fence(Block& /*block*/, const Site& site) override { memory_.fence(unit_, site); }
        // The barriers of single work-items are told by UnitMonitors::barrier.
        void together(GroupRun& /*group*/, const Site& /*site*/, unsigned /*first*/,
                      unsigned /*count*/) override {}
        void begin_enqueue(Block& /*block*/, const Site& /*site*/, unsigned /*lane*/) override {}
        void end_enqueue() override {}
        void begin_life(Block& /*block*/, const Site& /*site*/) override {}
        void unassigned(Block& /*block*/, const Site& /*site*/,
                        std::span<const unsigned> /*lanes*/) override {}
        void outside_image(Block& /*block*/, const Site& /*site*/, unsigned /*lane*/) override {}

    private:
        check::WeakMemory& memory_;
        check::Unit unit_;
    };

    check::WeakMemory& memory_;
    check::Unit unit_;
};

UnitMonitors::UnitMonitors(const Run& run, const std::vector<std::unique_ptr<UnitMember>>& members,
                           Schedule& schedule, const Rules& rules)
    : memory_(schedule, rules) {
    place_units(members);
    for (const auto& [member, place] : places_)
        monitors_[member] = std::make_unique<OfUnit>(memory_, place.unit);
    add_objects(run);
}

UnitMonitors::~UnitMonitors() = default;

/// Kernel-instances with as many work-groups, sub-groups and work-items as the largest need; what
/// a smaller one lacks never runs.
void UnitMonitors::place_units(const std::vector<std::unique_ptr<UnitMember>>& members) {
    using Groups = std::map<std::uint32_t, std::map<std::uint32_t, std::vector<const UnitMember*>>>;
    std::map<std::pair<std::uint32_t, std::uint32_t>, Groups> instances;
    for (const auto& member : members) {
        const litmus::Unit& unit = member->unit();
        instances[{unit.device, unit.kernel}][unit.work_group][unit.sub_group].push_back(
            member.get());
    }
    for (const auto& [instance, groups] : instances) {
        std::size_t sub_groups = 1;
        std::size_t size = 1;
        for (const auto& [number, in_group] : groups) {
            sub_groups = std::max(sub_groups, in_group.size());
            for (const auto& [sub_number, in_sub_group] : in_group)
                size = std::max(size, in_sub_group.size());
        }
        const auto items = static_cast<std::uint32_t>(sub_groups * size);
        const check::LaunchId launch =
            memory_.begin_launch({.groups = static_cast<std::uint32_t>(groups.size()),
                                  .items_per_group = items,
                                  .sub_group_size = static_cast<std::uint32_t>(size),
                                  .device = instance.first});
        std::uint32_t group = 0;
        for (const auto& [number, in_group] : groups) {
            std::uint32_t sub_group = 0;
            for (const auto& [sub_number, in_sub_group] : in_group) {
                auto item = static_cast<std::uint32_t>(group * items + sub_group * size);
                for (const UnitMember* member : in_sub_group)
                    places_[member] = {{launch, item++}, group, sub_group};
                ++sub_group;
            }
            ++group;
        }
    }
}

void UnitMonitors::add_objects(const Run& run) {
    std::map<std::uint32_t, const litmus::Location*> firsts;
    for (const litmus::Location& location : run.code().test.locations)
        firsts.try_emplace(location.object, &location);
    for (const auto& [number, first] : firsts) {
        if (run.memory().location(first->name) == nullptr) continue;
        const Object* object = run.memory().at(run.memory().address_of(*first));
        if (object == nullptr) continue;
        memory_.add_object(run.memory().address_of(*object), object->size, memory_of(*first));
    }
}

Monitor& UnitMonitors::of(const UnitMember& member) { return *monitors_.at(&member); }

void UnitMonitors::barrier(const std::vector<UnitMember*>& members, bool of_sub_group) {
    const UnitMember& first = *members.front();
    const Place& place = places_.at(&first);
    const Site& site =
        first.block().code().sites[static_cast<std::size_t>(first.instruction().immediate)];
    if (of_sub_group)
        memory_.sub_group_barrier(place.unit.launch, place.group, place.sub_group, site);
    else
        memory_.barrier(place.unit.launch, place.group, site);
}

/// One side of a race, by the unit's name.
Finding::Site UnitMonitors::place_of(const check::RacingAccess& access, const Site& site) const {
    Finding::Site out;
    out.span = site.span;
    out.by_work_item = false;
    out.what = check::access_text(access) + (access.write ? " to " : " of ") + site.text;
    for (const auto& [member, place] : places_) {
        if (place.unit != access.unit) continue;
        out.source = member->block().code().source;
        out.what += ", by " + member->unit().name;
    }
    return out;
}

std::vector<Finding> UnitMonitors::findings() const {
    std::vector<Finding> out;
    for (const auto& [race, first, second] : memory_.races()) {
        Finding finding;
        finding.kind = FindingKind::race;
        finding.message = check::summary(race);
        finding.sites = {place_of(race.second, *second), place_of(race.first, *first)};
        finding.explanation = check::explanation(race);
        out.push_back(std::move(finding));
    }
    return out;
}

}  // namespace clmm::runtime::host
