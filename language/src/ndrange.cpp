#include "clmm/language/ndrange.h"

#include <algorithm>

namespace clmm::language {

std::uint64_t product(const Index& size) { return size[0] * size[1] * size[2]; }

Index number_of_groups(const Index& global, const Index& local) {
    Index out{};
    for (std::size_t d = 0; d < 3; ++d)
        out[d] = global[d] / local[d] + (global[d] % local[d] != 0 ? 1 : 0);
    return out;
}

Index size_of_group(const Index& global, const Index& local, const Index& group) {
    Index out{};
    for (std::size_t d = 0; d < 3; ++d)
        out[d] = std::min(local[d], global[d] - group[d] * local[d]);
    return out;
}

Index global_id(const Index& group, const Index& local_size, const Index& local,
                const Index& offset) {
    Index out{};
    for (std::size_t d = 0; d < 3; ++d) out[d] = group[d] * local_size[d] + local[d] + offset[d];
    return out;
}

std::uint64_t linear_id(const Index& at, const Index& size) {
    return (at[2] * size[1] + at[1]) * size[0] + at[0];
}

Index from_linear(std::uint64_t position, const Index& size) {
    return {position % size[0], position / size[0] % size[1], position / size[0] / size[1]};
}

}  // namespace clmm::language
