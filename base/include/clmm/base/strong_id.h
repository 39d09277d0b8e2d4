#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace clmm {

/// An index that cannot be mixed up with another kind of index.
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
