#include "units/monitor.h"

#include <algorithm>
#include <tuple>

#include "check/races/race_checks.h"
#include "values/address.h"

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

/// Passes what the work-items of a group do on to the memory.
class UnitMonitors::Items : public GroupMonitor {
public:
    /// `first`: the group's first work-item.
    Items(check::WeakMemory& memory, check::Unit first) : memory_(memory), first_(first) {}

    void access(Block& block, const Site& site, std::uint32_t size, std::span<const AccessRow> rows,
                std::vector<unsigned>& /*denied*/) override {
        for (const AccessRow& row : rows)
            for (unsigned i = 0; i < row.count; ++i)
                memory_.access(unit(block, row.lane + i), site,
                               row.address + i * static_cast<std::uint64_t>(row.stride), size);
    }
    bool transfer(Block& block, const Site& site, unsigned lane, std::uint64_t address,
                  std::uint64_t count, std::int64_t stride) override {
        for (std::uint64_t i = 0; i < count; ++i)
            memory_.access(unit(block, lane), site,
                           address + i * static_cast<std::uint64_t>(stride), site.size);
        return true;
    }
    AtomicPlan begin_atomic(Block& block, const Site& site, unsigned lane,
                            std::uint64_t address) override {
        return memory_.begin_atomic(unit(block, lane), site, address);
    }
    void end_atomic(Block& block, const Site& site, unsigned lane, std::uint64_t address,
                    const AtomicStep& step) override {
        memory_.end_atomic(unit(block, lane), site, address, step);
    }
    void fence(Block& block, const Site& site) override {
        block.for_active([&](unsigned lane) { memory_.fence(unit(block, lane), site); });
    }
    // The barriers of single work-items are told by UnitMonitors::barrier.
    void together(GroupRun& /*group*/, const Site& /*site*/, unsigned /*first*/,
                  unsigned /*count*/) override {}
    void begin_enqueue(Block& /*block*/, const Site& /*site*/, unsigned /*lane*/) override {}
    void end_enqueue() override {}
    void begin_life(Block& /*block*/, const Site& /*site*/) override {}
    void unassigned(Block& /*block*/, const Site& /*site*/,
                    std::span<const unsigned> /*lanes*/) override {}
    void outside_image(Block& /*block*/, const Site& /*site*/, unsigned /*lane*/) override {}

protected:
    check::WeakMemory& memory_;
    check::Unit first_;

private:
    [[nodiscard]] check::Unit unit(const Block& block, unsigned lane) const {
        return {first_.launch, first_.number + block.first_item() + lane};
    }
};

/// Of one single work-item.
class UnitMonitors::OfUnit : public Monitor {
public:
    OfUnit(check::WeakMemory& memory, check::Unit unit) : memory_(memory), unit_(unit) {}

    [[nodiscard]] std::unique_ptr<GroupMonitor> start(GroupRun& /*group*/) override {
        return std::make_unique<Items>(memory_, unit_);
    }
    void lock() override {}
    void unlock() override {}
    void pass() override {}

private:
    check::WeakMemory& memory_;
    check::Unit unit_;
};

/// Of a kernel-instance with its work-groups.
class UnitMonitors::OfLaunch : public Monitor {
public:
    OfLaunch(check::WeakMemory& memory, const LaunchedKernel& kernel)
        : memory_(memory), kernel_(kernel) {
        const NdRange& range = kernel.view().range;
        const Index3& size = range.local_size;
        items_ = static_cast<std::uint32_t>(size[0] * size[1] * size[2]);
        launch_ = memory.begin_launch({.groups = kernel.groups(),
                                       .items_per_group = items_,
                                       .sub_group_size = range.sub_group_size,
                                       .device = kernel.device()});
    }

    [[nodiscard]] std::unique_ptr<GroupMonitor> start(GroupRun& group) override {
        const InstanceView& view = group.instance();
        if (view.local_bytes > 0)
            memory_.add_object(address_of(group.local_memory()), view.local_bytes,
                               check::Memory::local);
        return std::make_unique<Group>(*this, group);
    }
    void lock() override {}
    void unlock() override {}
    void pass() override {}

    /// What the checker calls one of its work-items; none if the unit is of another launch.
    [[nodiscard]] std::optional<std::string> name_of(const check::Unit& unit) const {
        if (unit.launch != launch_) return std::nullopt;
        const NdRange& range = kernel_.view().range;
        const WorkGroup group = work_group(range, unit.number / items_);
        return kernel_.name_of(global_id(range, group, local_id(group, unit.number % items_)));
    }
    [[nodiscard]] const SourcePtr& source() const { return kernel_.view().code->source; }

private:
    class Group : public Items {
    public:
        Group(const OfLaunch& launch, const GroupRun& group)
            : Items(launch.memory_,
                    {launch.launch_,
                     launch.items_ * static_cast<std::uint32_t>(group.group().linear_id)}) {}

        void together(GroupRun& group, const Site& site, unsigned first,
                      unsigned /*count*/) override {
            const auto number = static_cast<std::uint32_t>(group.group().linear_id);
            if (site.kind == SiteKind::barrier) memory_.barrier(first_.launch, number, site);
            if (site.kind == SiteKind::sub_group_barrier)
                memory_.sub_group_barrier(first_.launch, number, first / group.sub_group_size(),
                                          site);
        }
    };

    check::WeakMemory& memory_;
    const LaunchedKernel& kernel_;
    std::uint32_t items_ = 1;  ///< of a work-group, as enqueued
    check::LaunchId launch_;
};

UnitMonitors::UnitMonitors(const Run& run, const Members& members, const Launches& launches,
                           Schedule& schedule, const Rules& rules)
    : memory_(schedule, rules) {
    place_units(members);
    for (const auto& [member, place] : places_)
        monitors_[member] = std::make_unique<OfUnit>(memory_, place.unit);
    for (const auto& launch : launches)
        launches_[launch.get()] = std::make_unique<OfLaunch>(memory_, *launch);
    add_objects(run);
}

UnitMonitors::~UnitMonitors() = default;

/// Kernel-instances with as many work-groups, sub-groups and work-items as the largest need; what
/// a smaller one lacks never runs.
void UnitMonitors::place_units(const Members& members) {
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
    // Those that the initial state does not name.
    for (std::uint32_t device = 0; device < run.context().devices().size(); ++device) {
        const MemoryArgument scope = program_scope_of(run, device);
        if (scope.size > 0)
            memory_.add_object(address_of(scope.base), scope.size, check::Memory::program);
        if (!run.memory().is_per_device()) break;
    }
}

Monitor& UnitMonitors::of(const UnitMember& member) { return *monitors_.at(&member); }
Monitor& UnitMonitors::of(const LaunchedKernel& launch) { return *launches_.at(&launch); }

void UnitMonitors::barrier(const std::vector<UnitMember*>& members, bool of_sub_group) {
    const UnitMember& first = *members.front();
    const MemberPosition& place = places_.at(&first);
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
    for (const auto& [kernel, launch] : launches_)
        if (const auto name = launch->name_of(access.unit)) {
            out.source = launch->source();
            out.what += ", by " + *name;
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
