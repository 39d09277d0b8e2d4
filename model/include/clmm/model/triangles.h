#pragma once

#include <cstddef>

#include "clmm/base/budget.h"

namespace clmm::model {

/// Every three members of an order that are related pairwise, in their order; `related(i, j)` of
/// numbers i < j. To have no cycle of three is, for a total order on all pairs, to be transitive.
/// Members that are not related (writes to different locations) are ordered freely: that excludes
/// nothing.
///
/// Shape    members by number, 0 to members - 1; visit(i, j, k) of numbers i < j < k.
/// Cost     members³/6 steps at the most; nothing more is visited once the budget is spent, which
///          is asked for each pair and says why then.
template <class Related, class Visit>
[[nodiscard]] std::optional<StopReason> for_each_triangle(std::size_t members, const Budget& budget,
                                                          Related&& related, Visit&& visit) {
    for (std::size_t i = 0; i < members; ++i)
        for (std::size_t j = i + 1; j < members; ++j) {
            if (!related(i, j)) continue;
            if (const auto reason = budget.exceeded()) return reason;
            for (std::size_t k = j + 1; k < members; ++k)
                if (related(j, k) && related(i, k)) visit(i, j, k);
        }
    return std::nullopt;
}

}  // namespace clmm::model
