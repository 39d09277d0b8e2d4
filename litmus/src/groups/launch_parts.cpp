#include "clmm/litmus/launch_parts.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

#include "clmm/language/ndrange.h"
#include "groups/counters.h"
#include "groups/meetings.h"
#include "memory/object_pieces.h"
#include "unfold/restricted.h"

namespace clmm::litmus {
namespace {

/// Sets of units that grow together.
class Sets {
public:
    explicit Sets(std::size_t size) : parent_(size) {
        std::iota(parent_.begin(), parent_.end(), 0);
    }

    std::size_t find(std::size_t of) {
        while (parent_[of] != of) of = parent_[of] = parent_[parent_[of]];
        return of;
    }
    /// The least is what a set is found by.
    void unite(std::size_t a, std::size_t b) {
        const std::size_t first = find(a), second = find(b);
        parent_[std::max(first, second)] = std::min(first, second);
    }

private:
    std::vector<std::size_t> parent_;
};

/// Whoever may access a location that another one may write, but for counters.
void unite_by_memory(const Unfolding& unfolding, Sets& sets) {
    const EventStructure& structure = unfolding.structure;
    const std::vector<bool> is_counter = counters(unfolding);
    std::vector<std::vector<std::size_t>> units(structure.locations.size());
    std::vector<bool> is_written(structure.locations.size());
    for (const Event& event : structure.events)
        for (const Target& target : event.targets) {
            if (structure.terms.is_false(target.when)) continue;
            auto& known = units[target.location.index()];
            if (known.empty() || known.back() != event.unit.index())
                known.push_back(event.unit.index());
            if (event.kind == EventKind::write) is_written[target.location.index()] = true;
        }
    for (std::size_t location = 0; location < units.size(); ++location)
        if (is_written[location] && !is_counter[location])
            for (const std::size_t unit : units[location])
                sets.unite(units[location].front(), unit);
}

/// Whoever may wait for one another, whether they come or not, or give one another values.
void unite_by_meetings(const Unfolding& unfolding, Sets& sets) {
    using Place = std::tuple<bool, std::uint32_t, std::uint32_t>;  // of a sub-group, or not
    const auto place_of = [](const Unit& unit, bool by_sub_group) {
        return Place{by_sub_group, unit.work_group, by_sub_group ? unit.sub_group : 0};
    };
    std::map<Place, std::size_t> waited;
    for (const ShuffleCall& shuffle : unfolding.shuffles)
        waited.emplace(place_of(unfolding.structure.units[shuffle.unit.index()], true),
                       shuffle.unit.index());
    for (const Meeting& meeting : unfolding.meetings) {
        const Unit& unit = unfolding.structure.units[meeting.unit.index()];
        waited.emplace(place_of(unit, meeting.kind == BarrierKind::sub_group), unit.id.index());
    }
    for (const Unit& unit : unfolding.structure.units)
        for (const bool by_sub_group : {false, true})
            if (const auto found = waited.find(place_of(unit, by_sub_group)); found != waited.end())
                sets.unite(found->second, unit.id.index());
}

bool is_launch_alone(const LitmusTest& test) {
    return test.code != nullptr && test.code->is_plain_kernel && test.units.empty() &&
           test.code->launches.size() == 1;
}

LaunchParts size_of(const LitmusTest& test) {
    const NDRange& range = test.code->launches.front().range;
    return {.items = range.items(), .groups = language::product(range.groups())};
}

LaunchParts parts_of(const Unfolding& unfolding) {
    const std::vector<Unit>& units = unfolding.structure.units;
    Sets sets(units.size());
    unite_by_memory(unfolding, sets);
    unite_by_meetings(unfolding, sets);
    LaunchParts result = size_of(unfolding.test);
    result.assumes = unfolding.assumes;
    std::map<std::size_t, std::size_t> number;
    for (const Unit& unit : units) {
        if (unit.kind != UnitKind::work_item) continue;
        const auto [part, fresh] = number.emplace(sets.find(unit.id.index()), result.parts.size());
        if (fresh) result.parts.emplace_back();
        result.parts[part->second].push_back(unit.number);
    }
    return result;
}

}  // namespace

const std::vector<std::uint64_t>& items_of(const LitmusTest& test) {
    static const std::vector<std::uint64_t> all;
    if (test.program == nullptr || test.front_end != &opencl()) return all;
    return *std::static_pointer_cast<const std::vector<std::uint64_t>>(test.program);
}

LitmusTest part_of(const LitmusTest& test, std::vector<std::uint64_t> items) {
    LitmusTest part = test;
    part.program = std::make_shared<const std::vector<std::uint64_t>>(std::move(items));
    return part;
}

std::optional<LaunchParts> whole_of(const LitmusTest& test) {
    if (items_of(test).empty()) return std::nullopt;
    return size_of(test);
}

std::optional<LaunchParts> launch_parts(const LitmusTest& test, const UnfoldOptions& options) {
    if (!is_launch_alone(test)) return std::nullopt;
    std::map<std::uint32_t, unsigned> pieces;
    std::vector<WantedObject> wanted;
    for (;;) {
        Unfolding unfolding(test, options);
        unfolding.recorder.limit_units(options.event_limit);
        unfolding.pieces = pieces;
        try {  // without initial writes and relations
            declare_objects(unfolding, wanted);
            run_units(unfolding);
        } catch (const PiecesWanted& found) {
            pieces[found.object] = found.width;
            wanted = unfolding.wanted;
            continue;
        } catch (const EventLimitReached&) {  // no part is smaller than a work-item
            return std::nullopt;
        }
        const bool is_whole = !unfolding.reporter.failed() && !unfolding.structure.cut;
        const bool is_alone = unfolding.launched.size() == 1 && unfolding.host.commands.empty();
        if (!is_whole || !is_alone || unfolding.structure.units.empty()) return std::nullopt;
        return parts_of(unfolding);
    }
}

}  // namespace clmm::litmus
