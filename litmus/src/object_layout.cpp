#include "object_layout.h"

#include <algorithm>

namespace clmm::litmus {
namespace {

constexpr std::uint64_t kPage = 0x1000;

/// A free page at least half a page behind what there is.
std::uint64_t free_page(const std::vector<Location>& locations) {
    std::uint64_t end = 0;
    for (const Location& location : locations)
        end = std::max(end, location.address + location.width / 8U + kPage / 2);
    return std::max(kPage, (end + kPage - 1) / kPage * kPage);
}

}  // namespace

std::size_t append_object(std::vector<MemoryObject>& objects, std::vector<Location>& locations,
                          MemoryObject object) {
    const std::uint64_t address = free_page(locations);
    const std::uint64_t size = size_of(*object.element);
    object.first = LocationId(locations.size());
    for (std::size_t i = 0; i < object.count; ++i) {
        std::string name = object.name;
        if (object.is_array) name += "[" + std::to_string(i) + "]";
        locations.push_back({.id = LocationId(locations.size()),
                             .name = std::move(name),
                             .space = object.space,
                             .allocation = object.allocation,
                             .width = object.element->width,
                             .is_signed = object.element->is_signed,
                             .is_pointer = is_pointer(object.element),
                             .atomic_type = object.element->is_atomic,
                             .address = address + i * size,
                             .object = static_cast<std::uint32_t>(objects.size())});
    }
    objects.push_back(std::move(object));
    return objects.size() - 1;
}

}  // namespace clmm::litmus
