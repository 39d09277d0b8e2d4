// Accesses of memory that do not fit the scalars of the object: a byte of an int, an int across
// four bytes. The object's locations are pieces of the narrowest width in use, and a wider access
// is several events, which have no order among themselves.
#include <algorithm>

#include "memory/object_pieces.h"
#include "read/object_layout.h"
#include "unfold/interpreter.h"

namespace clmm::litmus {

/// The objects that hold an address that the pointer may have. Where it may have any, the object
/// that it was made from; without one, all that are in pieces or have scalars as the access has.
std::vector<std::uint32_t> Interpreter::reached_objects(const Lvalue& place,
                                                        const Addresses& addresses) const {
    std::vector<std::uint32_t> objects;
    const auto add = [&](std::uint32_t object) {
        if (std::ranges::find(objects, object) == objects.end()) objects.push_back(object);
    };
    const auto& locations = unfolding_.structure.locations;
    if (place.object.kind == Provenance::Kind::memory) {
        add(whole_object(place.object.index));
    } else if (addresses) {
        for (const std::uint64_t address : *addresses)
            if (const auto object = object_at(unfolding_, address)) add(*object);
    } else {
        for (const Location& location : locations)
            if ((location.width == place.type->width() &&
                 location.is_pointer == is_pointer(place.type)) ||
                (unfolding_.pieces.contains(location.object) && !is_pointer(place.type)))
                add(location.object);
    }
    return objects;
}

/// That a sub-buffer is part of.
std::uint32_t Interpreter::whole_object(std::size_t object) const {
    return unfolding_.structure.locations[unfolding_.objects[object].first.index()].object;
}

/// Whether each location that the access may touch is as wide as it is.
bool Interpreter::fits_locations(const Lvalue& place, const Addresses& addresses,
                                 const std::vector<std::uint32_t>& objects) const {
    const bool is_known = place.object.kind == Provenance::Kind::memory;
    const auto is_inside = [&](std::uint64_t address) {
        if (!is_known) return object_at(unfolding_, address).has_value();
        return address - object_address(unfolding_, place.object.index) <
               object_size(unfolding_, place.object.index);
    };
    if (addresses)
        return std::ranges::all_of(*addresses, [&](std::uint64_t address) {
            return target_at(place, address) != nullptr || !is_inside(address);
        });
    if (is_known) return is_uniform(unfolding_, objects.front(), place.type->width());
    return std::ranges::none_of(
        objects, [&](std::uint32_t object) { return unfolding_.pieces.contains(object); });
}

/// The pointer has the type of the object's scalars, so it leads to them.
bool Interpreter::is_natural(const Lvalue& place) const {
    return place.object.kind == Provenance::Kind::memory && !place.object.recast &&
           !unfolding_.pieces.contains(whole_object(place.object.index)) &&
           !candidates_of(place).empty();
}

std::optional<unsigned> Interpreter::width_of_pieces(const Lvalue& place) {
    const bool is_direct = terms().is_constant(place.address) &&
                           target_at(place, terms()[place.address].payload) != nullptr;
    if (dead() || is_direct || is_natural(place)) return std::nullopt;
    const unsigned width = place.type->width();
    const Addresses addresses = possible_values(terms(), place.address);
    if (place.object.kind != Provenance::Kind::memory && !addresses && place.object.recast)
        reject("E-UNSUPPORTED",
               "which object this pointer, which was cast, points to depends on what happens",
               place.span, "without the cast it can be told from its type");
    const std::vector<std::uint32_t> objects = reached_objects(place, addresses);
    if (objects.empty() || fits_locations(place, addresses, objects)) return std::nullopt;
    // At an address that is no multiple of its size, an access is one of bytes.
    const bool is_aligned =
        !addresses || std::ranges::all_of(*addresses, [&](std::uint64_t address) {
            return address % bytes(width) == 0 || !object_at(unfolding_, address);
        });
    unsigned pieces = is_aligned ? width : 8;
    for (const std::uint32_t object : objects)
        pieces = std::min(pieces, narrowest(unfolding_, object));
    for (const std::uint32_t object : objects) {
        if (is_uniform(unfolding_, object, pieces)) continue;
        if (holds_addresses(unfolding_, object)) reject_bytes_of_address(place.span);
        throw PiecesWanted{object, pieces};
    }
    if (pieces == width) return std::nullopt;
    if (is_pointer(place.type)) reject_bytes_of_address(place.span);
    return pieces;
}

void Interpreter::reject_pieces(const Lvalue& place) {
    const auto width = width_of_pieces(place);
    if (!width) return;
    reject("E-UNSUPPORTED",
           "an atomic operation of " + std::to_string(place.type->width()) +
               " bits on an object that is accessed in parts of " + std::to_string(*width),
           place.span, "what is accessed atomically has accesses of one width only");
}

Lvalue Interpreter::piece_of(const Lvalue& place, std::uint64_t offset, unsigned width) {
    Lvalue piece = place;
    piece.type = in_space(integer_type(width, false), place.type->space);
    piece.within = offset;
    piece.whole = place.type->width() / 8U;
    return piece;
}

Value Interpreter::load_pieces(const Lvalue& place, const Operation& operation, unsigned width) {
    if (operation.atomic) reject_pieces(place);
    const std::size_t begin = event_count();
    Value result = number(0, value_type(place.type));
    for (std::uint64_t offset = 0; offset < place.type->width() / 8U; offset += width / 8U) {
        const Lvalue piece = piece_of(place, offset, width);
        const std::size_t middle = event_count();
        const Value part = for_each_group(
            piece, [&](const TargetGroup& group) { return emit_read(piece, group, operation); });
        unfolding_.recorder.unsequence(begin, middle, event_count());
        result.term = with_bits(result.term, offset, part.term);
        result.reads = dependencies().unite(result.reads, part.reads);
    }
    return result;
}

void Interpreter::store_pieces(const Lvalue& place, const Value& value, const Operation& operation,
                               unsigned width) {
    if (operation.atomic) reject_pieces(place);
    const std::size_t begin = event_count();
    for (std::uint64_t offset = 0; offset < place.type->width() / 8U; offset += width / 8U) {
        const Lvalue piece = piece_of(place, offset, width);
        const Value part{piece.type, bits_of(value.term, offset, width), value.reads};
        const std::size_t middle = event_count();
        (void)for_each_group(piece, [&](const TargetGroup& group) {
            emit_write(piece, group, operation, part.term, part.reads);
            return part;
        });
        unfolding_.recorder.unsequence(begin, middle, event_count());
    }
}

}  // namespace clmm::litmus
