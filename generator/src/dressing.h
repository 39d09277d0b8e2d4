#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "clmm/generator/space.h"
#include "shape.h"

namespace clmm::generator {

/// A condition on the last atomic read before.
enum class Guard : std::uint8_t { none, not_zero, zero };

/// What a shape leaves open about one access, and about the fence before it. Numbers are indices
/// of the space's lists.
struct Clothes {
    std::uint8_t order = 0;
    std::uint8_t scope = 0;
    std::uint8_t operation = 0;  ///< of a read-modify-write: see Dressing
    Guard guard = Guard::none;   ///< from here on
    std::uint8_t data = 0;       ///< 1: what is stored depends on the last read before
    std::uint8_t address = 0;    ///< 1: where it goes depends on the last read before
    std::uint8_t fence = 0;      ///< 0: none; else one more than the order's index
    std::uint8_t fence_scope = 0;
    std::uint8_t fence_flags = 0;  ///< see Flags
    friend auto operator<=>(const Clothes&, const Clothes&) = default;
};

/// Which regions a fence or barrier is about: all that its threads use, or one of two.
enum Flags : std::uint8_t { all_used, only_global, only_local };

/// A barrier of the threads of one work-group.
struct Meeting {
    std::vector<std::uint8_t> before;  ///< by thread: 0 it has none; else one more than the access
                                       ///< that it stands before
    std::uint8_t scope = 0;
    std::uint8_t flags = 0;
};

/// A program as numbers.
struct Dressed {
    std::shared_ptr<const Shape> shape;
    std::vector<std::vector<Clothes>> clothes;  ///< as the shape
    std::vector<std::uint8_t> plain;            ///< by location
    std::vector<std::uint8_t> local;            ///< by location
    std::vector<std::uint8_t> group;            ///< by thread
    std::vector<std::uint8_t> sub_group;        ///< … of its group
    std::vector<std::uint8_t> device;           ///< by thread
    Meeting meeting;
};

/// The compare-exchange's order where it fails, of those that the space has: none is stronger than
/// where it succeeds.
[[nodiscard]] std::vector<MemoryOrder> failure_orders();

/// All ways to dress a shape, one of each kind. False: `take` wants no more.
[[nodiscard]] bool for_each_dressing(const Space& space, const Shape& shape,
                                     const std::function<bool(const Dressed&)>& take);

/// Whether an operation may have the scope of a sub-group.
[[nodiscard]] bool has_sub_groups_scope(const Space& space);

/// As Draft::family() says.
[[nodiscard]] std::uint64_t family_of(const Space& space, const Dressed& dressed);

[[nodiscard]] Program program_of(const Space& space, const Dressed& dressed);

}  // namespace clmm::generator
