#include "read/object_layout.h"

#include <algorithm>

#include "read/diagnose.h"

namespace clmm::litmus {
namespace {

constexpr std::uint64_t kPage = 0x1000;

/// A free page at least half a page behind what there is, which is in the order of addresses.
std::uint64_t free_page(const std::vector<Location>& locations) {
    if (locations.empty()) return kPage;
    const Location& last = locations.back();
    const std::uint64_t end = last.address + last.width / 8U + kPage / 2;
    return (end + kPage - 1) / kPage * kPage;
}

}  // namespace

Tags allocation_tags(AddressSpace space, Allocation allocation) {
    Tags tags;
    if (space == AddressSpace::local) return tags;
    switch (allocation) {
        case Allocation::fine_grained_svm_atomics:
            return tags.add(Tag::on_atomic_svm);
        case Allocation::fine_grained_svm:
            return tags.add(Tag::on_fine_svm);
        case Allocation::coarse_grained_svm:
            return tags.add(Tag::on_coarse_svm);
        case Allocation::system_svm:
            return tags.add(Tag::on_system_svm);
        case Allocation::buffer:
            return tags.add(Tag::on_buffer);
        case Allocation::image:
            return tags.add(Tag::on_buffer).add(Tag::on_image);
        case Allocation::pipe:
            return tags.add(Tag::on_buffer).add(Tag::on_pipe);
        case Allocation::program_scope:
            return tags.add(Tag::on_program_scope);
        case Allocation::host_memory:
            return tags.add(Tag::on_host_memory);
    }
    return tags;
}

void check_allocation(const TypePtr& parameter, Allocation allocation, const std::string& name,
                      Span span) {
    const auto check = [&](bool takes, bool is, const char* what, const char* hint) {
        if (takes && !is)
            reject("E-TYPE", "the parameter is " + std::string(what) + " and '" + name + "' is not",
                   span, "declare it in the initial state: " + std::string(hint));
        if (is && !takes)
            reject("E-TYPE",
                   "'" + name + "' is " + std::string(what) + ", not " + to_text(*parameter), span);
    };
    check(is_image(parameter), allocation == Allocation::image, "an image",
          "'image int img[4]', for a parameter 'image1d_t img'");
    check(is_pipe(parameter), allocation == Allocation::pipe, "a pipe",
          "'pipe int p[4]', for a parameter 'pipe int p'");
}

std::size_t append_object(std::vector<MemoryObject>& objects, std::vector<Location>& locations,
                          MemoryObject object) {
    const std::uint64_t address = free_page(locations);
    const std::vector<Leaf> leaves = leaves_of(object.type);
    object.first = LocationId(locations.size());
    object.count = leaves.size();
    for (const Leaf& leaf : leaves)
        locations.push_back({.id = LocationId(locations.size()),
                             .name = object.name + leaf.path,
                             .space = object.space,
                             .allocation = object.allocation,
                             .width = leaf.type->width(),
                             .is_signed = leaf.type->is_signed(),
                             .is_pointer = is_pointer(leaf.type),
                             .atomic_type = leaf.type->is_atomic,
                             .address = address + leaf.offset,
                             .arbitrary = object.arbitrary && !is_pointer(leaf.type),
                             .object = static_cast<std::uint32_t>(objects.size())});
    objects.push_back(std::move(object));
    return objects.size() - 1;
}

const Location* find_location(const std::vector<Location>& locations, std::uint64_t address) {
    const auto found = std::ranges::lower_bound(locations, address, {}, &Location::address);
    return found == locations.end() || found->address != address ? nullptr : &*found;
}

}  // namespace clmm::litmus
