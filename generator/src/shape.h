#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace clmm::generator {

/// What an access does; the first step towards a program.
enum class Access : std::uint8_t { read, write, modify };

struct ShapeItem {
    Access access = Access::read;
    std::uint8_t location = 0;
    friend auto operator<=>(const ShapeItem&, const ShapeItem&) = default;
};
using Shape = std::vector<std::vector<ShapeItem>>;  ///< by thread

/// Each shape with so many accesses once, up to the names of threads and locations. Every location
/// is used by two threads and written.
void for_each_shape(std::size_t accesses, std::size_t threads,
                    const std::function<bool(const Shape&)>& take);

/// Orders of the threads that leave a shape as it is, once its locations are named anew.
[[nodiscard]] std::vector<std::vector<std::size_t>> symmetries_of(const Shape& shape);

/// New names of locations, by first mention when the threads are read in this order.
[[nodiscard]] std::vector<std::uint8_t> renamed(const Shape& shape,
                                                const std::vector<std::size_t>& order);

}  // namespace clmm::generator
