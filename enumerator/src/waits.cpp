#include "clmm/enumerator/waits.h"

#include <algorithm>
#include <vector>

namespace clmm::enumerator {

bool may_not_end(const CheckResult& result) { return !result.answer.endless.empty(); }

std::string who_waits(const CheckResult& result) {
    const litmus::EventStructure& structure = result.structure;
    std::vector<std::string> waits;
    for (const std::size_t number : result.answer.endless) {
        const litmus::UnrollBound& bound = structure.bounds[number];
        const Source::Written place = result.test.source->written(bound.span);
        std::string text = structure.units[bound.unit.index()].name + " waits for ever at line " +
                           std::to_string(place.position().line);
        if (std::ranges::find(waits, text) == waits.end()) waits.push_back(std::move(text));
    }
    std::string all;
    for (const std::string& each : waits) all += (all.empty() ? "" : ", ") + each;
    return all;
}

}  // namespace clmm::enumerator
