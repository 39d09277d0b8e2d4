#pragma once

#include <algorithm>
#include <cstdint>

#include "execute/block.h"
#include "execute/group_run.h"

namespace clmm::runtime {

/// Lanes [begin, begin + count) of one row of the work-group: their addresses are
/// first + stride * k.
struct Row {
    unsigned begin = 0;
    unsigned count = 0;
    std::uint64_t first = 0;
    std::int64_t stride = 0;
};

/// The address does not notice where a row ends.
[[nodiscard]] inline bool is_linear(const Affine& a, const Index3& size) {
    const bool y =
        size[1] * size[2] == 1 || a.stride[1] == a.stride[0] * static_cast<std::int64_t>(size[0]);
    const bool z =
        size[2] == 1 || a.stride[2] == a.stride[0] * static_cast<std::int64_t>(size[0] * size[1]);
    return y && z;
}

[[nodiscard]] inline std::uint64_t address_at(Block& block, const Affine& a, unsigned lane) {
    std::uint64_t sum = static_cast<std::uint64_t>(a.base);
    for (unsigned d = 0; d < 3; ++d)
        sum += static_cast<std::uint64_t>(a.stride[d]) * block.local_ids(d)[lane];
    return sum;
}

/// Goes through the active range row by row; false where that is not worth it.
template <class Work>
bool by_rows(Block& block, const Register& address, std::int64_t offset, Work&& work) {
    constexpr std::uint64_t kShortRow = 4;
    const Block::Active& active = block.active();
    if (!active.is_range || address.shape != Shape::affine) return false;
    const Index3& size = block.group().group().size;
    const Affine& a = address.affine;
    const bool linear = is_linear(a, size);
    if (!linear && size[0] < kShortRow) return false;
    const auto offset_bits = static_cast<std::uint64_t>(offset);
    if (linear) {
        work(Row{active.begin, active.count, address_at(block, a, active.begin) + offset_bits,
                 a.stride[0]});
        return true;
    }
    // Behind the first row, addresses advance by strides.
    std::uint64_t y = block.local_ids(1)[active.begin];
    std::uint64_t z = block.local_ids(2)[active.begin];
    std::uint64_t x = block.local_ids(0)[active.begin];
    for (unsigned lane = active.begin; lane < active.end;) {
        const auto count =
            static_cast<unsigned>(std::min<std::uint64_t>(size[0] - x, active.end - lane));
        const std::uint64_t first = static_cast<std::uint64_t>(a.base) +
                                    x * static_cast<std::uint64_t>(a.stride[0]) +
                                    y * static_cast<std::uint64_t>(a.stride[1]) +
                                    z * static_cast<std::uint64_t>(a.stride[2]);
        work(Row{lane, count, first + offset_bits, a.stride[0]});
        lane += count;
        x = 0;
        if (++y == size[1]) {
            y = 0;
            ++z;
        }
    }
    return true;
}

}  // namespace clmm::runtime
