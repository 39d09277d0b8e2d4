#include "memory/object_pieces.h"

#include <algorithm>

#include "read/diagnose.h"
#include "terms/rules.h"

namespace clmm::litmus {
namespace {

std::vector<Location>::const_iterator first_from(const std::vector<Location>& locations,
                                                 std::uint64_t address) {
    return std::ranges::lower_bound(locations, address, {}, &Location::address);
}

/// The pieces of one object, in the order of their addresses.
std::vector<Location> pieces_of(const std::vector<Location>& whole, const MemoryObject& object,
                                unsigned width) {
    const std::uint64_t base = whole.front().address;
    std::vector<Location> pieces;
    for (const Location& scalar : whole)
        for (std::uint64_t offset = 0; offset < bytes(scalar.width); offset += bytes(width)) {
            Location piece = scalar;
            piece.width = width;
            piece.address += offset;
            piece.initial = mask_to(scalar.initial >> (offset * 8), width);
            if (scalar.width != width) {
                piece.name += "+" + std::to_string(offset);
                piece.is_signed = false;
            }
            pieces.push_back(std::move(piece));
        }
    const auto gaps = gaps_of(leaves_of(object.type), size_of(*object.type));
    for (std::size_t i = 0; i < gaps.size(); i += bytes(width)) {
        Location piece = whole.front();
        piece.name = object.name + "+" + std::to_string(gaps[i]);
        piece.width = width;
        piece.is_signed = false;
        piece.address = base + gaps[i];
        piece.arbitrary = true;
        pieces.push_back(std::move(piece));
    }
    std::ranges::sort(pieces, {}, &Location::address);
    return pieces;
}

/// `read` of each location from an address on, put together.
template <typename Read>
TermId together(Unfolding& unfolding, std::uint64_t address, unsigned width, const Read& read) {
    TermPool& terms = unfolding.structure.terms;
    const auto& locations = unfolding.structure.locations;
    auto location = first_from(locations, address);
    if (location->width == width) return read(*location);
    TermId result = terms.constant(0, width);
    for (std::uint64_t offset = 0; offset < bytes(width); ++location) {
        const TermId piece = terms.extend(read(*location), width, false);
        result = terms.binary(
            TermOp::bit_or, result,
            terms.binary(TermOp::shift_left, piece, terms.constant(offset * 8, width)));
        offset += bytes(location->width);
    }
    return result;
}

}  // namespace

void split_objects(Unfolding& unfolding, const std::map<std::uint32_t, unsigned>& widths) {
    if (widths.empty()) return;
    std::vector<Location>& locations = unfolding.structure.locations;
    struct Range {
        std::uint64_t begin, end;
    };
    std::vector<Range> ranges;
    for (const MemoryObject& object : unfolding.objects) {
        const std::uint64_t begin = locations[object.first.index()].address;
        ranges.push_back({begin, begin + size_of(*object.type)});
    }
    std::vector<Location> result;
    for (std::size_t i = 0; i < locations.size();) {
        const std::uint32_t object = locations[i].object;
        std::vector<Location> whole;
        for (; i < locations.size() && locations[i].object == object; ++i)
            whole.push_back(locations[i]);
        const auto wanted = widths.find(object);
        if (wanted != widths.end())
            whole = pieces_of(whole, unfolding.objects[object], wanted->second);
        std::ranges::move(whole, std::back_inserter(result));
    }
    for (std::size_t i = 0; i < result.size(); ++i) result[i].id = LocationId(i);
    locations = std::move(result);
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        const auto first = first_from(locations, ranges[i].begin);
        const auto last = first_from(locations, ranges[i].end);
        unfolding.objects[i].first = first->id;
        unfolding.objects[i].count = static_cast<std::size_t>(last - first);
    }
}

std::uint64_t object_address(const Unfolding& unfolding, std::uint32_t object) {
    return unfolding.structure.locations[unfolding.objects[object].first.index()].address;
}

std::uint64_t object_size(const Unfolding& unfolding, std::uint32_t object) {
    return size_of(*unfolding.objects[object].type);
}

std::optional<std::uint32_t> object_at(const Unfolding& unfolding, std::uint64_t address) {
    const auto& locations = unfolding.structure.locations;
    const auto behind = std::ranges::upper_bound(locations, address, {}, &Location::address);
    if (behind == locations.begin()) return std::nullopt;
    const std::uint32_t object = std::prev(behind)->object;
    if (address - object_address(unfolding, object) >= object_size(unfolding, object))
        return std::nullopt;
    return object;
}

unsigned narrowest(const Unfolding& unfolding, std::uint32_t object) {
    const MemoryObject& found = unfolding.objects[object];
    unsigned least = 64;
    for (std::size_t i = 0; i < found.count; ++i)
        least = std::min(least, unfolding.structure.locations[found.first.index() + i].width);
    return least;
}

bool is_uniform(const Unfolding& unfolding, std::uint32_t object, unsigned width) {
    const MemoryObject& found = unfolding.objects[object];
    if (found.count * bytes(width) != object_size(unfolding, object)) return false;
    for (std::size_t i = 0; i < found.count; ++i)
        if (unfolding.structure.locations[found.first.index() + i].width != width) return false;
    return true;
}

bool holds_addresses(const Unfolding& unfolding, std::uint32_t object) {
    const MemoryObject& found = unfolding.objects[object];
    for (std::size_t i = 0; i < found.count; ++i)
        if (unfolding.structure.locations[found.first.index() + i].is_pointer) return true;
    return false;
}

TermId initial_term(Unfolding& unfolding, std::uint64_t address, unsigned width) {
    return together(unfolding, address, width, [&](const Location& location) {
        return unfolding.structure.events[location.id.index()].value;
    });
}

TermId final_term(Unfolding& unfolding, std::uint64_t address, unsigned width) {
    return together(unfolding, address, width, [&](const Location& location) {
        return unfolding.structure.terms.final_value(location.id, location.width);
    });
}

std::optional<ScalarPart> part_of_scalar(const Unfolding& unfolding, const Location& location) {
    const std::uint64_t offset = location.address - object_address(unfolding, location.object);
    for (const Leaf& leaf : leaves_of(unfolding.objects[location.object].type)) {
        if (offset < leaf.offset || offset >= leaf.offset + size_of(*leaf.type)) continue;
        if (leaf.type->width() == location.width) return std::nullopt;
        return ScalarPart{value_type(leaf.type), offset - leaf.offset};
    }
    return std::nullopt;
}

}  // namespace clmm::litmus
