#pragma once

#include <cstddef>

#include "clmm/language/constants.h"
#include "execute/instruction.h"
#include "execute/scalar.h"

namespace clmm::runtime::handlers {

enum class AtomicOperation : std::uint8_t {
    load,      ///< d = *a
    store,     ///< *a = b
    exchange,  ///< d = *a, *a = b; and so on
    fetch_add,
    fetch_sub,
    fetch_or,
    fetch_xor,
    fetch_and,
    fetch_min,
    fetch_max,
    compare_exchange,       ///< d = *a; *a = c if that was b, bit for bit
    weak_compare_exchange,  ///< … and if the block has it not fail
};
[[nodiscard]] constexpr bool compares(AtomicOperation operation) {
    return operation >= AtomicOperation::compare_exchange;
}
constexpr std::size_t kAtomicOperations = 12;

using language::MemoryOrder;

/// An atomic operation of each active lane, in the order of the lanes, on the object at address a.
/// `local`: the object is in local memory, which no other thread touches. Null where the type has
/// no such operation; types are integers of 32 and 64 bits, and half, float and double for all but
/// operations on bits (half: and compare-exchange). A minimum or maximum with a NaN is the other
/// operand. The order of instruction.immediate; scopes need no less than the device's.
[[nodiscard]] Handler atomic(AtomicOperation operation, Scalar scalar, bool local);
/// The same in watched code; instruction.immediate is the index of its Site.
[[nodiscard]] Handler watched_atomic(AtomicOperation operation, Scalar scalar);
/// d (32 bits) = whether the last weak compare-exchange of the lane failed although it found what
/// it expected.
[[nodiscard]] Handler weak_failure();
/// immediate: the order.
[[nodiscard]] Handler fence();
/// immediate: the index of its Site.
[[nodiscard]] Handler watched_fence();

}  // namespace clmm::runtime::handlers
