#include "clmm/model/reached.h"

#include <optional>

namespace clmm::model {
namespace {

void relate_same_locations(Execution& execution) {
    const std::vector<LocationId>& locations = execution.locations;
    execution.executed.for_each([&](std::size_t a) {
        if (!locations[a].valid()) return;
        execution.executed.for_each([&](std::size_t b) {
            if (locations[a] == locations[b]) execution.same_location.set(a, b);
        });
    });
}

}  // namespace

void place_events(const litmus::EventStructure& structure,
                  const std::function<bool(litmus::TermId)>& holds, Execution& execution) {
    for (const litmus::Event& event : structure.events) {
        if (!holds(event.guard)) continue;
        execution.executed.set(event.id.index());
        for (const litmus::Target& target : event.targets)
            if (holds(target.when)) {
                execution.locations[event.id.index()] = target.location;
                break;
            }
    }
    relate_same_locations(execution);
    for (const litmus::BarrierPair& pair : structure.barriers)
        if (execution.executed.test(pair.entry.index()) &&
            execution.executed.test(pair.exit.index()) && holds(pair.when))
            execution.barrier_pairs.set(pair.entry.index(), pair.exit.index());
}

std::vector<Reached> images(const litmus::EventStructure& structure,
                            const std::vector<Automorphism>& symmetries, const Reached& reached,
                            std::size_t most) {
    const auto image = [&](const Automorphism& symmetry, const Reached& of) {
        std::optional<Reached> result;
        if (symmetry.observables.empty()) return result;
        result = {symmetry(of.execution), symmetry(of.values), false};
        const ExecutionValues values(result->execution);
        result->satisfies = litmus::evaluate(structure.terms, structure.condition, values) != 0;
        return result;
    };
    const auto key = [](const Reached& of) { return of.values; };
    return orbit(symmetries, reached, most, image, key);
}

}  // namespace clmm::model
