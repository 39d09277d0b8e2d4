#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "clmm/litmus/event_structure.h"
#include "clmm/litmus/litmus_test.h"

namespace clmm::litmus {

/// A plain kernel's launch in sets of work-items that have nothing to do with one another: none of
/// a set accesses a location that one of another set may write, and none of a set may wait in a
/// barrier or group function for one of another set; locations in which all only count, by relaxed
/// read-modify-writes whose values nobody uses, are left aside where no fence orders by them. So an
/// execution of the launch is one of each set beside the others, under models whose axioms and
/// flags are about pairs of actions that share a location, are of one unit, or meet in a barrier.
///
/// Shape    `parts` by their first items; items by their places in the launch, ascending.
/// Units    work-items, work-groups.
struct LaunchParts {
    std::uint64_t items = 0, groups = 0;
    bool assumes = false;  ///< some execution of a set may be left out, by clmm_assume
    std::vector<std::vector<std::uint64_t>> parts;
};

/// The finest such sets that accesses and barriers show, whatever values are read.
///
/// Errors   nullopt where the test is no launch of a plain kernel alone, where it enqueues others,
///          where the budget is spent, or where unfolding it reports an error: unfold() says which.
/// Cost     linear in the events.
/// Tests    tests/unit/enumerator/parts_test.cpp, tests/golden/parts
[[nodiscard]] std::optional<LaunchParts> launch_parts(const LitmusTest& test,
                                                      const UnfoldOptions& options);

/// The test with these items alone, by their places, ascending: the others are not there, nor is
/// memory that none of these may access. It has no final states to speak of.
[[nodiscard]] LitmusTest part_of(const LitmusTest& test, std::vector<std::uint64_t> items);
/// Of such a test, the launch that it is a part of, without `parts`; nullopt of any other.
[[nodiscard]] std::optional<LaunchParts> whole_of(const LitmusTest& test);

/// Whether two structures are one but for names, places in the text, and the numbers of
/// work-groups. Errors   none: false where that cannot be seen.
[[nodiscard]] bool are_alike(const EventStructure& a, const EventStructure& b);
/// A number that alike structures have in common.
[[nodiscard]] std::size_t likeness(const EventStructure& structure);

}  // namespace clmm::litmus
