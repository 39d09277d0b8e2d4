// Commands whose units may stay somewhere for ever: in a loop, or where they wait for another unit.
// They complete only where their units have ended, and what waits for them waits.
#include <algorithm>

#include "groups/launches.h"
#include "host/commands.h"

namespace clmm::litmus {
namespace {

/// Whether a unit is one of a kernel-instance, or of a work-group of it.
bool is_of(const Unit& unit, std::uint32_t device, std::uint32_t kernel,
           std::optional<std::uint32_t> group) {
    return unit.kind == UnitKind::work_item && unit.device == device && unit.kernel == kernel &&
           (!group || unit.work_group == *group);
}

std::vector<UnitId> units_of(const Unfolding& unfolding, const Command& command) {
    std::vector<UnitId> units;
    if (command.kind == Command::Kind::native) units.push_back(command.unit);
    if (command.kind == Command::Kind::kernel)
        for (const Unit& unit : unfolding.structure.units)
            if (is_of(unit, command.launch.device, command.launch.instance, std::nullopt))
                units.push_back(unit.id);
    return units;
}

/// Those whose end a child kernel waits for by its flags.
std::vector<UnitId> parents_of(const Unfolding& unfolding, const Command& child) {
    const Unit& caller = unfolding.structure.units[child.caller.index()];
    std::optional<std::uint32_t> group;
    if (child.parent_wait == ParentWait::work_group) group = caller.work_group;
    std::vector<UnitId> units;
    for (const Unit& unit : unfolding.structure.units)
        if (is_of(unit, caller.device, caller.kernel, group)) units.push_back(unit.id);
    return units;
}

/// `choice` implies that the units have ended, and an execution in which it does not hold where it
/// is asked for has not ended.
void choose_end(Unfolding& unfolding, TermId choice, TermId asked, const std::vector<UnitId>& units,
                const Command& command) {
    if (!choice.valid()) return;
    TermPool& terms = unfolding.structure.terms;
    TermId all = terms.boolean(true);
    for (const UnitId unit : units) {
        const auto found = unfolding.ended.find(unit);
        if (found == unfolding.ended.end()) continue;
        const TermId ended = found->second;
        all = terms.land(all, ended);
        unfolding.structure.constraints.push_back(terms.lor(terms.lnot(choice), ended));
    }
    const TermId waits = terms.land(asked, terms.lnot(choice));
    unfolding.structure.bounds.push_back(
        {.reached = waits,
         .span = command.span,
         .exhaustive = true,
         .unit = command.unit.valid() ? command.unit : command.caller,
         .forever = terms.land(waits, terms.lnot(all))});
}

}  // namespace

TermId completes(Unfolding& unfolding, const Command& command) {
    TermPool& terms = unfolding.structure.terms;
    return command.ended.valid() ? terms.land(command.guard, command.ended) : command.guard;
}

void end_commands(Unfolding& unfolding) {
    TermPool& terms = unfolding.structure.terms;
    for (const Command& command : unfolding.host.commands) {
        choose_end(
            unfolding, command.parent_ended, command.called,
            command.parent_ended.valid() ? parents_of(unfolding, command) : std::vector<UnitId>{},
            command);
        if (!command.start.valid()) continue;
        const std::vector<UnitId> units = units_of(unfolding, command);
        choose_end(unfolding, command.ended, command.guard, units, command);
        if (!command.end.valid() || !command.ended.valid()) continue;
        TermId& guard = unfolding.structure.events[command.end.index()].guard;
        for (const UnitId unit : units)
            if (const auto found = unfolding.ended.find(unit); found != unfolding.ended.end())
                guard = terms.land(guard, found->second);
    }
}

bool learn_commands_that_stay(const Unfolding& unfolding, bool& known) {
    if (known || unfolding.host.commands.empty()) return false;
    const auto& bounds = unfolding.structure.bounds;
    known = std::ranges::any_of(unfolding.host.commands, [&](const Command& command) {
        std::vector<UnitId> units = units_of(unfolding, command);
        if (command.parent_wait != ParentWait::none)
            for (const UnitId unit : parents_of(unfolding, command)) units.push_back(unit);
        return std::ranges::any_of(bounds, [&](const UnrollBound& bound) {
            return std::ranges::find(units, bound.unit) != units.end();
        });
    });
    return known;
}

}  // namespace clmm::litmus
