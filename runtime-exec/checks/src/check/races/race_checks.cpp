#include "check/races/race_checks.h"

#include <array>

#include "values/address.h"

namespace clmm::runtime::check {

namespace {

Memory memory_of(Allocation allocation) {
    switch (allocation) {
        case Allocation::coarse_grained_svm:
            return Memory::coarse_svm;
        case Allocation::fine_grained_svm:
            return Memory::fine_svm;
        case Allocation::fine_grained_svm_atomics:
            return Memory::atomic_svm;
        case Allocation::system_svm:
            return Memory::system_svm;
        case Allocation::program_scope:
            return Memory::program;
        default:
            return Memory::buffer;
    }
}

}  // namespace

RaceChecks::RaceChecks(LiveObjects& objects, const Rules& rules, Schedule* writes)
    : objects_(objects),
      detector_({.rules = rules, .history = writes != nullptr ? OlderWrites::kHistory : 1}),
      order_(
          detector_,
          [this](const std::byte* base) -> std::optional<ObjectRange> {
              const LiveObject* object = objects_.at(address_of(base));
              if (object == nullptr || !object->race.valid()) return std::nullopt;
              return ObjectRange{object->race, address_of(base) - object->begin,
                                 object->end - address_of(base)};
          },
          [this](CommandId command) {
              const auto found = command_sites_.find(command);
              return found == command_sites_.end() ? command_site_ : found->second;
          },
          rules),
      command_site_(0) {
    if (writes != nullptr) older_.emplace(*writes, detector_);
    places_.push_back({nullptr, {}, "a command of the host"});
}

ObjectId RaceChecks::add(const MemoryArgument& memory) {
    return detector_.add_object(memory.size, memory_of(memory.allocation));
}

void RaceChecks::remove(ObjectId object) {
    if (older_) older_->forget(object);
    detector_.remove_object(object);
}

void RaceChecks::plain_write(std::uint64_t address, std::uint64_t size) {
    if (!older_) return;
    const LiveObject* object = objects_.at(address);
    if (object != nullptr && object->race.valid())
        older_->plain_write(object->race, address - object->begin, size);
}

void RaceChecks::touched(std::span<const MemoryTouch> touches) {
    for (const MemoryTouch& touch : touches)
        for (std::size_t z = 0; older_ && touch.writes && z < touch.extent[2]; ++z)
            for (std::size_t y = 0; y < touch.extent[1]; ++y)
                plain_write(address_of(touch.base + z * touch.slice_pitch + y * touch.row_pitch),
                            touch.extent[0]);
}

void RaceChecks::enqueued(CommandId command, CommandType type, CommandId parent) {
    if (parent != 0) parents_[command] = parent;
    order_.enqueued(command, type, parent);
    const auto thread = host_threads_.find(std::this_thread::get_id());
    if (parent != 0 || type == CommandType::user || thread == host_threads_.end()) return;
    thread->second.enqueued = command;
    command_sites_[command] = SiteId(places_.size());
    places_.push_back(thread->second.place);
}

// ---- host threads ----

void RaceChecks::host_at(const HostPlace& place) {
    host_threads_[std::this_thread::get_id()].place = {place.source, place.span, place.name};
}

SiteId RaceChecks::host_site(const HostPlace& place) {
    const auto [found, is_new] = host_sites_.try_emplace(
        {place.span.begin, place.span.end, place.name}, SiteId(places_.size()));
    if (is_new) places_.push_back({place.source, place.span, place.name});
    return found->second;
}

void RaceChecks::name_command(const std::string& name) {
    const auto thread = host_threads_.find(std::this_thread::get_id());
    if (thread == host_threads_.end()) return;
    const auto site = command_sites_.find(thread->second.enqueued);
    if (site != command_sites_.end()) places_[site->second.index()].text = "'" + name + "'";
}

/// Code may be gone, and other code be where it was.
std::size_t RaceChecks::first_site(const Code& code) {
    CodePlaces& known = codes_[&code];
    bool same = known.source == code.source && known.count == code.sites.size();
    for (std::size_t i = 0; same && i < known.count; ++i) {
        const CodePlace& place = places_[known.first + i];
        same = place.span.begin == code.sites[i].span.begin &&
               place.span.end == code.sites[i].span.end && place.text == code.sites[i].text;
    }
    if (same) return known.first;
    known = {code.source, code.sites.size(), places_.size()};
    for (const Site& each : code.sites) places_.push_back({code.source, each.span, each.text});
    return known.first;
}

RaceChecks::Launched RaceChecks::begin(const InstanceView& instance) {
    const CommandId command = instance.environment->command_id();
    const NdRange& range = instance.range;
    const std::uint64_t groups = work_group_count(range);
    const std::uint64_t items_per_group =
        range.local_size[0] * range.local_size[1] * range.local_size[2];
    require(groups <= UINT32_MAX / std::max<std::uint64_t>(items_per_group, 1),
            ErrorCode::out_of_resources, "races are looked for in at most 4294967295 work-items");
    LaunchShape shape;
    shape.groups = static_cast<std::uint32_t>(groups);
    shape.items_per_group = static_cast<std::uint32_t>(items_per_group);
    shape.sub_group_size = std::max<std::uint32_t>(range.sub_group_size, 1);
    shape.device = devices_
                       .try_emplace(instance.environment->device_id(),
                                    static_cast<std::uint32_t>(devices_.size()))
                       .first->second;
    const auto parent = parents_.find(command);
    if (parent != parents_.end()) {
        const auto launch = launches_.find(parent->second);
        if (launch != launches_.end()) shape.parent = launch->second;
    }
    Launched out;
    out.launch = detector_.begin_launch(order_.unit_of(command), shape);
    out.first_site = first_site(*instance.code);
    order_.begin_launch(command, out.launch);
    launches_[command] = out.launch;
    ranges_[out.launch] = range;
    return out;
}

// ---- what was found ----

Finding::Site RaceChecks::site(const RacingAccess& access) const {
    const CodePlace& place = places_.at(access.site.index());
    Finding::Site out;
    out.source = place.source;
    out.span = place.span;
    out.by_work_item = access.unit.launch != kNoLaunch;
    const auto range = ranges_.find(access.unit.launch);
    if (out.by_work_item && range != ranges_.end()) {
        const WorkGroup group = work_group(range->second, access.group);
        out.global_id = global_id(range->second, group, local_id(group, access.local));
    }
    out.what = access_text(access);
    if (out.by_work_item)
        out.what += (access.write ? " to " : " of ") + place.text;
    else
        out.what += " by " + place.text;
    return out;
}

/// Where the barrier, or the release and the acquire, stand that did not suffice.
void RaceChecks::add_insufficient(const Race& race, Finding& finding) const {
    const auto add = [&](SiteId id, const char* what) {
        if (!id.valid()) return;
        const CodePlace& place = places_.at(id.index());
        Finding::Site out;
        out.source = place.source;
        out.span = place.span;
        out.what = what;
        out.by_work_item = false;
        finding.sites.push_back(std::move(out));
    };
    const bool one = race.why.release_site == race.why.acquire_site;
    add(race.why.release_site, one ? "this stands between them" : "this comes after the first");
    if (!one) add(race.why.acquire_site, "this comes before the second");
}

Finding RaceChecks::finding(const Race& race) const {
    Finding out;
    out.kind = FindingKind::race;
    out.message = summary(race);
    out.sites = {site(race.second), site(race.first)};
    add_insufficient(race, out);
    out.explanation = explanation(race);
    out.count = race.count;
    return out;
}

namespace {

std::size_t kind_of(const RacingAccess& access) {
    return (access.write ? 1U : 0U) + (access.atomic ? 2U : 0U);
}

}  // namespace

std::vector<Finding> RaceChecks::findings() const {
    std::vector<Finding> out;
    // Which of two places comes first makes two races of what is one mistake.
    std::map<std::array<std::size_t, 4>, std::size_t> known;
    for (const Race& race : detector_.races()) {
        std::array<std::size_t, 2> a = {race.first.site.index(), kind_of(race.first)};
        std::array<std::size_t, 2> b = {race.second.site.index(), kind_of(race.second)};
        if (b < a) std::swap(a, b);
        const auto [place, is_new] = known.try_emplace({a[0], a[1], b[0], b[1]}, out.size());
        if (is_new)
            out.push_back(finding(race));
        else
            out[place->second].count += race.count;
    }
    if (detector_.incomplete()) {
        Finding stopped;
        stopped.kind = FindingKind::race;
        stopped.message = "races may have been missed: " + *detector_.incomplete();
        out.push_back(std::move(stopped));
    }
    return out;
}

std::string summary(const Race& race) {
    return race.local ? "data race on local memory" : "data race on global memory";
}

std::string access_text(const RacingAccess& access) {
    return std::string(access.atomic ? "atomic " : "") + (access.write ? "write" : "read") +
           " of " + std::to_string(access.size) + (access.size == 1 ? " byte" : " bytes");
}

std::string explanation(const Race& race) {
    switch (race.why.kind) {
        case MissingOrder::barrier:
            return "no barrier is between them";
        case MissingOrder::barrier_flag:
            return race.local ? "the barrier between them has no CLK_LOCAL_MEM_FENCE"
                              : "the barrier between them has no CLK_GLOBAL_MEM_FENCE";
        case MissingOrder::sub_group_only:
            return "the barrier between them is of sub-groups, and these are two";
        case MissingOrder::other_group:
            return "barriers do not order work-groups; release and acquire do";
        case MissingOrder::scope:
            return "release and acquire are of scopes that do not include one another";
        case MissingOrder::release_order:
            return "the value was passed on by a store that is no release";
        case MissingOrder::acquire_order:
            return "the value was seen by a load that is no acquire";
        case MissingOrder::region:
            return race.local ? "they are synchronised on global memory only"
                              : "they are synchronised on local memory only";
        case MissingOrder::atomic_scope:
            return "both are atomic, but of scopes that do not include one another";
        case MissingOrder::commands:
            return "no order of commands or host threads is between them";
        case MissingOrder::child_visibility:
            return "to enqueue a child alone does not let it see what its parent wrote";
        case MissingOrder::nothing:
            break;
    }
    return "nothing orders them";
}

Regions regions_of(const Site& site) {
    return {site.orders_global, site.orders_local, site.orders_image};
}

}  // namespace clmm::runtime::check
