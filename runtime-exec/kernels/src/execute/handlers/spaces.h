#pragma once

#include "execute/instruction.h"

namespace clmm::runtime::handlers {

/// d (32 bits) = the flags of a fence for what generic pointer a points to: CLK_LOCAL_MEM_FENCE in
/// the work-group's memory, 0 in the work-item's, CLK_GLOBAL_MEM_FENCE else.
[[nodiscard]] Handler fence_of();

/// d = any value, which is 0 where it is run: of functions without a body.
[[nodiscard]] Handler any_value();

/// What an argument that no constant says has to be.
enum class Wanted : std::uint8_t {
    order,
    order_of_load,
    order_of_store,
    order_of_failure,
    scope,
    flags,  ///< of a fence
};
/// Ends the command with CL_INVALID_OPERATION and the place: the value a (32 bits) is not what
/// `immediate`, a Wanted, says.
[[nodiscard]] Handler refuse();

}  // namespace clmm::runtime::handlers
