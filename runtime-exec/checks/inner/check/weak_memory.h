#pragma once

#include <map>
#include <vector>

#include "check/older_writes.h"
#include "check/races/races.h"
#include "clmm/runtime/schedule.h"
#include "execute/monitor.h"

namespace clmm::runtime::check {

/// The memory of one controlled run of single work-items, in which loads of atomics may read older
/// writes; finds the run's races too.
///
/// Threads  one.
/// Source   "Memory Ordering Rules"; docs/runtime.md, "Schedules".
/// Tests    tests/corpus/execution_test.cpp
class WeakMemory {
public:
    WeakMemory(Schedule& schedule, const Rules& rules)
        : detector_({.rules = rules, .history = OlderWrites::kHistory}),
          older_(schedule, detector_) {}

    /// A kernel-instance that nothing orders.
    [[nodiscard]] LaunchId begin_launch(const LaunchShape& shape);
    void add_object(std::uint64_t address, std::uint64_t size, Memory memory);

    void access(Unit unit, const Site& site, std::uint64_t address, std::uint64_t size);
    [[nodiscard]] AtomicPlan begin_atomic(Unit unit, const Site& site, std::uint64_t address);
    void end_atomic(Unit unit, const Site& site, std::uint64_t address, const AtomicStep& step);
    void fence(Unit unit, const Site& site);
    void barrier(LaunchId launch, std::uint32_t group, const Site& site);
    void sub_group_barrier(LaunchId launch, std::uint32_t group, std::uint32_t sub_group,
                           const Site& site);

    struct FoundRace {
        Race race;
        const Site* first = nullptr;  ///< the places of its accesses
        const Site* second = nullptr;
    };
    [[nodiscard]] std::vector<FoundRace> races() const;

private:
    struct Object {
        std::uint64_t address = 0;
        std::uint64_t size = 0;
        ObjectId id;
    };

    [[nodiscard]] const Object* object_at(std::uint64_t address) const;
    [[nodiscard]] SiteId number_of(const Site& site);
    [[nodiscard]] Atomic operation(Unit unit, const Site& site, const Object& object,
                                   std::uint64_t address);

    RaceDetector detector_;
    OlderWrites older_;
    std::vector<Object> objects_;
    std::map<const Site*, SiteId> numbers_;
    std::vector<const Site*> sites_;
};

}  // namespace clmm::runtime::check
