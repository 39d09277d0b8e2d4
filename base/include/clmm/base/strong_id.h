#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace clmm {

/// An index that cannot be mixed up with another kind of index: `Tag` is a type of its own.
///
/// Shape    0 … 2³²-2; none() is no index, is not valid(), and comes behind all others.
/// Errors   none: whether there is such an element is its container's business.
template <class Tag>
class StrongId {
public:
    constexpr StrongId() = default;
    constexpr explicit StrongId(std::size_t index) : index_(static_cast<std::uint32_t>(index)) {}

    [[nodiscard]] constexpr std::size_t index() const { return index_; }
    [[nodiscard]] constexpr bool valid() const { return index_ != kNone; }
    [[nodiscard]] static constexpr StrongId none() { return {}; }

    friend constexpr auto operator<=>(StrongId, StrongId) = default;

private:
    static constexpr std::uint32_t kNone = 0xffffffffU;
    std::uint32_t index_ = kNone;
};

}  // namespace clmm

template <class Tag>
struct std::hash<clmm::StrongId<Tag>> {
    std::size_t operator()(clmm::StrongId<Tag> id) const noexcept { return id.index(); }
};
