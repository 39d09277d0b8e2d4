#pragma once

#include <cstdint>
#include <vector>

#include "execute/instruction.h"
#include "execute/monitor.h"

namespace clmm::runtime {

/// Adds the access of a lane behind those in `rows`: to the last row, if it goes on there.
void add_lane(std::vector<AccessRow>& rows, unsigned lane, std::uint64_t address);

}  // namespace clmm::runtime

/// Instructions of watched code: they tell the work-group's monitor what comes next. Without a
/// monitor they do nothing. `immediate` is the index of their Site.
namespace clmm::runtime::handlers {

/// d (64 bits) = the address to use instead of address a: the same, but for lanes to which the
/// access is denied that of a place without meaning.
[[nodiscard]] Handler watch();
/// The lifetime of a variable in private memory begins.
[[nodiscard]] Handler begin_life();
/// The lifetimes of variables in private memory end.
[[nodiscard]] Handler end_life();
/// Integer a is 0 where something is about to be divided by zero.
[[nodiscard]] Handler watch_divisor();
/// Index a (64 bits) is not below `count` of the site where an array is about to be left.
[[nodiscard]] Handler watch_index();
/// Pointer a (64 bits) is no multiple of the site's `alignment`, which a function asks for.
[[nodiscard]] Handler watch_alignment();
/// a (32 bits) is 0 where the variable that is read was not assigned to.
[[nodiscard]] Handler check_assigned();

}  // namespace clmm::runtime::handlers
