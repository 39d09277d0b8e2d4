#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "check/races/races.h"
#include "clmm/runtime/schedule.h"

namespace clmm::runtime::check {

/// What the writes of atomic objects wrote, and which of them a load reads: each that the model
/// allows in the execution so far, as the schedule chooses.
///
/// Idea     memory itself holds the last write of each object. The race detector knows what
///          happens before what, and so which older writes a load may still read; their values
///          are kept here.
/// Shape    the order of the run is the modification order of each object and the order S; no
///          load reads a write of a later step. So not every execution that the model allows is
///          found, but none that it forbids. Where atomic operations of several sizes overlap, or
///          plain writes change a part of an object, its loads read the last writes.
/// Cost     some bytes for each of the last 2 · kHistory writes of an object.
/// Threads  one.
/// Source   "Memory Ordering Rules"; docs/runtime.md, "Schedules".
/// Tests    tests/corpus/execution_test.cpp, tests/cross/controlled_hosts_test.cpp,
///          tests/unit/runtime-exec/schedule/weak_memory_test.cpp
class OlderWrites {
public:
    static constexpr std::uint32_t kHistory = 64;  ///< of the detector's, too

    OlderWrites(Schedule& schedule, RaceDetector& detector)
        : schedule_(schedule), detector_(detector) {}

    /// Before an atomic operation on memory at the address: what it reads, if that is not what
    /// memory holds.
    [[nodiscard]] std::optional<std::uint64_t> begin(const Atomic& operation,
                                                     std::uint64_t address);
    /// After it, in place of RaceDetector::atomic. `written`: none of a load.
    void end(Atomic operation, const std::optional<std::uint64_t>& written);
    /// Before a plain write to memory that atomic operations may have been made on.
    void plain_write(ObjectId object, std::uint64_t offset, std::uint64_t size);
    /// Before the object is removed from the detector.
    void forget(ObjectId object) { objects_.erase(object); }

private:
    /// Memory that atomic operations have been made on.
    struct Location {
        std::uint32_t size = 0;
        bool last_only = false;
        std::map<std::uint32_t, std::uint64_t> values;  ///< of writes, by their numbers
    };
    using Locations = std::map<std::uint64_t, Location>;  ///< by offset

    [[nodiscard]] Location& location(const Atomic& operation);
    template <class Work>
    static void for_overlapping(Locations& all, std::uint64_t offset, std::uint64_t size,
                                Work&& work);

    Schedule& schedule_;
    RaceDetector& detector_;
    std::map<ObjectId, Locations> objects_;
    // of the operation that is going on
    WriteId chosen_;
    std::uint64_t before_ = 0;  ///< what memory held
};

}  // namespace clmm::runtime::check
