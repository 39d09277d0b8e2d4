#pragma once

#include <map>
#include <memory>
#include <vector>

#include "check/weak_memory.h"
#include "host/launched_kernel.h"
#include "units/units.h"

namespace clmm::runtime::host {

/// Weak memory for the work-items of a test: its objects, and where its work-items are.
class UnitMonitors {
public:
    using Members = std::vector<std::unique_ptr<UnitMember>>;
    using Launches = std::vector<std::unique_ptr<LaunchedKernel>>;

    UnitMonitors(const Run& run, const Members& members, const Launches& launches,
                 Schedule& schedule, const Rules& rules);
    ~UnitMonitors();

    /// Of the kernel-instance of a single work-item, of a launch.
    [[nodiscard]] Monitor& of(const UnitMember& member);
    [[nodiscard]] Monitor& of(const LaunchedKernel& launch);
    /// Work-items have reached barriers of their own that are one.
    void barrier(const std::vector<UnitMember*>& members, bool of_sub_group);
    /// The races of the run.
    [[nodiscard]] std::vector<Finding> findings() const;

private:
    class Items;
    class OfUnit;
    class OfLaunch;
    struct MemberPosition {
        check::Unit unit;
        std::uint32_t group = 0;      ///< in its launch
        std::uint32_t sub_group = 0;  ///< in its group
    };
    void place_units(const Members& members);
    void add_objects(const Run& run);
    [[nodiscard]] Finding::Site place_of(const check::RacingAccess& access, const Site& site) const;

    check::WeakMemory memory_;
    std::map<const UnitMember*, MemberPosition> places_;
    std::map<const UnitMember*, std::unique_ptr<OfUnit>> monitors_;
    std::map<const LaunchedKernel*, std::unique_ptr<OfLaunch>> launches_;
};

}  // namespace clmm::runtime::host
