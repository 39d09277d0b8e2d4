#include "check/kernel_checks.h"

#include "check/group_checks.h"
#include "values/address.h"

namespace clmm::runtime::check {

KernelChecks::KernelChecks(Checker& checker, const InstanceView& instance)
    : checker_(checker),
      instance_(instance),
      number_(checker.next_launch()),
      regions_(instance.code->sites.size()) {
    for (const Argument& argument : *instance.arguments)
        if (const auto* memory = std::get_if<MemoryArgument>(&argument))
            uses_system_memory_ =
                uses_system_memory_ || (memory->allocation == Allocation::system_svm &&
                                        checker_.objects().at(address_of(memory->base)) == nullptr);
    for (const Site& site : instance.code->sites)
        enqueues_ = enqueues_ || site.kind == SiteKind::enqueue;
    if (RaceChecks* races = checker_.races()) launched_ = races->begin(instance);
}

std::unique_ptr<GroupMonitor> KernelChecks::start(GroupRun& group) {
    return std::make_unique<GroupChecks>(*this, group);
}

ObjectRegion KernelChecks::whole(LiveObject& object) const {
    ObjectRegion out;
    out.begin = out.values_at = out.race_at = object.begin;
    out.end = object.end;
    out.values = object.values.empty() ? nullptr : &object.values;
    out.race = object.race;
    out.read_only = object.read_only;
    out.write_only = object.write_only;
    return out;
}

std::optional<ObjectRegion> KernelChecks::region_at(std::uint64_t address) {
    if (LiveObject* object = checker_.objects().at(address)) return whole(*object);
    return std::nullopt;
}

/// A sub-buffer, or what a pointer into shared virtual memory leaves of an allocation, is a part
/// of its object.
std::optional<ObjectRegion> KernelChecks::parameter_region(std::size_t index) {
    const auto* memory = std::get_if<MemoryArgument>(&(*instance_.arguments)[index]);
    if (memory == nullptr || memory->base == nullptr) return std::nullopt;
    auto region = region_at(address_of(memory->base));
    // What a block captures is a pointer without a size; of the host's own memory the size is known
    // to whoever declared it.
    const bool is_sized = memory->allocation == Allocation::system_svm
                              ? !region.has_value()
                              : memory->object != 0 || memory->size != 0;
    if (!is_sized) return region;
    if (!region) region.emplace();
    const bool is_svm = memory->allocation == Allocation::coarse_grained_svm ||
                        memory->allocation == Allocation::fine_grained_svm ||
                        memory->allocation == Allocation::fine_grained_svm_atomics;
    // A pointer into shared virtual memory may be moved back to where the allocation starts.
    if (!is_svm) region->begin = address_of(memory->base);
    region->end = address_of(memory->base) + memory->size;
    region->read_only = memory->read_only;
    region->write_only = memory->write_only;
    return region;
}

std::optional<ObjectRegion> KernelChecks::program_region(const Root& root) {
    const std::uint64_t base = address_of(instance_.program_scope);
    auto region = region_at(base);
    if (!region) region.emplace();
    region->begin = base + root.offset;
    region->end = region->begin + root.size;
    return region;
}

const ObjectRegion* KernelChecks::global_region(const Site& site, std::uint64_t address) {
    if (generation_ != checker_.objects().generation()) {
        generation_ = checker_.objects().generation();
        regions_.assign(regions_.size(), ObjectRegion{});
    }
    ObjectRegion& known = regions_[index_of(site)];
    const bool is_set = known.begin < known.end;
    std::optional<ObjectRegion> found;
    switch (site.root.kind) {
        case Root::Kind::parameter:
            if (is_set) return &known;
            found = parameter_region(site.root.parameter);
            break;
        case Root::Kind::program:
            if (is_set) return &known;
            found = program_region(site.root);
            break;
        default:
            if (is_set && known.contains(address, 1)) return &known;
            found = region_at(address);
    }
    if (!found) return nullptr;
    known = *found;
    return &known;
}

void KernelChecks::report(FindingKind kind, const Site& site, const WorkGroup& group, unsigned item,
                          std::string message, std::string what, std::uint64_t count) {
    const SourcePtr& source = code().source;
    const auto make = [&] {
        Finding finding;
        finding.message = std::move(message);
        Finding::Site place;
        place.source = source;
        place.span = site.span;
        place.global_id = global_id(instance_.range, group, local_id(group, item));
        place.what = std::move(what);
        finding.sites.push_back(std::move(place));
        return finding;
    };
    checker_.found().add(kind, source, site.span, place(group), make, count);
}

}  // namespace clmm::runtime::check
