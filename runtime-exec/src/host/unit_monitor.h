#pragma once

#include <map>
#include <memory>
#include <vector>

#include "check/weak_memory.h"
#include "host/units.h"

namespace clmm::runtime::host {

/// Weak memory for the single work-items of a test: its objects, and where its work-items are.
class UnitMonitors {
public:
    UnitMonitors(const Run& run, const std::vector<std::unique_ptr<UnitMember>>& members,
                 Schedule& schedule, const Rules& rules);
    ~UnitMonitors();

    /// Of the member's kernel-instance.
    [[nodiscard]] Monitor& of(const UnitMember& member);
    /// Work-items have reached barriers of their own that are one.
    void barrier(const std::vector<UnitMember*>& members, bool of_sub_group);
    /// The races of the run.
    [[nodiscard]] std::vector<Finding> findings() const;

private:
    class OfUnit;
    struct Place {
        check::Unit unit;
        std::uint32_t group = 0;      ///< in its launch
        std::uint32_t sub_group = 0;  ///< in its group
    };
    void place_units(const std::vector<std::unique_ptr<UnitMember>>& members);
    void add_objects(const Run& run);
    [[nodiscard]] Finding::Site place_of(const check::RacingAccess& access, const Site& site) const;

    check::WeakMemory memory_;
    std::map<const UnitMember*, Place> places_;
    std::map<const UnitMember*, std::unique_ptr<OfUnit>> monitors_;
};

}  // namespace clmm::runtime::host
