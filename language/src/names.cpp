#include "clmm/language/names.h"

#include <algorithm>
#include <cctype>

#include "clmm/base/edit_distance.h"

namespace clmm::language {

std::string did_you_mean(std::string_view name, const std::vector<std::string>& candidates) {
    std::size_t best = std::max<std::size_t>(1, name.size() / 3) + 1;
    const std::string* nearest = nullptr;
    for (const std::string& candidate : candidates) {
        const std::size_t distance =
            equal_ignoring_case(name, candidate) ? 0 : edit_distance(name, candidate);
        if (distance >= best || (distance != 0 && distance >= name.size())) continue;
        best = distance;
        nearest = &candidate;
    }
    return nearest == nullptr ? std::string{} : "did you mean '" + *nearest + "'?";
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
    return std::ranges::equal(
        a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

}  // namespace clmm::language
