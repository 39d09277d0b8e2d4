#pragma once

#include <map>
#include <vector>

#include "check/monitor.h"
#include "check/races.h"
#include "clmm/runtime/schedule.h"

namespace clmm::runtime::check {

/// The memory of one controlled run in which loads of atomics may read older writes: each that the
/// model allows in the execution so far, as the schedule chooses. Finds the run's races too.
///
/// Idea     memory itself holds the last write of each object. The race detector knows what
///          happens before what, and so which older writes a load may still read; their values
///          are kept here.
/// Shape    the order of the run is the modification order of each object and the order S; no
///          load reads a write of a later step. So not every execution that the model allows is
///          found, but none that it forbids.
/// Threads  one.
/// Source   "Memory Ordering Rules"; docs/runtime.md, "Schedules".
/// Tests    tests/corpus/execution_test.cpp
class WeakMemory {
public:
    WeakMemory(Schedule& schedule, const Rules& rules)
        : schedule_(schedule), detector_({.rules = rules}) {}

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
    /// Values of writes that loads may still read, by their numbers.
    using Values = std::map<std::uint32_t, std::uint64_t>;

    [[nodiscard]] const Object* object_at(std::uint64_t address) const;
    [[nodiscard]] SiteId number_of(const Site& site);
    [[nodiscard]] Atomic operation(Unit unit, const Site& site, const Object& object,
                                   std::uint64_t address);

    Schedule& schedule_;
    RaceDetector detector_;
    std::vector<Object> objects_;
    std::map<const Site*, SiteId> numbers_;
    std::vector<const Site*> sites_;
    std::map<std::uint64_t, Values> values_;  ///< by address
    // of the atomic operation that is going on
    WriteId chosen_;
    std::uint64_t before_ = 0;  ///< what memory held
};

}  // namespace clmm::runtime::check
