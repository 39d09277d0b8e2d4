// Asynchronous copies of a work-group: what is under way until somebody waits for its event.
#include <algorithm>

#include "check/group_checks.h"

namespace clmm::runtime::check {

bool GroupChecks::PendingSide::overlaps(std::uint64_t address, std::uint64_t size) const {
    const std::uint64_t element = side.site->size;
    const auto step = static_cast<std::uint64_t>(side.stride);
    if (count == 0 || address + size <= side.address) return false;
    if (address >= side.address + (count - 1) * step + element) return false;
    if (address < side.address || step <= element) return true;
    const std::uint64_t inside = (address - side.address) % step;
    return inside < element || inside + size > step;
}

bool GroupChecks::meets_copy(const Access& access, const AccessRow& row) {
    if (!wanted_.race) return false;
    for (const PendingSide& copy : pending_) {
        if (!access.writes && !copy.side.site->writes) continue;
        unsigned first = row.count;
        std::uint64_t count = 0;
        for (unsigned k = 0; k < row.count; ++k) {
            const auto moved = static_cast<std::uint64_t>(row.stride) * k;
            if (!copy.overlaps(row.address + moved, access.size)) continue;
            first = std::min(first, k);
            ++count;
        }
        if (count == 0) continue;
        report_copy(access, row.lane + first, copy, count);
        return true;
    }
    return false;
}

/// The access and the copy.
void GroupChecks::report_copy(const Access& access, unsigned lane, const PendingSide& copy,
                              std::uint64_t count) {
    const SourcePtr& source = kernel_.code().source;
    const auto make = [&] {
        const NdRange& range = kernel_.instance().range;
        const auto item = access.block.first_item() + lane;
        Finding finding;
        finding.message = "data race with an async copy";
        finding.explanation = "wait_group_events has not waited for the copy";
        finding.sites.push_back(
            {.source = source,
             .span = access.site.span,
             .global_id = global_id(range, group_.group(), local_id(group_.group(), item)),
             .what = action(access)});
        const Site& other = *copy.side.site;
        finding.sites.push_back(
            {.source = source,
             .span = other.span,
             .what = "the copy " + std::string(other.writes ? "writes " : "reads ") + other.text,
             .by_work_item = false});
        return finding;
    };
    kernel_.checker().found().add(FindingKind::race, source, access.site.span,
                                  kernel_.place(group_.group()), make, count);
}

void GroupChecks::begin_copy(const CopySide& to, const CopySide& from, std::uint64_t count,
                             std::uint64_t event) {
    for (const CopySide* side : {&to, &from})
        if (side->stride == 0) report_about_copies(*side->site, "a copy has a stride of 0");
    pending_.push_back({to, count, event});
    pending_.push_back({from, count, event});
}

void GroupChecks::wait_for_copies(const Site& site, std::span<const std::uint64_t> events) {
    const auto is_waited_for = [&](const PendingSide& copy) {
        return std::ranges::find(events, copy.event) != events.end();
    };
    for (const std::uint64_t event : events)
        if (std::ranges::find(pending_, event, &PendingSide::event) == pending_.end())
            report_about_copies(site, "an event is waited for that no copy under way has");
    std::erase_if(pending_, is_waited_for);
}

void GroupChecks::end_group() {
    for (const PendingSide& copy : pending_)
        if (copy.side.site->writes)
            report_about_copies(*copy.side.site,
                                "the work-group ends and has not waited for this copy");
}

void GroupChecks::report_about_copies(const Site& site, std::string message) {
    if (!wanted_.copies) return;
    kernel_.report(FindingKind::copies, site, group_.group(), 0, std::move(message), site.text);
}

}  // namespace clmm::runtime::check
