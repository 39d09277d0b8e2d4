#include "names.h"

#include <algorithm>
#include <cctype>
#include <numeric>

namespace clmm::litmus {
namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row[b.size()];
}

}  // namespace

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

}  // namespace clmm::litmus
