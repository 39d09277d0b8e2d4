// What the race detector is told of a work-group.
#include "check/group_checks.h"

namespace clmm::runtime::check {

void GroupChecks::begin_races() {
    RaceChecks* races = kernel_.checker().races();
    if (races == nullptr) return;
    races_ = &races->detector();
    older_ = races->older_writes();
    const Index3& size = kernel_.instance().range.local_size;
    first_number_ =
        static_cast<std::uint32_t>(group_.group().linear_id * size[0] * size[1] * size[2]);
    if (local_end_ > local_begin_) local_race_ = races_->add_local(local_end_ - local_begin_);
}

void GroupChecks::end_races() {
    if (races_ == nullptr) return;
    if (local_race_.valid()) kernel_.checker().races()->remove(local_race_);
    // A child may wait for the group, and what it ended with is asked for later.
    if (!kernel_.enqueues())
        races_->end_group(kernel_.launch(), static_cast<std::uint32_t>(group_.group().linear_id));
}

std::uint32_t GroupChecks::number_of(const Block& block, unsigned lane) const {
    return first_number_ + block.first_item() + lane;
}

void GroupChecks::tell_row(const Access& access, const ObjectRegion& region, const AccessRow& row) {
    if (!rows_.empty() && rows_.front().object != region.race) tell_rows();
    const std::uint32_t first = number_of(access.block, row.lane);
    const std::uint64_t offset = row.address - region.race_at;
    if (older_ != nullptr && access.writes)
        for (unsigned k = 0; k < row.count; ++k)
            older_->plain_write(region.race, offset + static_cast<std::uint64_t>(row.stride) * k,
                                access.size);
    if (!rows_.empty() && !access.writes && row.count > 1) {
        // All rows of a block read the same.
        Row& last = rows_.back();
        if (last.offset == offset && last.count == row.count && last.stride == row.stride &&
            last.first + last.count * last.times == first) {
            ++last.times;
            return;
        }
    }
    rows_.push_back({.launch = kernel_.launch(),
                     .first = first,
                     .count = row.count,
                     .object = region.race,
                     .offset = offset,
                     .stride = row.stride,
                     .size = access.size,
                     .write = access.writes,
                     .site = kernel_.race_site(access.site)});
}

void GroupChecks::tell_rows() {
    if (rows_.empty()) return;
    races_->access(rows_);
    rows_.clear();
}

/// An operation as it is told; none: on memory that is not looked at.
std::optional<Atomic> GroupChecks::atomic_at(Block& block, const Site& site, unsigned lane,
                                             std::uint64_t address) {
    const Access access{block, site, site.size, site.reads, site.writes, true};
    const ObjectRegion* region = atomic_region(access, lane, address);
    if (region == nullptr || !region->race.valid()) return std::nullopt;
    Atomic atomic;
    atomic.unit = {kernel_.launch(), number_of(block, lane)};
    atomic.object = region->race;
    atomic.offset = address - region->race_at;
    atomic.size = site.size;
    atomic.kind = !site.writes ? AtomicKind::load
                  : site.reads ? AtomicKind::read_modify_write
                               : AtomicKind::store;
    atomic.order = order_of(site.order);
    atomic.scope = scope_of(site.scope);
    atomic.site = kernel_.race_site(site);
    return atomic;
}

std::optional<std::uint64_t> GroupChecks::older_value(Block& block, const Site& site, unsigned lane,
                                                      std::uint64_t address) {
    if (older_ == nullptr) return std::nullopt;
    const std::optional<Atomic> atomic = atomic_at(block, site, lane, address);
    return atomic ? older_->begin(*atomic, address) : std::nullopt;
}

void GroupChecks::end_atomic(Block& block, const Site& site, unsigned lane, std::uint64_t address,
                             const AtomicStep& step) {
    if (races_ == nullptr) return;
    std::optional<Atomic> atomic = atomic_at(block, site, lane, address);
    if (!atomic) return;
    if (!step.written && site.writes) {
        atomic->kind = AtomicKind::load;
        atomic->order = order_of(site.failure);
    }
    if (older_ != nullptr)
        older_->end(*atomic, step.written);
    else
        tell_atomic(*atomic);
}

void GroupChecks::tell_atomic(const Atomic& atomic) {
    if (!atomics_.empty() &&
        (atomic_row_.object != atomic.object || atomic_row_.order != atomic.order))
        tell_atomics();
    if (atomics_.empty())
        atomic_row_ = {.launch = atomic.unit.launch,
                       .object = atomic.object,
                       .size = atomic.size,
                       .order = atomic.order,
                       .scope = atomic.scope,
                       .site = atomic.site,
                       .atomic_type = atomic.atomic_type};
    atomics_.push_back({atomic.unit.number, atomic.offset, atomic.kind});
}

void GroupChecks::tell_atomics() {
    if (atomics_.empty()) return;
    atomic_row_.each = atomics_;
    races_->atomics(atomic_row_);
    atomics_.clear();
}

void GroupChecks::end_atomics() {
    tell_atomics();
    atomic_region_.reset();
}

void GroupChecks::fence(Block& block, const Site& site) {
    if (races_ == nullptr) return;
    block.for_active([&](unsigned lane) {
        races_->fence({kernel_.launch(), number_of(block, lane)}, regions_of(site),
                      order_of(site.order), scope_of(site.scope), kernel_.race_site(site));
    });
}

void GroupChecks::together(GroupRun& group, const Site& site, unsigned first, unsigned /*count*/) {
    if (races_ == nullptr) return;
    const auto number = static_cast<std::uint32_t>(group_.group().linear_id);
    if (site.kind == SiteKind::barrier)
        races_->barrier(kernel_.launch(), number, regions_of(site), scope_of(site.scope),
                        kernel_.race_site(site));
    if (site.kind == SiteKind::sub_group_barrier)
        races_->sub_group_barrier(kernel_.launch(), number, first / group.sub_group_size(),
                                  regions_of(site), scope_of(site.scope), kernel_.race_site(site));
}

void GroupChecks::begin_enqueue(Block& block, const Site& /*site*/, unsigned lane) {
    if (races_ == nullptr) return;
    kernel_.checker().races()->order().enter({kernel_.launch(), number_of(block, lane)});
}

void GroupChecks::end_enqueue() {
    if (races_ != nullptr) kernel_.checker().races()->order().leave();
}

}  // namespace clmm::runtime::check
