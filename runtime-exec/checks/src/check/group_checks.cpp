#include "check/group_checks.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "clmm/base/counted.h"
#include "values/address.h"

namespace clmm::runtime::check {

namespace {

std::uint64_t at(const AccessRow& row, unsigned k) {
    return row.address + static_cast<std::uint64_t>(row.stride) * k;
}

bool is_one_of(const std::vector<unsigned>& lanes, unsigned lane) {
    return std::ranges::binary_search(lanes, lane);
}

/// Whether all accesses of the row lie in the region.
bool holds(const ObjectRegion& region, const AccessRow& row, std::uint32_t size) {
    return region.contains(row.address, size) &&
           (row.count == 1 || region.contains(at(row, row.count - 1), size));
}

}  // namespace

GroupChecks::GroupChecks(KernelChecks& kernel, GroupRun& group)
    : kernel_(kernel), group_(group), wanted_(kernel.checker().wanted()) {
    local_begin_ = address_of(group.local_memory());
    local_end_ = local_begin_ + kernel.instance().local_bytes;
    if (wanted_.uninitialised) local_values_.resize(kernel.instance().local_bytes);
    begin_races();
}

GroupChecks::~GroupChecks() { end_races(); }

void GroupChecks::access(Block& block, const Site& site, std::uint32_t size,
                         std::span<const AccessRow> rows, std::vector<unsigned>& denied) {
    const Access access{block, site, size, site.reads, site.writes, false};
    const ObjectRegion* region = nullptr;
    const std::vector<unsigned> outside = std::exchange(outside_, {});
    for (const AccessRow& row : rows) {
        if (outside.empty() && access_row(access, row, region)) continue;
        for (unsigned k = 0; k < row.count; ++k)
            if (is_one_of(outside, row.lane + k) || !access_lane(access, row.lane + k, at(row, k)))
                denied.push_back(row.lane + k);
        region = nullptr;
    }
    tell_rows();
}

bool GroupChecks::access_row(const Access& access, const AccessRow& row,
                             const ObjectRegion*& region) {
    if (access.site.root.kind == Root::Kind::private_memory) return private_row(access, row);
    if (region == nullptr || !holds(*region, row, access.size))
        region = region_of(access, row.lane, row.address);
    if (region == nullptr || !holds(*region, row, access.size)) return false;
    if (!region->permits(access.reads, access.writes)) return false;
    pass(access, *region, row);
    return true;
}

/// Work-items at the same place in memories of their own.
bool GroupChecks::private_row(const Access& access, const AccessRow& row) {
    const std::uint64_t pitch = kernel_.code().private_bytes;
    if (row.count > 1 && row.stride != static_cast<std::int64_t>(pitch)) return false;
    if (!dead_.empty())
        for (unsigned k = 0; k < row.count; ++k)
            if (is_dead(access.block, at(row, k))) return false;
    if (!private_region(access, row.lane, row.address) ||
        !region_.contains(row.address, access.size))
        return false;
    check_alignment(access, row);
    if (Values* values = region_.values) {
        if (access.reads && !access.site.whole) check_values(access, region_, row);
        if (access.writes)
            for (unsigned k = 0; k < row.count; ++k)
                give_values(*values, at(row, k) - region_.values_at, access.size);
    }
    return true;
}

bool GroupChecks::access_lane(const Access& access, unsigned lane, std::uint64_t address) {
    const ObjectRegion* region = region_of(access, lane, address);
    const bool inside = region != nullptr && region->contains(address, access.size);
    const bool permitted = inside && region->permits(access.reads, access.writes);
    if (permitted) {
        pass(access, *region, {lane, 1, address, 0});
        return true;
    }
    if (region == nullptr && kernel_.uses_system_memory() && address >= 4096) return true;
    // Memory that is there may be accessed, if nobody asked for more.
    if (wanted_.bounds)
        report(FindingKind::bounds, access, lane, "memory is accessed out of bounds",
               fault(access, lane, address, region));
    return inside;
}

/// What remains to be looked at, of accesses that are where they may be.
void GroupChecks::pass(const Access& access, const ObjectRegion& region, const AccessRow& row) {
    check_alignment(access, row);
    const bool met = !pending_.empty() && meets_copy(access, row);
    if (region.race.valid() && !access.atomic && !met) tell_row(access, region, row);
    if (region.values == nullptr) return;
    if (access.reads && !access.site.whole) check_values(access, region, row);
    if (!access.writes) return;
    const std::uint64_t from = row.address - region.values_at;
    if (row.stride == 0 || row.count == 1)
        give_values(*region.values, from, access.size);
    else if (row.stride == static_cast<std::int64_t>(access.size))
        give_values(*region.values, from, std::uint64_t{access.size} * row.count);
    else
        for (unsigned k = 0; k < row.count; ++k)
            give_values(*region.values, at(row, k) - region.values_at, access.size);
}

void GroupChecks::check_alignment(const Access& access, const AccessRow& row) {
    if (!wanted_.alignment) return;
    const std::uint64_t mask = access.site.alignment - 1;
    const bool first = (row.address & mask) == 0;
    if (first && (row.count == 1 || (static_cast<std::uint64_t>(row.stride) & mask) == 0)) return;
    for (unsigned k = 0; k < row.count; ++k) {
        const std::uint64_t over = at(row, k) & mask;
        if (over == 0) continue;
        report(FindingKind::alignment, access, row.lane + k, "an address is not aligned",
               "whose address is " + std::to_string(over) + " bytes past a multiple of " +
                   std::to_string(access.site.alignment));
    }
}

void GroupChecks::check_values(const Access& access, const ObjectRegion& region,
                               const AccessRow& row) {
    const std::uint64_t from = row.address - region.values_at;
    const bool one = row.stride == 0 || row.count == 1;
    const bool dense = row.stride == static_cast<std::int64_t>(access.size);
    if (one || dense) {
        const std::uint64_t size = one ? access.size : std::uint64_t{access.size} * row.count;
        if (have_values(*region.values, from, size)) return;
    }
    unsigned first = row.count;
    std::uint64_t count = 0;
    for (unsigned k = 0; k < row.count; ++k) {
        if (have_values(*region.values, at(row, k) - region.values_at, access.size)) continue;
        first = std::min(first, k);
        ++count;
    }
    if (count == 0) return;
    report(FindingKind::uninitialised, access, row.lane + first,
           "a value is read that was never written", "which nothing has been written to", count);
    // Once is enough.
    for (unsigned k = 0; k < row.count; ++k)
        give_values(*region.values, at(row, k) - region.values_at, access.size);
}

// ---- where an access may be ----

bool GroupChecks::is_local(std::uint64_t address) const {
    return address >= local_begin_ && address < local_end_;
}

bool GroupChecks::is_private(Block& block, std::uint64_t address) const {
    const std::uint64_t begin = address_of(block.private_memory());
    return address >= begin &&
           address < begin + std::uint64_t{kernel_.code().private_bytes} * block.lanes();
}

const ObjectRegion* GroupChecks::region_of(const Access& access, unsigned lane,
                                           std::uint64_t address) {
    const Root& root = access.site.root;
    const auto& arguments = *kernel_.instance().arguments;
    const bool of_group =
        root.kind == Root::Kind::local ||
        (root.kind == Root::Kind::parameter &&
         std::holds_alternative<LocalMemoryArgument>(arguments[root.parameter])) ||
        (root.kind == Root::Kind::unknown && is_local(address));
    if (of_group) return local_region(root, address) ? &region_ : nullptr;
    const bool of_item = root.kind == Root::Kind::private_memory ||
                         (root.kind == Root::Kind::unknown && is_private(access.block, address));
    if (of_item) return private_region(access, lane, address) ? &region_ : nullptr;
    return kernel_.global_region(access.site, address);
}

bool GroupChecks::local_region(const Root& root, std::uint64_t address) {
    const InstanceView& instance = kernel_.instance();
    const auto use = [&](std::uint64_t offset, std::uint64_t size) {
        region_ = ObjectRegion{};
        region_.begin = local_begin_ + offset;
        region_.end = region_.begin + size;
        region_.values = local_values_.empty() ? nullptr : &local_values_;
        region_.values_at = region_.race_at = local_begin_;
        region_.race = local_race_;
        return true;
    };
    const auto argument_size = [&](std::size_t i) {
        const auto* local = std::get_if<LocalMemoryArgument>(&(*instance.arguments)[i]);
        return local != nullptr ? local->size : 0;
    };
    if (root.kind == Root::Kind::local) return use(root.offset, root.size);
    if (root.kind == Root::Kind::parameter)
        return use(instance.local_offsets[root.parameter], argument_size(root.parameter));
    const std::uint64_t offset = address - local_begin_;
    for (const CodeObject& object : kernel_.code().local_objects)
        if (offset >= object.offset && offset - object.offset < object.size)
            return use(object.offset, object.size);
    for (std::size_t i = 0; i < instance.arguments->size(); ++i)
        if (offset >= instance.local_offsets[i] &&
            offset - instance.local_offsets[i] < argument_size(i))
            return use(instance.local_offsets[i], argument_size(i));
    return false;
}

bool GroupChecks::private_region(const Access& access, unsigned lane, std::uint64_t address) {
    const Root& root = access.site.root;
    const std::uint64_t begin = address_of(access.block.private_memory());
    const std::uint64_t own = begin + std::uint64_t{kernel_.code().private_bytes} * lane;
    if (is_dead(access.block, address)) return false;
    const auto use = [&](std::uint64_t offset, std::uint64_t size) {
        region_ = ObjectRegion{};
        region_.begin = own + offset;
        region_.end = region_.begin + size;
        region_.values = private_values(access.block);
        region_.values_at = begin;
        return true;
    };
    if (root.kind == Root::Kind::private_memory) return use(root.offset, root.size);
    for (const CodeObject& object : kernel_.code().private_objects)
        if (address >= own + object.offset && address - own - object.offset < object.size)
            return use(object.offset, object.size);
    return false;
}

Values* GroupChecks::private_values(Block& block) {
    if (!wanted_.uninitialised) return nullptr;
    for (PrivateValues& each : private_values_)
        if (each.block == &block) return &each.values;
    private_values_.push_back({&block, {}});
    private_values_.back().values.resize(std::size_t{kernel_.code().private_bytes} * block.lanes());
    return &private_values_.back().values;
}

// ---- what is no row ----

bool GroupChecks::transfer(Block& block, const Site& site, unsigned lane, std::uint64_t address,
                           std::uint64_t count, std::int64_t stride) {
    const Access access{block, site, site.size, site.reads, site.writes, false};
    bool may = true;
    for (std::uint64_t k = 0; k < count && may; ++k)
        may = access_lane(access, lane, address + static_cast<std::uint64_t>(stride) * k);
    tell_rows();
    return may;
}

const ObjectRegion* GroupChecks::atomic_region(const Access& access, unsigned lane,
                                               std::uint64_t address) {
    if (atomic_region_ && atomic_region_->contains(address, access.size)) return &*atomic_region_;
    const ObjectRegion* region = region_of(access, lane, address);
    if (region == nullptr) return nullptr;
    atomic_region_ = *region;
    return &*atomic_region_;
}

AtomicPlan GroupChecks::begin_atomic(Block& block, const Site& site, unsigned lane,
                                     std::uint64_t address) {
    AtomicPlan plan;
    const Access access{block, site, site.size, site.reads, site.writes, true};
    if (atomic_region_ && atomic_region_->contains(address, site.size))
        pass(access, *atomic_region_, {lane, 1, address, 0});
    else
        plan.denied = !access_lane(access, lane, address);
    if (!plan.denied) plan.value = older_value(block, site, lane, address);
    return plan;
}

void GroupChecks::begin_life(Block& block, const Site& site) {
    Values* values = private_values(block);
    std::vector<std::uint8_t>* dead = dead_.empty() ? nullptr : dead_bytes(block);
    const std::uint64_t pitch = kernel_.code().private_bytes;
    block.for_active([&](unsigned lane) {
        const auto from = static_cast<std::ptrdiff_t>(pitch * lane + site.root.offset);
        if (values != nullptr) std::fill_n(values->begin() + from, site.root.size, std::uint8_t{0});
        if (dead != nullptr) std::fill_n(dead->begin() + from, site.root.size, std::uint8_t{0});
    });
}

void GroupChecks::end_life(Block& block, const Site& site) {
    if (!wanted_.bounds) return;
    std::vector<std::uint8_t>* dead = dead_bytes(block);
    const std::uint64_t pitch = kernel_.code().private_bytes;
    for (const CodeObject& object : kernel_.code().private_objects) {
        const bool ends = object.offset >= site.root.offset && !object.name.empty() &&
                          object.offset < site.root.offset + site.root.size;
        if (!ends) continue;
        block.for_active([&](unsigned lane) {
            const auto from = static_cast<std::ptrdiff_t>(pitch * lane + object.offset);
            std::fill_n(dead->begin() + from, object.size, std::uint8_t{1});
        });
    }
}

std::vector<std::uint8_t>* GroupChecks::dead_bytes(Block& block) {
    for (PrivateValues& each : dead_)
        if (each.block == &block) return &each.values;
    dead_.push_back({&block, {}});
    dead_.back().values.resize(std::size_t{kernel_.code().private_bytes} * block.lanes());
    return &dead_.back().values;
}

bool GroupChecks::is_dead(Block& block, std::uint64_t address) {
    if (dead_.empty()) return false;
    const std::uint64_t at = address - address_of(block.private_memory());
    const std::vector<std::uint8_t>& dead = *dead_bytes(block);
    return at < dead.size() && dead[at] != 0;
}

void GroupChecks::divides_by_zero(Block& block, const Site& site, std::span<const unsigned> lanes) {
    if (!wanted_.division) return;
    const Access access{block, site, 0, false, false, false};
    report(FindingKind::division, access, lanes.front(), "an integer is divided by zero", "",
           lanes.size());
}

void GroupChecks::outside_array(Block& block, const Site& site, std::span<const unsigned> lanes) {
    if (!wanted_.bounds) return;
    const Access access{block, site, site.size, site.reads, site.writes, false};
    std::vector<unsigned> news;
    std::ranges::set_difference(lanes, outside_, std::back_inserter(news));
    if (news.empty()) return;
    report(FindingKind::bounds, access, news.front(), "memory is accessed out of bounds",
           "outside of the " + counted(site.count, "element") + " there", news.size());
    // The component of a vector in registers is not accessed behind this.
    if (site.size == 0) return;
    const auto middle = outside_.insert(outside_.end(), news.begin(), news.end());
    std::inplace_merge(outside_.begin(), middle, outside_.end());
}

void GroupChecks::misaligned(Block& block, const Site& site, std::span<const unsigned> lanes) {
    if (!wanted_.alignment) return;
    const Access access{block, site, 0, site.reads, site.writes, false};
    report(FindingKind::alignment, access, lanes.front(), "an address is not aligned",
           "whose address has to be a multiple of " + std::to_string(site.alignment), lanes.size());
}

void GroupChecks::unassigned(Block& block, const Site& site, std::span<const unsigned> lanes) {
    if (!wanted_.uninitialised) return;
    const Access access{block, site, 0, true, false, false};
    report(FindingKind::uninitialised, access, lanes.front(),
           "a variable is read that has no value yet", "which has not been assigned to",
           lanes.size());
}

void GroupChecks::outside_image(Block& block, const Site& site, unsigned lane) {
    if (!wanted_.bounds) return;
    const Access access{block, site, 0, site.reads, site.writes, false};
    report(FindingKind::bounds, access, lane, "memory is accessed out of bounds",
           "at coordinates outside of the image");
}

}  // namespace clmm::runtime::check
