#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check/checker.h"
#include "execute/group_run.h"
#include "execute/monitor.h"

namespace clmm::runtime::check {

/// Memory that an access may be in: one object, with flags of its bytes that have a value.
struct ObjectRegion {
    std::uint64_t begin = 1;
    std::uint64_t end = 0;
    Values* values = nullptr;     ///< null: all bytes have one
    std::uint64_t values_at = 0;  ///< address of what the first flag is of
    ObjectId race;                ///< none: not shared
    std::uint64_t race_at = 0;    ///< address of the object's first byte
    bool read_only = false;
    bool write_only = false;

    [[nodiscard]] bool contains(std::uint64_t address, std::uint64_t size) const {
        return address >= begin && address < end && size <= end - address;
    }
    /// What reads and writes needs both.
    [[nodiscard]] bool permits(bool reads, bool writes) const {
        return !(reads && write_only) && !(writes && read_only);
    }
};

/// The checks of one kernel-instance: what global memory its sites may access.
class KernelChecks final : public Monitor {
public:
    KernelChecks(Checker& checker, const InstanceView& instance);

    [[nodiscard]] std::unique_ptr<GroupMonitor> start(GroupRun& group) override;
    void lock() override { checker_.run_lock().lock(); }
    void unlock() override { checker_.run_lock().unlock(); }
    void pass() override { checker_.run_lock().pass(); }

    // ---- for groups ----

    [[nodiscard]] Checker& checker() { return checker_; }
    [[nodiscard]] const InstanceView& instance() const { return instance_; }
    [[nodiscard]] const Code& code() const { return *instance_.code; }
    [[nodiscard]] std::size_t index_of(const Site& site) const {
        return static_cast<std::size_t>(&site - instance_.code->sites.data());
    }
    /// The object in global memory that a site accesses or, where that is not known, the one
    /// around the address. Null: there is none.
    [[nodiscard]] const ObjectRegion* global_region(const Site& site, std::uint64_t address);
    /// The kernel-instance as the race detector knows it.
    [[nodiscard]] LaunchId launch() const { return launched_.launch; }
    [[nodiscard]] SiteId race_site(const Site& site) const {
        return SiteId(launched_.first_site + index_of(site));
    }
    /// The group among all that have run.
    [[nodiscard]] GroupPlace place(const WorkGroup& group) const {
        return {number_, group.linear_id};
    }
    [[nodiscard]] bool enqueues() const { return enqueues_; }
    /// Whether a parameter points to memory of the host's allocator, whose extent nobody knows.
    [[nodiscard]] bool uses_system_memory() const { return uses_system_memory_; }

    void report(FindingKind kind, const Site& site, const WorkGroup& group, unsigned item,
                std::string message, std::string what, std::uint64_t count = 1);

private:
    [[nodiscard]] std::optional<ObjectRegion> parameter_region(std::size_t index);
    [[nodiscard]] std::optional<ObjectRegion> program_region(const Root& root);
    [[nodiscard]] std::optional<ObjectRegion> region_at(std::uint64_t address);
    [[nodiscard]] ObjectRegion whole(LiveObject& object) const;

    Checker& checker_;
    const InstanceView& instance_;
    std::uint64_t number_;               ///< counted as kernel-instances start
    std::vector<ObjectRegion> regions_;  ///< by site; empty ones are not known yet
    std::uint64_t generation_ = 0;
    bool uses_system_memory_ = false;
    bool enqueues_ = false;  ///< child kernels, which may wait for its groups
    RaceChecks::Launched launched_;
};

}  // namespace clmm::runtime::check
