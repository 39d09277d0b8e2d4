#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "unfold/unfolding.h"

namespace clmm::litmus {

/// An object is accessed in parts of its scalars, or across several of them. Thrown where an
/// unfolding finds out; the next one has the object in pieces of `width` bits from its start.
struct PiecesWanted {
    std::uint32_t object;  ///< as Location::object
    unsigned width;
};

/// Gives the objects locations of the wanted widths, at the addresses that they have. A scalar
/// `x` becomes `x+0`, `x+1`, … by the offsets in bytes; unnamed bytes between members `s+4`.
/// They hold anything at the start.
void split_objects(Unfolding& unfolding, const std::map<std::uint32_t, unsigned>& widths);

/// The object, not a sub-buffer, that the byte at an address is part of.
[[nodiscard]] std::optional<std::uint32_t> object_at(const Unfolding& unfolding,
                                                     std::uint64_t address);
/// The bytes of an object, from its address on.
[[nodiscard]] std::uint64_t object_address(const Unfolding& unfolding, std::uint32_t object);
[[nodiscard]] std::uint64_t object_size(const Unfolding& unfolding, std::uint32_t object);

/// Of a width in bits.
[[nodiscard]] constexpr std::uint64_t bytes(unsigned width) { return width / 8U; }
/// The least width of the object's locations; and that all of it is locations of that width.
[[nodiscard]] unsigned narrowest(const Unfolding& unfolding, std::uint32_t object);
[[nodiscard]] bool is_uniform(const Unfolding& unfolding, std::uint32_t object, unsigned width);

[[nodiscard]] bool holds_addresses(const Unfolding& unfolding, std::uint32_t object);

/// What a scalar holds at the start, and in the end, whatever pieces it is in.
[[nodiscard]] TermId initial_term(Unfolding& unfolding, std::uint64_t address, unsigned width);
[[nodiscard]] TermId final_term(Unfolding& unfolding, std::uint64_t address, unsigned width);

/// The part of a declared scalar that a location is.
struct ScalarPart {
    TypePtr scalar;
    std::uint64_t offset = 0;  ///< in bytes
};
/// None where the location is the whole scalar, or an unnamed byte.
[[nodiscard]] std::optional<ScalarPart> part_of_scalar(const Unfolding& unfolding,
                                                       const Location& location);

}  // namespace clmm::litmus
