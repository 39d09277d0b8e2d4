#include "check/live_objects.h"

#include <algorithm>
#include <cstring>

#include "values/address.h"

namespace clmm::runtime::check {

namespace {

constexpr std::size_t kRemembered = 256;

}  // namespace

LiveObject& LiveObjects::add(const MemoryArgument& memory, bool tracks_values) {
    auto object = std::make_unique<LiveObject>();
    object->begin = address_of(memory.base);
    object->end = object->begin + memory.size;
    object->allocation = memory.allocation;
    object->read_only = memory.read_only;
    object->write_only = memory.write_only;
    // Where several buffers were made of the host's memory, an address does not tell which is
    // meant.
    const auto end = objects_.lower_bound(object->end);
    for (auto each = objects_.begin(); each != end; ++each) {
        LiveObject& other = *each->second;
        if (other.end <= object->begin) continue;
        other.read_only = other.write_only = object->read_only = object->write_only = false;
    }
    if (tracks_values) object->values.resize(memory.size);
    ++generation_;
    return *objects_.emplace(object->begin, std::move(object))->second;
}

ObjectId LiveObjects::remove(const MemoryArgument& memory) {
    const std::uint64_t begin = address_of(memory.base);
    const auto [first, last] = objects_.equal_range(begin);
    const auto found = std::find_if(
        first, last, [&](const auto& each) { return each.second->end == begin + memory.size; });
    if (found == last) return {};
    const ObjectId race = found->second->race;
    freed_.push_back({begin, begin + memory.size});
    if (freed_.size() > kRemembered) freed_.pop_front();
    objects_.erase(found);
    ++generation_;
    return race;
}

LiveObject* LiveObjects::at(std::uint64_t address) {
    auto next = objects_.upper_bound(address);
    // Almost always the first one is it, or there is none.
    while (next != objects_.begin()) {
        --next;
        if (address >= next->second->end) continue;
        // Of those that begin where it does, the first: others were made of its memory.
        const auto first = objects_.lower_bound(next->first);
        return (address < first->second->end ? first : next)->second.get();
    }
    return nullptr;
}

LiveObject* LiveObjects::before(std::uint64_t address) {
    auto next = objects_.upper_bound(address);
    return next == objects_.begin() ? nullptr : std::prev(next)->second.get();
}

bool LiveObjects::was_freed(std::uint64_t address) const {
    return std::ranges::any_of(
        freed_, [&](const Freed& each) { return address >= each.begin && address < each.end; });
}

void LiveObjects::touch(const MemoryTouch& touch) {
    if (!touch.writes) return;
    for (std::size_t z = 0; z < touch.extent[2]; ++z)
        for (std::size_t y = 0; y < touch.extent[1]; ++y) {
            const std::uint64_t row =
                address_of(touch.base) + z * touch.slice_pitch + y * touch.row_pitch;
            LiveObject* object = at(row);
            if (object == nullptr || object->values.empty()) continue;
            give_values(object->values, row - object->begin,
                        std::min<std::uint64_t>(touch.extent[0], object->end - row));
        }
}

void give_values(Values& values, std::uint64_t from, std::uint64_t size) {
    std::memset(values.data() + from, 1, size);
}

bool have_values(const Values& values, std::uint64_t from, std::uint64_t size) {
    return std::memchr(values.data() + from, 0, size) == nullptr;
}

}  // namespace clmm::runtime::check
