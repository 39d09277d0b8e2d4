#pragma once

#include <array>
#include <initializer_list>
#include <vector>

#include "check/races/clock_map.h"
#include "check/races/types.h"

namespace clmm::runtime::check {

/// What a unit knows in part, in one region: all that some unit did before some point.
enum class FactKind : std::uint8_t {
    unit,        ///< of a unit: what it did in epochs below the count
    item_phase,  ///< of a work-item: before so many barriers of its work-group
    group,       ///< of a work-group: what all its work-items did before so many barriers
    sub_group,   ///< of a sub-group, in the same way
    launch,      ///< of a kernel-instance: everything
};
struct Fact {
    std::uint64_t key = 0;
    std::uint32_t count = 0;
};
constexpr unsigned kLaunchShift = 35;  ///< keys of a kernel-instance have its number from here up

inline std::uint64_t fact_key(FactKind kind, LaunchId launch, std::uint32_t number) {
    return std::uint64_t{launch} << kLaunchShift | static_cast<std::uint64_t>(kind) << 32U | number;
}

/// Who did an access, and when: what knowledge is asked about.
struct Moment {
    Unit unit;
    std::uint32_t group = 0;
    std::uint32_t sub_group = 0;  ///< unique in its kernel-instance
    std::uint32_t epoch = 0;
    std::uint32_t phase = 0;      ///< barriers of its work-group with the region's flag before it
    std::uint32_t sub_phase = 0;  ///< … of its sub-group
    friend bool operator==(const Moment&, const Moment&) = default;
};

struct Knowledge;
void dispose(Knowledge* knowledge);
using Known = Counted<Knowledge>;

/// All that happens before some point, in one region: some facts, and what earlier points knew. A
/// vector clock that is not written down until somebody asks: synchronising costs O(1).
///
/// Of a point that only a device-side enqueue orders before what follows, there are two maps:
/// `strict` leaves out what the enqueuing kernel-instance did.
struct Knowledge {
    std::uint32_t owners = 0;
    std::uint32_t visited = 0;  ///< by which walk
    std::array<Fact, 4> facts;
    std::array<Known, 3> earlier;
    std::vector<Known> more;
    LaunchId enqueued_by = kNoLaunch;  ///< of all that came earlier
    bool written = false;              ///< the maps below are there
    std::uint32_t depth = 0;           ///< of what is not written down
    ClockMap all, strict;
    Account* account = nullptr;
};

/// Makes knowledge and answers questions about it.
///
/// Threads  one. Must outlive what it made.
/// Cost     `join` and `make` O(arguments); `knows` O(log n) once the maps are written down, which
///          is proportional to what came since those that were.
class KnowledgeStore {
public:
    [[nodiscard]] Known make(std::initializer_list<Fact> facts,
                             std::initializer_list<Known> earlier);
    /// Of what both know.
    [[nodiscard]] Known join(const Known& a, const Known& b);
    [[nodiscard]] Known join(std::vector<Known> all);
    /// What a child kernel knows by its enqueuing alone.
    [[nodiscard]] Known enqueued(const Known& by, LaunchId parent);

    /// `strict`: not what is known through a device-side enqueue by the kernel-instance alone.
    [[nodiscard]] bool knows(const Known& known, const Moment& moment, bool strict);
    [[nodiscard]] bool knows_launch(const Known& known, LaunchId launch, bool strict);

    [[nodiscard]] Account& account() { return account_; }

private:
    Known allocate();
    Known finish(Known made);
    void collect(Knowledge& known, std::vector<Knowledge*>& into);
    void write_down(Knowledge& known);

    Account account_ = 0;
    std::uint32_t walk_ = 0;
    std::uint32_t deepest_ = 1U << 22U;
};

}  // namespace clmm::runtime::check
