#include "clmm/base/edit_distance.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace clmm {
namespace {

/// Names that people type are shorter; one of megabytes would take hours against another.
constexpr std::size_t kLongestCompared = 64;

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
    if (std::max(a.size(), b.size()) > kLongestCompared)
        return a == b ? 0 : std::max(a.size(), b.size());
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

}  // namespace clmm
