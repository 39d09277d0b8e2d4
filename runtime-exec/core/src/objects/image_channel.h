#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "clmm/runtime/image_format.h"

namespace clmm::runtime {

/// Elements whose three channels share a word.
[[nodiscard]] bool is_packed(ChannelType type);
/// Bytes of a channel, or of a packed element.
[[nodiscard]] std::size_t channel_size(ChannelType type);

/// One channel of a floating-point or normalised type; stores round to nearest even and saturate.
[[nodiscard]] float load_channel(ChannelType type, const std::byte* from);
void store_channel(ChannelType type, std::byte* to, float value);

/// One channel of an integer type; stores saturate.
[[nodiscard]] std::int64_t load_integer(ChannelType type, const std::byte* from);
void store_integer(ChannelType type, std::byte* to, std::int64_t value);

[[nodiscard]] std::array<float, 4> load_packed(ChannelType type, const std::byte* element);
void store_packed(ChannelType type, std::byte* element, const std::array<float, 4>& colour);

}  // namespace clmm::runtime
