// Which map commands an unmap command undoes: "when the host program is finished working with the
// block of memory, the host program enqueues an unmap command". [Memory Objects]
#include "host/mappings.h"

#include <algorithm>
#include <set>

namespace clmm::litmus {
namespace {

/// So many maps of other threads that may have been undone, two cases each.
constexpr std::size_t kMostOpenMaps = 3;

/// A map command and when it has been called and not undone.
struct OpenMap {
    std::size_t command;
    TermId when;
};

class Mappings {
public:
    Mappings(Unfolding& unfolding, LocationId location)
        : host_(unfolding.host), terms_(unfolding.structure.terms), location_(location) {}

    /// The maps of a thread that may be open before a command, in the order of their calls.
    std::vector<OpenMap> open_in(UnitId caller, std::size_t before) const {
        std::vector<OpenMap> open;
        for (std::size_t i = 0; i < before; ++i) {
            const Command& command = host_.commands[i];
            if (command.caller != caller || terms_.is_false(command.called)) continue;
            if (acts(command, Tag::mapping)) open.push_back({i, command.called});
            if (acts(command, Tag::unmapping)) undo(open, command.called);
        }
        std::erase_if(open, [&](const OpenMap& map) { return terms_.is_false(map.when); });
        return open;
    }

    /// Those of other threads than one.
    std::vector<OpenMap> open_elsewhere(UnitId caller) const {
        std::set<UnitId> callers;
        for (const Command& command : host_.commands)
            if (command.caller != caller) callers.insert(command.caller);
        std::vector<OpenMap> all;
        for (const UnitId other : callers)
            std::ranges::move(open_in(other, host_.commands.size()), std::back_inserter(all));
        return all;
    }

    /// A map that is open wherever it has been called need not be told apart: without its call
    /// there is none.
    bool is_certain(const OpenMap& map) const {
        return map.when == host_.commands[map.command].called;
    }

private:
    bool acts(const Command& command, Tag tag) const {
        return std::ranges::any_of(command.moves, [&](const Move& move) {
            return move.tags.has(tag) && (move.from ? *move.from : *move.to) == location_;
        });
    }

    void undo(std::vector<OpenMap>& open, TermId remaining) const {
        for (auto map = open.rbegin(); map != open.rend(); ++map) {
            const TermId was_open = map->when;
            map->when = terms_.land(was_open, terms_.lnot(remaining));
            remaining = terms_.land(remaining, terms_.lnot(was_open));
        }
    }

    const HostState& host_;
    TermPool& terms_;
    LocationId location_;
};

/// One case for each set of the maps of other threads that may be open.
void add_cases_of_others(TermPool& terms, const Mappings& mappings,
                         const std::vector<OpenMap>& elsewhere, TermId remaining,
                         std::vector<UndoneMaps>& cases) {
    std::vector<UndoneMaps> sets{{remaining, {}, true}};
    std::size_t told_apart = 0;
    for (const OpenMap& map : elsewhere) {
        const bool both = !mappings.is_certain(map) && told_apart < kMostOpenMaps;
        std::vector<UndoneMaps> without = both ? sets : std::vector<UndoneMaps>{};
        for (UndoneMaps& each : without) each.when = terms.land(each.when, terms.lnot(map.when));
        for (UndoneMaps& each : sets) {
            if (both) each.when = terms.land(each.when, map.when);
            each.maps.push_back(map.command);
        }
        std::ranges::move(without, std::back_inserter(sets));
        told_apart += both ? 1 : 0;
    }
    std::ranges::move(sets, std::back_inserter(cases));
}

/// The access of a map command to a location.
EventId access_of(const EventStructure& structure, const Command& map, LocationId location) {
    const auto found = std::ranges::find_if(structure.events, [&](const Event& event) {
        return event.unit == map.unit && attributes(structure, event.id).tags.has(Tag::mapping) &&
               event.targets.front().location == location;
    });
    return found == structure.events.end() ? EventId{} : found->id;
}

}  // namespace

std::vector<UndoneMaps> undone_maps(Unfolding& unfolding, std::size_t unmap, LocationId location) {
    TermPool& terms = unfolding.structure.terms;
    const Mappings mappings(unfolding, location);
    const UnitId caller = unfolding.host.commands[unmap].caller;
    std::vector<UndoneMaps> cases;
    TermId remaining = terms.boolean(true);
    const std::vector<OpenMap> own = mappings.open_in(caller, unmap);
    for (auto map = own.rbegin(); map != own.rend(); ++map) {
        cases.push_back({terms.land(remaining, map->when), {map->command}});
        remaining = terms.land(remaining, terms.lnot(map->when));
    }
    add_cases_of_others(terms, mappings, mappings.open_elsewhere(caller), remaining, cases);
    std::erase_if(cases, [&](const UndoneMaps& each) { return terms.is_false(each.when); });
    return cases;
}

void link_mappings(Unfolding& unfolding) {
    HostState& host = unfolding.host;
    EventStructure& structure = unfolding.structure;
    const auto link = [&](const HostState::Undoing& undoing, std::size_t map) {
        const EventId access = access_of(structure, host.commands[map], undoing.location);
        if (!access.valid()) return;
        for (const EventId unmap : undoing.accesses)
            unfolding.recorder.link(Link::ends_mapping, access, unmap);
    };
    for (const HostState::Undoing& undoing : host.undoing) {
        for (const std::size_t map : undoing.undone.maps) link(undoing, map);
        if (!undoing.undone.of_others) continue;
        // Callbacks have called theirs since then.
        const Mappings mappings(unfolding, undoing.location);
        std::size_t open = 0;
        for (const OpenMap& map : mappings.open_elsewhere(undoing.caller)) {
            if (map.command >= undoing.known_commands) link(undoing, map.command);
            const bool is_open = !mappings.is_certain(map) &&
                                 (map.command >= undoing.known_commands || ++open > kMostOpenMaps);
            if (!is_open) continue;
            for (const EventId unmap : undoing.accesses)
                structure.bounds.push_back({.reached = structure[unmap].guard,
                                            .span = structure[unmap].span,
                                            .unit = structure[unmap].unit,
                                            .limit = UnrollBound::Limit::mappings});
        }
    }
}

}  // namespace clmm::litmus
